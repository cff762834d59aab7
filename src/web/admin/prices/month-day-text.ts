const monthAndDay = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });

/** From `MM-DD` to "Dec 20". Uses a leap year, which has every day. */
export function monthDayText(day: string): string {
  return monthAndDay.format(new Date(`2024-${day}T00:00:00Z`));
}
