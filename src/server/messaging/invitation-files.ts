import { createHash } from "node:crypto";
import type { StoredBooking } from "#domain/booking/booking.ts";
import { addDays, type LocalDate } from "#domain/calendar/local-date.ts";
import { textsIn } from "#texts/server-texts.ts";
import type { House } from "./ports.ts";

/**
 * The stay for a guest's calendar (RFC 5545, 5546): all days from arrival to departure. The UID is the same for ever and
 * SEQUENCE grows with the booking, so a newer one replaces what the guest has kept.
 */
export async function invitationFile(
  booking: StoredBooking,
  house: House,
  method: "PUBLISH" | "CANCEL",
  at: Date,
): Promise<string> {
  const { default: ical, ICalCalendarMethod, ICalEventStatus } = await import("ical-generator");
  const { emails } = textsIn(booking.language);
  const { address, phone, email } = house.forGuests;
  const calendar = ical({ method: ICalCalendarMethod[method], prodId: { company: "Latchkey", product: "Stays" } });
  calendar.createEvent({
    id: `${createHash("sha256").update(booking.id).digest("hex").slice(0, 32)}@latchkey`,
    sequence: booking.version,
    stamp: at,
    allDay: true,
    start: utcDay(booking.checkIn),
    // The end is the first day that is free again, and of the day of departure the morning belongs to the stay.
    end: utcDay(addDays(booking.checkOut, 1)),
    summary: emails.calendarTitle(house.name),
    ...(address ? { location: address } : {}),
    description: emails.calendarText({
      reference: booking.reference,
      checkInFrom: house.checkInFrom,
      checkOutBy: house.checkOutBy,
      phone,
    }),
    status: method === "CANCEL" ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    ...(email ? { organizer: { name: house.name, email } } : {}),
  });
  // RFC 5545 3.1 ends each line, the last one too.
  return `${calendar.toString().trimEnd()}\r\n`;
}

function utcDay(date: LocalDate): Date {
  return new Date(`${date}T00:00:00Z`);
}
