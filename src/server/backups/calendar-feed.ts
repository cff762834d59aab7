import { stayTitle } from "#domain/channels/imported-stay.ts";
import { type OccupiedSpan, occupiedSpans, STANDING } from "../core/occupied-nights.ts";
import type { Snapshot } from "../database/snapshot.ts";

/**
 * All stays that are not cancelled and all blocked nights, both our own and imported, as an iCalendar file (RFC 5545).
 * If a booking also has a platform's record, only the booking is included (S-27).
 */
export async function calendarFile({ executor }: Snapshot): Promise<{ name: string; text: string }> {
  const { default: ical } = await import("ical-generator");
  const calendar = ical({ name: "Stays", prodId: { company: "Latchkey", product: "Export" } });
  // Without cancelled bookings, there cannot be more rows than nights.
  const guests = await executor
    .selectFrom("booking")
    .innerJoin("guest", "guest.id", "booking.guest_id")
    .select(["booking.id", "guest.name"])
    .where(STANDING)
    .execute();
  const names = new Map(guests.map(({ id, name }) => [id, name]));
  const spans = (await occupiedSpans(executor, null)).filter(
    (span) => span.kind !== "channel-stay" || !span.bookingId || !names.has(span.bookingId),
  );
  for (const span of spans.toSorted((a, b) => (a.checkIn < b.checkIn ? -1 : 1))) {
    calendar.createEvent({
      id: `${nameOf(span)}@latchkey`,
      start: span.checkIn,
      end: span.checkOut,
      allDay: true,
      stamp: span.knownSince,
      summary: summaryOf(span, names),
    });
  }
  return { name: "calendar.ics", text: calendar.toString() };
}

function nameOf(span: OccupiedSpan): string {
  if (span.kind !== "booking") return span.id;
  return span.requested ? `${span.reference}-requested-${span.part}` : span.reference;
}

function summaryOf(span: OccupiedSpan, names: ReadonlyMap<string, string>): string {
  if (span.kind === "booking")
    return `${names.get(span.id) ?? ""} (${span.reference}${span.requested ? ", dates requested" : ""})`;
  if (span.kind === "block") return span.reason || "Blocked";
  return stayTitle({ ...span, kind: span.eventKind }, span.channelName);
}
