import { withCheckIn } from "#domain/booking/stay.ts";
import { isLocalDate } from "#domain/calendar/local-date.ts";

/** The fields are in the order in which the form shows them. */
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

/** The values of a booking form. */
export type BookingFormValues = Record<FieldName, string>;

/** The error messages, by field. */
export type FieldMessages = Partial<Record<FieldName, string>>;

export function isFieldName(name: unknown): name is FieldName {
  return FIELD_NAMES.some((known) => known === name);
}

/**
 * The form's values after a change to one field. SPEC 4: a check-in on or after the check-out moves the check-out.
 * `checkOutBefore` is the check-out as it was before the guest began to type. It is needed because a guest who types
 * 12/05 over 11/23 passes through 12/23.
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
  // Half-typed dates do not move the check-out: as 2026 is typed, a date input reports the years 0002, 0020 and
  // 0202.
  if (name !== "checkInDate" || !isLocalDate(checkIn) || !isLocalDate(checkOut)) return next;
  return { ...next, checkOutDate: withCheckIn({ checkIn, checkOut }, checkIn).checkOut };
}
