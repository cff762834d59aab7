/** Creating a formatter takes dozens of times as long as formatting a day with it. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats a day, such as `2026-12-05`, in the usual format for the language. */
export function writtenDate(date: string, locale: string, parts: Intl.DateTimeFormatOptions): string {
  const name = locale + JSON.stringify(parts);
  let format = formats.get(name);
  if (!format) formats.set(name, (format = new Intl.DateTimeFormat(locale, { ...parts, timeZone: "UTC" })));
  return format.format(new Date(`${date}T00:00:00Z`));
}
