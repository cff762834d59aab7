/** How a figure moved against the range before, in words; null where there is nothing to compare with. */
export function changeText(
  now: number,
  before: number | null | undefined,
  format: (value: number) => string,
): string | null {
  if (before === null || before === undefined) return null;
  if (now === before) return `As before: ${format(before)}`;
  const sign = now > before ? "▲ up" : "▼ down";
  if (before === 0) return `${sign} from ${format(before)}`;
  return `${sign} ${Math.abs(Math.round(((now - before) / before) * 100))}% from ${format(before)}`;
}
