import { withCheckIn } from "#domain/booking/stay.ts";
import { isLocalDate } from "#domain/calendar/local-date.ts";

/** In the order in which the form shows them. */
export const FIELD_NAMES = [
  "checkInDate",
  "checkOutDate",
  "guestCount",
  "bookingOption",
  "code",
  "name",
  "email",
  "phone",
  "whatsapp",
  "specialRequests",
] as const;
export type FieldName = (typeof FIELD_NAMES)[number];

export type BookingFormValues = Record<FieldName, string>;

export type FieldMessages = Partial<Record<FieldName, string>>;

export function isFieldName(name: unknown): name is FieldName {
  return FIELD_NAMES.some((known) => known === name);
}

/**
 * SPEC 4: a check-in on or after the check-out moves the check-out. `checkOutBefore` is the check-out from before the
 * guest began to type, because a guest who types 12/05 over 11/23 passes through 12/23.
 */
export function withField(
  values: BookingFormValues,
  name: FieldName,
  value: string,
  checkOutBefore = values.checkOutDate,
): BookingFormValues {
  const next = { ...values, [name]: value };
  if (name === "checkInDate") next.checkOutDate = checkOutBefore;
  const { checkInDate: checkIn, checkOutDate: checkOut } = next;
  // Half-typed dates do not move the check-out: while 2026 is typed, a date input reports the years 0002, 0020 and
  // 0202.
  if (name !== "checkInDate" || !isLocalDate(checkIn) || !isLocalDate(checkOut)) return next;
  return { ...next, checkOutDate: withCheckIn({ checkIn, checkOut }, checkIn).checkOut };
}
