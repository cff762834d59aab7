const parts = { month: "short", day: "numeric", year: "numeric", timeZone: "UTC" } as const;
const days = new Intl.DateTimeFormat("en-US", parts);
const month = new Intl.DateTimeFormat("en-US", { month: "short", year: "numeric", timeZone: "UTC" });

/** A range of two days, without repeating a month or year that both share: `Nov 27 – 29, 2026`. */
export function formatSpan(from: string, to: string): string {
  return days.formatRange(new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`)).replaceAll("\u2009", " ");
}

/** `2026-12` -> `Dec 2026`; a year stays as it is. */
export function formatShortMonth(label: string): string {
  return label.length === 7 ? month.format(new Date(`${label}-01T00:00:00Z`)) : label;
}
