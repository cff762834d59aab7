/** Days are `2026-12-03` and months are `2026-12`, in UTC, so that a server and every browser agree. */
export const addDays = (day, count) => new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10);
export const nightsBetween = (from, to) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
export const monthOf = (day) => day.slice(0, 7);
export const monthAfter = (month, count = 1) => {
  const [year, number] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
};

/** From Sunday; null for days in adjacent months. */
export function weeksOf(month) {
  const first = `${month}-01`;
  const days = Array(new Date(first).getUTCDay()).fill(null);
  for (let day = first; monthOf(day) === month; day = addDays(day, 1)) days.push(day);
  while (days.length % 7 > 0) days.push(null);
  return Array.from({ length: days.length / 7 }, (_unused, week) => days.slice(week * 7, week * 7 + 7));
}

const formatted = (options) => {
  const format = new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" });
  return (day) => format.format(new Date(day));
};
export const formatDay = formatted({ weekday: "short", month: "short", day: "numeric", year: "numeric" });
export const formatFullDay = formatted({ dateStyle: "full" });
export const formatMonth = formatted({ month: "long", year: "numeric" });

export const formatTime = (time) => {
  const [hour, minute] = time.split(":");
  return `${hour % 12 || 12}:${minute} ${hour < 12 ? "AM" : "PM"}`;
};

export const formatMoney = (cents, currency) =>
  new Intl.NumberFormat("en-US", { style: "currency", currency, minimumFractionDigits: cents % 100 ? 2 : 0 }).format(
    cents / 100,
  );

export const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;
