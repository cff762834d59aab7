/** A value as lines that a person can compare: the words of it, without the names of its parts. */
export function linesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.map((one) => linesOf(one).join(" · "));
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(linesOf);
  return typeof value === "number" || (typeof value === "string" && value !== "") ? [String(value)] : [];
}
