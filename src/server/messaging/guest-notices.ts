import { nightCount } from "#domain/booking/stay.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import { toDollarString } from "#domain/money/money.ts";
import type { BookingChange, HostNotice } from "./ports.ts";

/** What the host hears at once of what a guest has done by themselves; the host's own acts are no news. */
export function guestNotices({ actor, before, after }: BookingChange): HostNotice[] {
  if (actor !== "guest") return [];
  const { guest, reference } = after;
  const nights = nightCount(after);
  const stay = `${day(after.checkIn)} to ${day(after.checkOut)} (${nights === 1 ? "1 night" : `${nights} nights`})`;
  const who = `${guest.name}, ${after.guestCount === 1 ? "1 guest" : `${after.guestCount} guests`}`;
  const reach = [guest.email, guest.phone].filter(Boolean).join(", ");
  const notice = { key: `host/${after.id}/${after.version}`, link: `/admin/bookings/${after.id}` };

  if (!before) {
    const lines = [stay, who, reach, `$${toDollarString(after.totalCents)}`];
    if (after.specialRequests) lines.push(`Special requests: ${after.specialRequests}`);
    const what = after.status === "pending" ? "A guest asks for a stay" : "New booking";
    return [{ ...notice, subject: `${what}: ${stay}, ${reference}`, lines }];
  }
  if (after.status === "cancelled" && before.status !== "cancelled") {
    const fee = `Cancellation fee: $${toDollarString(after.cancellationFeeCents ?? 0)}`;
    return [{ ...notice, subject: `Cancelled by the guest: ${stay}, ${reference}`, lines: [who, reach, fee] }];
  }
  if (before.checkIn === after.checkIn && before.checkOut === after.checkOut && before.guestCount === after.guestCount)
    return [];
  const was = `Before: ${day(before.checkIn)} to ${day(before.checkOut)}, ${before.guestCount} guests`;
  return [
    { ...notice, subject: `Changed by the guest: ${stay}, ${reference}`, lines: [`Now: ${stay}`, was, who, reach] },
  ];
}

const DAY = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", year: "numeric", timeZone: "UTC" });

function day(date: LocalDate): string {
  return DAY.format(new Date(`${date}T00:00:00Z`));
}
