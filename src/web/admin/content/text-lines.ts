/**
 * Formats a value as lines that a person can compare: the strings and numbers that it contains, without the field
 * names.
 */
export function textLines(value: unknown): string[] {
  if (Array.isArray(value)) return value.map((one) => textLines(one).join(" · "));
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(textLines);
  return typeof value === "number" || (typeof value === "string" && value !== "") ? [String(value)] : [];
}
