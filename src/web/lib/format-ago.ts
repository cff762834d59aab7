const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `40 s`, `12 min`, `2 h 40 min`, `3 days`. */
export function formatLength(ms: number): string {
  if (ms < MINUTE) return `${Math.max(0, Math.round(ms / 1000))} s`;
  if (ms < HOUR) return `${Math.round(ms / MINUTE)} min`;
  if (ms >= 2 * DAY) return `${Math.round(ms / DAY)} days`;
  const hours = Math.floor(ms / HOUR);
  const minutes = Math.round((ms - hours * HOUR) / MINUTE);
  return minutes === 0 ? `${hours} h` : minutes === 60 ? `${hours + 1} h` : `${hours} h ${minutes} min`;
}

/** `just now`, `12 min ago`, `in 9 min`. */
export function formatAgo(iso: string, now: string): string {
  const ms = Date.parse(now) - Date.parse(iso);
  if (Math.abs(ms) < MINUTE) return ms >= 0 ? "just now" : "in a moment";
  return ms > 0 ? `${formatLength(ms)} ago` : `in ${formatLength(-ms)}`;
}
