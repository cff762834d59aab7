import { createHash } from "node:crypto";
import type { StoredBooking } from "#domain/booking/booking.ts";
import { addDays } from "#domain/calendar/local-date.ts";
import { textsIn } from "#texts/server-texts.ts";
import type { PropertyInfo } from "./property-queries.ts";

/**
 * The stay as an entry for a guest's calendar (RFC 5545, 5546), covering all days from arrival to departure. The UID
 * never changes, and SEQUENCE increases with each version of the booking, so a newer file replaces an older entry.
 */
export async function invitationFile(
  booking: StoredBooking,
  property: PropertyInfo,
  method: "PUBLISH" | "CANCEL",
  at: Date,
): Promise<string> {
  const { default: ical, ICalCalendarMethod, ICalEventStatus } = await import("ical-generator");
  const { emails } = textsIn(booking.language);
  const { address, phone, email } = property.forGuests;
  const calendar = ical({ method: ICalCalendarMethod[method], prodId: { company: "Latchkey", product: "Stays" } });
  calendar.createEvent({
    id: `${createHash("sha256").update(booking.id).digest("hex").slice(0, 32)}@latchkey`,
    sequence: booking.version,
    stamp: at,
    allDay: true,
    start: booking.checkIn,
    // DTEND is exclusive, so it is the day after departure; the morning of departure is part of the stay.
    end: addDays(booking.checkOut, 1),
    summary: emails.calendarTitle(property.name),
    ...(address ? { location: address } : {}),
    description: emails.calendarText({
      reference: booking.reference,
      checkInFrom: property.checkInFrom,
      checkOutBy: property.checkOutBy,
      phone,
    }),
    status: ICalEventStatus[statusOf(booking, method)],
    ...(email ? { organizer: { name: property.name, email } } : {}),
  });
  // RFC 5545 3.1: every line ends in CRLF, including the last.
  return `${calendar.toString().trimEnd()}\r\n`;
}

function statusOf({ status }: StoredBooking, method: "PUBLISH" | "CANCEL") {
  if (method === "CANCEL") return "CANCELLED";
  return status === "pending" ? "TENTATIVE" : "CONFIRMED";
}
