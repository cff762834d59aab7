import { type BookingFormValues, withField } from "./form-values.ts";
import { IDEMPOTENCY_KEY } from "#contract/endpoint.ts";
import { publicPrices } from "#contract/prices.ts";
import { isLocalDate } from "#domain/calendar/local-date.ts";
import type { Language } from "#domain/language/language.ts";
import { book, BookingFailure } from "../api/booking.ts";
import { ApiError, call, type Fetch } from "../api/client.ts";
import { type FormResult, returnedForm } from "../lib/page-state.ts";
import { ALL_TEXTS, withTextsOf } from "../app/all-texts.ts";
import { pathIn } from "#domain/language/language-path.ts";
import { paths } from "../lib/paths.ts";
import { CLEAR_INTENT, DAY_INTENT, MONTH_INTENT, PRICE_INTENT } from "./form-intents.ts";
import { NO_TOTAL_SHOWN } from "./shown-price.ts";
import { TRAP_FIELD } from "./bot-signals.ts";
import { directFormMessages, mainFormMessages } from "./form-rules.ts";
import { bookingRequest, type PublicStatus } from "./booking-request.ts";

/**
 * Handles a booking form from a browser without JavaScript. It is checked with the same rules as in a browser, except
 * for those of the calendar, and then by the endpoints. No input is lost.
 */
export async function submitBookingForm(
  form: URLSearchParams,
  status: PublicStatus,
  language: Language,
  fetch: Fetch,
): Promise<FormResult> {
  const texts = ALL_TEXTS[language].problems;
  const values = valuesOf(form);
  const intent = form.get("intent");
  if (intent) {
    const returned = { values: withDates(values, intent), problem: null, calendar: calendarOf(form, intent) };
    return { ok: false, status: 200, returned };
  }
  const most = status === "confirmed" ? 0 : await sleeps(fetch);
  const fields = Object.entries(
    withTextsOf(language, () =>
      status === "confirmed" ? directFormMessages(values) : mainFormMessages(values, most, null),
    ),
  );
  if (fields.length > 0) return returnedForm(values, 400, { message: "", fields: Object.fromEntries(fields) });
  const formKey = form.get("formKey") ?? "";
  // The server returns the page with a new key.
  if (!IDEMPOTENCY_KEY.test(formKey)) return returnedForm(values, 400, { message: texts.outdated });
  try {
    const { guest, stay } = bookingRequest(values, status);
    const website = form.get(TRAP_FIELD) ?? "";
    const booking = await book({ guest, stay: { ...stay, ...shownPrice(form), website } }, formKey, texts, fetch);
    return { ok: true, to: pathIn(language, booking.payPage ?? paths.confirmation(booking.id)) };
  } catch (error) {
    if (!(error instanceof BookingFailure) || error.status === null) throw error;
    return returnedForm(values, error.status, error);
  }
}

/** Without JavaScript, the shown price does not change with the dates. */
function shownPrice(form: URLSearchParams): { expectedTotal: string; expectedTerms?: string } {
  const total = form.get("expectedTotal") ?? "";
  const terms = form.get("expectedTerms");
  return {
    ...(terms === null ? {} : { expectedTerms: terms }),
    expectedTotal: AMOUNT.test(total) ? total : NO_TOTAL_SHOWN,
  };
}

const AMOUNT = /^-?\d+(?:\.\d{1,3})?$/;

/** Unlimited if the prices cannot be read now: the booking endpoint checks the number again. */
async function sleeps(fetch: Fetch): Promise<number> {
  try {
    const { prices } = await call(publicPrices, {}, { fetch });
    return prices.guests.sleeps;
  } catch (error) {
    if (error instanceof ApiError) return Infinity;
    throw error;
  }
}

function valuesOf(form: URLSearchParams): BookingFormValues {
  const field = (name: string) => form.get(name) ?? "";
  return {
    name: field("name"),
    email: field("email"),
    phone: field("phone"),
    whatsapp: field("whatsapp"),
    checkInDate: field("checkInDate"),
    checkOutDate: field("checkOutDate"),
    guestCount: field("guestCount"),
    code: field("code"),
    bookingOption: form.get("bookingOption") ?? "entire_cottage",
    specialRequests: field("specialRequests"),
  };
}

/**
 * The intent `price` keeps the dates, adjusted according to the rule in SPEC 4. An intent such as
 * `2026-12-05/2026-12-08` sets both dates. A pressed day is handled later, when the calendar is known.
 */
function withDates(values: BookingFormValues, intent: string): BookingFormValues {
  if (intent === PRICE_INTENT) return withField(values, "checkInDate", values.checkInDate);
  if (intent === CLEAR_INTENT) return { ...values, checkInDate: "", checkOutDate: "" };
  const [checkIn, checkOut] = intent.split("/");
  if (!isLocalDate(checkIn) || !isLocalDate(checkOut)) return values;
  return { ...values, checkInDate: checkIn, checkOutDate: checkOut };
}

/** If other dates were chosen, the calendar shows their month. A pressed day does not change the months. */
function calendarOf(form: URLSearchParams, intent: string): { month: string; day: string } {
  if (intent.startsWith(MONTH_INTENT)) return { month: intent.slice(MONTH_INTENT.length), day: "" };
  const stays = intent === CLEAR_INTENT || intent.startsWith(DAY_INTENT);
  return {
    month: stays ? (form.get("month") ?? "") : "",
    day: intent.startsWith(DAY_INTENT) ? intent.slice(DAY_INTENT.length) : "",
  };
}
