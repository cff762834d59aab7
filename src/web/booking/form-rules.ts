import { MIN_GUESTS } from "#domain/booking/limits.ts";
import { isLocalDate } from "#domain/calendar/local-date.ts";
import { GUEST_RULES, textRule, typedProblem } from "#domain/guests/typed-text.ts";
import type { SellingCalendar } from "#domain/pricing/selling-calendar.ts";
import { refuseStay } from "#domain/pricing/stay-check.ts";
import { say } from "../lib/say.ts";
import { requestedStay } from "./requested-stay.ts";
import { type BookingFormValues, FIELD_NAMES, type FieldMessages, type FieldName, isFieldName } from "./form-values.ts";
import { refusalSentence, refusedField } from "./refusal-sentence.ts";

/** SPEC 5, main form, plus the rules of the calendar if it is known. `sleeps` is the maximum number of guests. */
export function mainFormMessages(
  values: BookingFormValues,
  sleeps: number,
  calendar: SellingCalendar | null,
): FieldMessages {
  const { checkInDate, checkOutDate, guestCount } = values;
  const guests = /^\d{1,9}$/.test(guestCount) ? Number(guestCount) : 0;
  const problems: Record<FieldName, string | null> = {
    checkInDate: isLocalDate(checkInDate) ? null : "Check-in date is required",
    checkOutDate: !isLocalDate(checkOutDate)
      ? "Check-out date is required"
      : isLocalDate(checkInDate) && checkOutDate <= checkInDate
        ? "Check-out date must be after check-in date"
        : null,
    guestCount: guests < MIN_GUESTS ? "At least 1 guest is required" : null,
    bookingOption: values.bookingOption === "entire_cottage" ? null : "The cottage is booked as a whole",
    code: typedProblem(CODE, values.code),
    name: typedProblem(GUEST_RULES.name, values.name),
    email: typedProblem(GUEST_RULES.email, values.email),
    phone: typedProblem(GUEST_RULES.phone, values.phone),
    whatsapp: null,
    specialRequests: typedProblem(REQUESTS, values.specialRequests),
  };
  const messages: FieldMessages = calendar ? calendarMessage(values, calendar) : {};
  for (const name of FIELD_NAMES) {
    const problem = problems[name];
    if (problem) messages[name] = say.problems.invalid(problem);
  }
  if (guests > sleeps) messages.guestCount = say.stay.refusal({ rule: "guests", sleeps });
  return messages;
}

const CODE = textRule({ max: 60 });
const REQUESTS = textRule({ max: 2000 });

/** SPEC 5, direct form: four required fields, and the order of the dates. The server applies the other rules. */
export function directFormMessages(values: BookingFormValues): FieldMessages {
  const { checkInDate, checkOutDate } = values;
  const { invalidDates, required } = say.direct;
  const missing = Object.entries(required).filter(([name]) => isFieldName(name) && values[name].trim() === "");
  const turned = isLocalDate(checkInDate) && isLocalDate(checkOutDate) && checkOutDate <= checkInDate;
  return { ...(turned ? { checkOutDate: invalidDates.description } : {}), ...Object.fromEntries(missing) };
}

/** Shown above all fields and in a toast. */
export function directRefusal(messages: FieldMessages): { title: string; description?: string } {
  const { invalidDates, missing, required } = say.direct;
  const texts = Object.values(messages);
  if (Object.values(required).some((text) => texts.includes(text))) return missing;
  if (texts.includes(invalidDates.description)) return invalidDates;
  return { title: say.booking.problem };
}

function calendarMessage(values: BookingFormValues, calendar: SellingCalendar): FieldMessages {
  const stay = requestedStay(values);
  const refusal = stay && refuseStay(calendar, stay);
  if (!refusal) return {};
  const words = refusalSentence(refusal);
  return { [refusedField(refusal)]: refusal.rule === "taken" ? say.problems.otherDates(words) : words };
}
