import { bookingForm, type BookingFormValues } from "#contract/booking.ts";
import { isLocalDate } from "#domain/calendar/local-date.ts";
import type { SellingCalendar } from "#domain/pricing/selling-calendar.ts";
import { refuseStay } from "#domain/pricing/stay-check.ts";
import { requestedStay } from "./requested-stay.ts";
import { type FieldMessages, isFieldName } from "./form-values.ts";
import { refusalWords, refusedField } from "./refusal-words.ts";

/** SPEC 5's rules of the main form, from the contract of the calls it leads to, and what the calendar says of the dates where it is known. */
export function mainFormMessages(values: BookingFormValues, calendar: SellingCalendar | null): FieldMessages {
  const checked = bookingForm.safeParse(values);
  const messages: FieldMessages = {};
  for (const issue of checked.success ? [] : checked.error.issues) {
    const name = issue.path[0];
    if (isFieldName(name)) messages[name] ??= issue.message;
  }
  return calendar ? { ...calendarMessage(values, calendar), ...messages } : messages;
}

/** SPEC 5, of the direct form. */
export const MISSING_INFORMATION = {
  title: "Missing Information",
  description: "Please fill in all required fields.",
} as const;
export const INVALID_DATES = {
  title: "Invalid Dates",
  description: "Check-out date must be after check-in date.",
} as const;

const REQUIRED = {
  name: "Enter your full name",
  email: "Enter your email",
  checkInDate: "Choose a check-in date",
  checkOutDate: "Choose a check-out date",
} as const satisfies FieldMessages;

/** SPEC 5's rules of the direct form: four fields, and the order of the dates. Other rules are the server's to apply. */
export function directFormMessages(values: BookingFormValues): FieldMessages {
  const { checkInDate, checkOutDate } = values;
  const missing = Object.entries(REQUIRED).filter(([name]) => isFieldName(name) && values[name].trim() === "");
  const turned = isLocalDate(checkInDate) && isLocalDate(checkOutDate) && checkOutDate <= checkInDate;
  return { ...(turned ? { checkOutDate: INVALID_DATES.description } : {}), ...Object.fromEntries(missing) };
}

/** What the direct form says above all fields, and in its toast. */
export function directRefusal(messages: FieldMessages): { title: string; description?: string } {
  const said = Object.values(messages);
  if (Object.values(REQUIRED).some((text) => said.includes(text))) return MISSING_INFORMATION;
  if (said.includes(INVALID_DATES.description)) return INVALID_DATES;
  return { title: "There is a problem" };
}

function calendarMessage(values: BookingFormValues, calendar: SellingCalendar): FieldMessages {
  const stay = requestedStay(values);
  const refusal = stay && refuseStay(calendar, stay);
  if (!refusal) return {};
  const advice = refusal.rule === "taken" ? ". Please choose other dates" : "";
  return { [refusedField(refusal)]: `${refusalWords(refusal)}${advice}` };
}
