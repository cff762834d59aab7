import { arrivalNotesSpan, mayReadArrivalNotes } from "#domain/booking/arrival.ts";
import type { KeptBooking } from "#domain/booking/booking.ts";
import type { LocalTime } from "#domain/calendar/time-zone.ts";

/** What the cottage tells its guests shortly before they come. */
export type ArrivalNotes = {
  checkOutBy: LocalTime;
  directionsHtml: string;
  instructionsHtml: string;
  /** Empty where the host has not said it; then there is no QR code. */
  wifiName: string;
  wifiPassword: string;
};
export type ArrivalNeeds = {
  arrivalNotes: () => Promise<ArrivalNotes>;
  wifiCode: (name: string, password: string) => Promise<string>;
};

/** The notes while the stay is near or under way; before it only the moment at which they come; afterwards nothing. */
export async function arrivalOf({ arrivalNotes, wifiCode }: ArrivalNeeds, booking: KeptBooking, now: Date) {
  const notes = await arrivalNotes();
  const { from } = arrivalNotesSpan(booking, notes.checkOutBy);
  if (!mayReadArrivalNotes(booking, notes.checkOutBy, now)) {
    const comes = now < from && mayReadArrivalNotes(booking, notes.checkOutBy, from);
    return { notesFrom: comes ? from.toISOString() : null, notes: null };
  }
  const { checkOutBy: _checkOutBy, ...shown } = notes;
  const wifiQr = notes.wifiName === "" ? null : await wifiCode(notes.wifiName, notes.wifiPassword);
  return { notesFrom: null, notes: { ...shown, wifiQr } };
}
