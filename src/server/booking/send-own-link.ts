import type { Clock } from "../runtime/clock.ts";
import type { GuestMail } from "../core/guest-mail.ts";
import type { Database } from "../database/connect.ts";
import { linkMail } from "./link-mail.ts";
import type { BookingStore } from "./ports.ts";

type Needs = {
  bookings: Pick<BookingStore, "find">;
  database: Pick<Database, "db">;
  clock: Clock;
  ownLink: (bookingId: string) => Promise<string>;
  mailGuest: (mail: GuestMail) => Promise<void>;
};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Emails the link to the stored address, at most once an hour; the caller is not told whether it was sent. */
export async function sendOwnLink(
  { bookings, database, clock, ownLink, mailGuest }: Needs,
  bookingId: string,
): Promise<void> {
  const booking = await bookings.find(bookingId);
  if (!booking) return;
  const now = clock().getTime();
  const mail = await linkMail(database.db, booking, await ownLink(bookingId));
  // Strangers can ask for this link every hour. Emails that are delayed by a limit must not keep arriving for weeks.
  const usefulUntil = mail.usefulUntil ?? new Date(now + DAY_MS);
  await mailGuest({ ...mail, usefulUntil, key: `own-link:${bookingId}`, againAfterMs: HOUR_MS });
}
