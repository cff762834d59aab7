import { createHash } from "node:crypto";
import { type Family, familyOf } from "#domain/channels/classify.ts";
import type { Platform } from "#domain/channels/channel.ts";
import { hasTooMany, prepare, type Prepared } from "#domain/channels/feed-event.ts";
import { type Horizon, readCalendar, type Reading } from "#domain/channels/read-calendar.ts";
import { feedText } from "./feed-text.ts";

/** A platform's response and what is needed to read it. Does not include the link, which is a secret. */
export type ReadJob = { body: Uint8Array; contentType: string; platform: Platform; horizon: Horizon };
export type ReadResult =
  | (Prepared &
      Pick<Extract<Reading, { state: "ok" }>, "state" | "errors" | "unreadable" | "notes"> & {
        family: Family | null;
        /** A hash of the file without its DTSTAMP lines; equal hashes mean equal calendars. */
        mark: string;
      })
  | Exclude<Reading, { state: "ok" }>;

/** Parses the bytes of a calendar. Runs in a child process (`calendar-process.ts`), because the file is not trusted. */
export function readBody({ body, contentType, platform, horizon }: ReadJob): ReadResult {
  const text = feedText(body, contentType);
  const reading = readCalendar(text, horizon);
  if (reading.state !== "ok") return reading;
  const { product, events: read, errors, unreadable, notes } = reading;
  // If we imported our own calendar, at whatever URL, our bookings would look as if a platform had sold them.
  if (/latchkey/i.test(product)) return { state: "own_calendar" };
  const family = familyOf(product, read);
  const prepared = prepare(read, platform, family ?? (platform === "other" ? null : platform), horizon.today);
  if (hasTooMany(prepared.events)) return { state: "too_many" };
  const mark = createHash("sha256")
    .update(text.replace(/^DTSTAMP.*$/gim, ""))
    .digest("base64url");
  return { state: "ok", ...prepared, family, errors, unreadable, notes, mark };
}
