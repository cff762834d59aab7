import type { StoredBooking } from "#domain/booking/booking.ts";
import { textsIn } from "#texts/server-texts.ts";
import type { Clock } from "../runtime/clock.ts";
import type { GuestMail } from "../core/guest-mail.ts";
import type { BookingStore } from "./ports.ts";

type Needs = {
  bookings: Pick<BookingStore, "find">;
  clock: Clock;
  ownLink: (bookingId: string) => Promise<string>;
  mailGuest: (mail: GuestMail) => Promise<void>;
};

const HOUR_MS = 3_600_000;

/** Emails the link to the stored address, at most once an hour; the caller is not told whether an email was sent. */
export async function sendOwnLink({ bookings, clock, ownLink, mailGuest }: Needs, bookingId: string): Promise<void> {
  const booking = await bookings.find(bookingId);
  if (!booking || booking.guest.email === "") return;
  const hour = Math.floor(clock().getTime() / HOUR_MS);
  await mailGuest({ ...ownLinkMail(booking, await ownLink(bookingId)), key: `own-link:${bookingId}:${hour}` });
}

/** The email with the link that opens the booking. */
export function ownLinkMail({ id, reference, guest, language }: StoredBooking, link: string): Omit<GuestMail, "key"> {
  const { ownLink } = textsIn(language).emails;
  return {
    bookingId: id,
    to: { name: guest.name, address: guest.email },
    language,
    subject: ownLink.subject(reference),
    lines: [ownLink.text, ownLink.warning],
    link,
    usefulUntil: null,
  };
}
