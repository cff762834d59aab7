import { arrivalAccess, arrivalNotesSpan } from "#domain/booking/arrival.ts";
import type { StoredBooking } from "#domain/booking/booking.ts";
import type { LocalTime } from "#domain/calendar/time-zone.ts";
import type { Language } from "#domain/language/language.ts";
import { wifiText } from "#domain/property/wifi.ts";
import { qrCode } from "../core/qr-code.ts";

/** The host's text, and its language: the guest's, or English if it is not translated. */
type HostText = { html: string; language: Language };

/** The arrival notes, which guests can read shortly before and during their stay. */
export type ArrivalNotes = {
  checkOutBy: LocalTime;
  directions: HostText;
  instructions: HostText;
  /** Empty if the host has not entered it; then there is no QR code. */
  wifiName: string;
  wifiPassword: string;
};
export type ArrivalNeeds = {
  arrivalNotes: (language: Language) => Promise<ArrivalNotes>;
  /** Whether the guest has paid online everything that is due by now. */
  isPaidOnline: (booking: StoredBooking) => Promise<boolean>;
};

/**
 * Returns the notes while the guest may read them. At other times, returns when the guest may read them, or that the
 * email address must be verified first, if either applies. Only for viewers with access to the booking.
 */
export async function arrivalOf(
  { arrivalNotes, isPaidOnline }: ArrivalNeeds,
  booking: StoredBooking,
  { now, language }: { now: Date; language: Language },
) {
  const { checkOutBy, ...shown } = await arrivalNotes(language);
  const accessIf = (paidOnline: boolean) => arrivalAccess(booking, { checkOutBy, now, paidOnline });
  const unpaid = accessIf(false);
  // The payments are read only if they can make a difference.
  const access = unpaid === "unverified" && (await isPaidOnline(booking)) ? accessIf(true) : unpaid;
  if (access !== "open") {
    const { directions, instructions, wifiPassword } = shown;
    const isEmpty = !directions.html && !instructions.html && !wifiPassword;
    // Guests must not be asked to do something, or to come back, for notes that the host has not written.
    if (isEmpty) return { notesFrom: null, unverified: false, notes: null };
    const notesFrom = access === "later" ? arrivalNotesSpan(booking, checkOutBy).from.toISOString() : null;
    return { notesFrom, unverified: access === "unverified", notes: null };
  }
  const wifiQr = shown.wifiName === "" ? null : qrCode(wifiText(shown.wifiName, shown.wifiPassword));
  return { notesFrom: null, unverified: false, notes: { ...shown, wifiQr } };
}
