import { PROPERTY_ID } from "#domain/booking/booking.ts";
import type { BookingStatus } from "#domain/booking/status.ts";
import { nightsOf, type Stay } from "#domain/booking/stay.ts";
import type { Language } from "#domain/language/language.ts";
import { addDays, type LocalDate } from "#domain/calendar/local-date.ts";
import { dayAt } from "#domain/calendar/time-zone.ts";
import { PROVISIONAL_GUEST_MS } from "#domain/guests/guest.ts";
import { amountString, centsOf } from "#domain/money/currency.ts";
import type { Cents } from "#domain/money/money.ts";
import type { PaymentPlan } from "#domain/payments/plan.ts";
import { earliestArrival } from "#domain/pricing/booking-notice.ts";
import { evaluateOn } from "#domain/pricing/evaluate-stay.ts";
import { offerInstead } from "#domain/pricing/nearest-stays.ts";
import type { PriceDocument, PromoCode } from "#domain/pricing/price-document.ts";
import { isUsedUp, mayUseCode, refuseCode } from "#domain/pricing/promo-code.ts";
import type { StayQuote } from "#domain/pricing/quote.ts";
import type { StayRefusal } from "#domain/pricing/stay-check.ts";
import { createSellingCalendar } from "#domain/pricing/selling-calendar.ts";
import type { SoldPrice } from "#domain/pricing/change-quote.ts";
import { policyOf, sell } from "#domain/pricing/sold-price.ts";
import type { CheckCalendars, PlatformsUnreachable } from "../database/calendar.ts";
import type { IdempotentRequest } from "../database/transaction.ts";
import type { Clock } from "../runtime/clock.ts";
import { randomId, randomReference } from "../runtime/ids.ts";
import type { ProofRequest } from "./prove-email.ts";
import { takenAround } from "./taken-around.ts";
import { bookingGuardFor, type BookingGuardNeeds, type BotSignals } from "./booking-guard.ts";
import type {
  AddBookingResult,
  BookingStore,
  Codes,
  BookingTerms,
  PlanPayments,
  Registrant,
  SaleRules,
} from "./ports.ts";
import { fieldOf } from "./refused-field.ts";

export type CreateBookingNeeds = {
  bookings: BookingStore;
  clock: Clock;
  bookingTerms: () => Promise<BookingTerms>;
  rules: () => Promise<SaleRules>;
  codes: Pick<Codes, "find" | "isHeldByBrowser">;
  guard: BookingGuardNeeds;
  /** Emails the link that verifies an email address; false if too many such emails have been sent. */
  requestProof: (request: ProofRequest) => Promise<boolean>;
  checkCalendars: CheckCalendars;
  /** Null or omitted if nothing is paid online. */
  planPayments?: PlanPayments | null;
  /** False while the payment provider rejects our key: a stay that requires payment then waits for the host instead. */
  canPay: () => Promise<boolean>;
};

export type CreateBookingInput = {
  guestId: string;
  stay: Stay;
  guestCount: number;
  status: Extract<BookingStatus, "upcoming" | "confirmed">;
  specialRequests: string | null;
  language: Language;
  /** A discount code as the guest typed it. */
  code: string | null;
  /** The price and the cancellation policy that the guest was shown. */
  expected: Expected;
  botSignals: BotSignals;
};

/** In `terms`, the forms send the currency after the cancellation steps. */
const CURRENCY = /[A-Z]{3}$/;

/** A field is null if the caller accepts any value. */
type Expected = { rate: string | null; total: string | null; terms: string | null };

export type CreateBookingResult =
  | Exclude<AddBookingResult, { reason: "price-changed" }>
  /** `onlyTerms`: the price is the one that was shown, but the cancellation policy has changed. */
  | { ok: false; reason: "price-changed"; quote: StayQuote; onlyTerms: boolean }
  | StayRefused
  /** A platform's calendar cannot be read, and the host's rule is not to sell in that case. */
  | PlatformsUnreachable
  /** Too many guests were asked to verify their email address in the last hour. */
  | { ok: false; reason: "proofs-paused" };

type StayRefused = {
  ok: false;
  reason: "stay-refused";
  field: ReturnType<typeof fieldOf>;
  refusal: StayRefusal;
  nearest: (Stay & { totalCents: Cents })[];
};

/** Sells the cottage for a stay, or says why not. Sets the price, policy, reference and id. */
export async function createBooking(
  { bookings, clock, bookingTerms, checkCalendars, ...needs }: CreateBookingNeeds,
  input: CreateBookingInput,
  caller: Registrant & { accessHash: string; networkBlock: string },
  submit: IdempotentRequest | null,
): Promise<CreateBookingResult> {
  const [terms, rule] = await Promise.all([bookingTerms(), needs.rules()]);
  /**
   * A replayed request returns the original booking, even if it would be refused today: the first response may have
   * been lost.
   */
  const unlessSold = async (refusal: CreateBookingResult): Promise<CreateBookingResult> => {
    const before = submit && (await bookings.storedResultOf(submit, caller.accessHash, clock()));
    return before && (before.ok || before.reason !== "never") ? before : refusal;
  };
  const today = dayAt(clock(), terms.timeZone);
  const found = input.code === null ? null : await needs.codes.find(input.code);
  const code = found && mayUseCode(found, input.stay, today) ? found : null;
  // For a guest who goes back from the payment page, and books the same stay again.
  const { guestId, guestCount, specialRequests } = input;
  const asked = { guestId, ...input.stay, guestCount, specialRequests, accessHash: caller.accessHash };
  if (input.code !== null && !code) {
    const same = found && (await bookings.sameBooking({ ...asked, code: found.code }));
    if (same) return same;
    const isHeld =
      found !== null && isUsedUp(found) && (await needs.codes.isHeldByBrowser(input.code, caller.accessHash));
    return unlessSold({ ok: false, ...refuseCode(found, { stay: input.stay, today, isHeld }) });
  }
  const earliest = earliestArrival(terms.prices.notice, clock(), terms.timeZone);
  const priced = await priceOf(bookings, { ...input, code }, terms.prices, { today, earliest });
  if (!priced.ok) return unlessSold(priced);
  const checked = await checkCalendars("guest");
  if (!checked.ok) return unlessSold(checked);
  const now = clock();

  const { quote } = priced;
  const price = sell(terms.prices, quote, { stay: input.stay, guests: input.guestCount, code, today });
  const { stay, botSignals, expected } = input;
  const samePrice =
    isSame(expected.rate, terms.prices.everyNight.priceCents, quote.currency) &&
    isSame(expected.total, quote.totalCents, quote.currency) &&
    [undefined, quote.currency].includes(CURRENCY.exec(expected.terms ?? "")?.[0]);
  const sameTerms =
    expected.terms === null || expected.terms.replace(CURRENCY, "") === JSON.stringify(terms.prices.cancellation);
  const plan = await planOf(needs.planPayments, { ...price, ...stay }, today);
  const unpayable = plan?.mode === "required" && !(await needs.canPay());
  // The host first checks with the platform or the payment provider; the nights are held in the meantime.
  const rules =
    checked.check.asksHost || unpayable ? { ...rule, bookingMode: "request" as const } : paidRules(rule, plan);
  const request = { requestedStatus: input.status, stay, networkBlock: caller.networkBlock, botSignals, rules, now };
  const result = await bookings.addBooking(
    {
      id: randomId(),
      reference: randomReference(),
      propertyId: PROPERTY_ID,
      guestId: input.guestId,
      ...input.stay,
      guestCount: input.guestCount,
      status: input.status,
      check: checked.check,
      source: "direct",
      specialRequests: input.specialRequests,
      language: input.language,
      ...price,
      policy: policyOf(quote.cancellation, terms),
      agreed: samePrice && sameTerms,
      createdAt: now,
      registrant: caller,
      registeredAfter: new Date(now.getTime() - PROVISIONAL_GUEST_MS),
      accessHash: caller.accessHash,
      plan,
      guard: await bookingGuardFor(needs.guard, request),
    },
    submit,
  );
  if (!result.ok && result.reason === "nights-taken") {
    // The host may have changed the price since the guest booked.
    const mostCents = expected.total === null ? quote.totalCents : centsOf(expected.total);
    return (await bookings.sameBooking({ ...asked, mostCents, currency: quote.currency })) ?? result;
  }
  if (!result.ok && result.reason === "prove-first") {
    const { name, email: address } = result.guest;
    const search = `in=${stay.checkIn}&out=${stay.checkOut}&guests=${input.guestCount}`;
    const proofRequested = await needs.requestProof({
      emailHash: result.emailHash,
      to: { name, address },
      search,
      language: input.language,
    });
    if (!proofRequested) return { ok: false, reason: "proofs-paused" };
  }
  if (!result.ok && result.reason === "price-changed") return { ...result, quote, onlyTerms: samePrice };
  return result;
}

/** How a sale is paid for; null if nothing is paid online. */
export async function planOf(
  planPayments: PlanPayments | null | undefined,
  { totalCents, oneNightCents, sold, ...stay }: SoldPrice & Stay,
  today: LocalDate,
): Promise<PaymentPlan | null> {
  if (!planPayments) return null;
  // An agreed total has no price for each night.
  const priced = sold.nights.map((night) => night.priceCents);
  const nightCents = priced.length > 0 ? priced : nightsOf(stay).map(() => oneNightCents);
  return planPayments({ totalCents, currency: sold.terms.currency, nightCents, checkIn: stay.checkIn }, today);
}

/** A guest who pays need not verify the email address. */
function paidRules(rule: SaleRules, plan: PaymentPlan | null): SaleRules {
  if (plan?.mode !== "required" || rule.bookingMode !== "verified") return rule;
  return { ...rule, bookingMode: "instant" };
}

function isSame(expected: string | null, cents: Cents, currency: string): boolean {
  return expected === null || expected === amountString(cents, currency);
}

/** The price under the website's rules, or the rule that the stay breaks, with alternatives. */
async function priceOf(
  bookings: BookingStore,
  { stay, guestCount: guests, code }: Pick<CreateBookingInput, "stay" | "guestCount"> & { code: PromoCode | null },
  document: PriceDocument,
  { today, earliest }: { today: LocalDate; earliest: LocalDate },
): Promise<{ ok: true; quote: StayQuote } | StayRefused> {
  // Whether the nights themselves are free is checked under the calendar's lock.
  const taken = await takenAround(bookings, { id: null, stay }, document);
  const evaluation = evaluateOn(createSellingCalendar(document, taken, today, earliest), { stay, guests, code });
  if (evaluation.ok) return evaluation;
  const { refusal } = evaluation;
  const allTaken = await bookings.takenNights(today, addDays(today, document.windowDays));
  const calendar = createSellingCalendar(document, new Set(allTaken), today, earliest);
  return {
    ok: false,
    reason: "stay-refused",
    field: fieldOf(refusal),
    refusal,
    nearest: offerInstead(calendar, { stay, guests, refusal }),
  };
}
