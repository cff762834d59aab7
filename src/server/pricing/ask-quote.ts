import { addDays, type LocalDate } from "#domain/calendar/local-date.ts";
import { chargeTimes } from "#domain/booking/cancellation.ts";
import type { Stay } from "#domain/booking/stay.ts";
import { earliestArrival } from "#domain/pricing/booking-notice.ts";
import { evaluateOn } from "#domain/pricing/evaluate-stay.ts";
import { offerInstead } from "#domain/pricing/nearest-stays.ts";
import { type CodeRefusal, isUsedUp, mayUseCode, refuseCode } from "#domain/pricing/promo-code.ts";
import type { StayQuote } from "#domain/pricing/quote.ts";
import { createSellingCalendar } from "#domain/pricing/selling-calendar.ts";
import type { StayRefusal } from "#domain/pricing/stay-check.ts";
import type { Database } from "../database/connect.ts";
import { findCode, isHeldByBrowser } from "./code-queries.ts";
import type { LocalTime, TimeZone } from "#domain/calendar/time-zone.ts";
import type { PriceDocument } from "#domain/pricing/price-document.ts";

export type QuoteNeeds = {
  clock: () => Date;
  prices: () => Promise<PriceDocument>;
  today: () => Promise<LocalDate>;
  /** Nights of `[from, to)` that no guest can book. */
  takenNights: (from: LocalDate, to: LocalDate) => Promise<LocalDate[]>;
  arrival: () => Promise<{ checkInTime: LocalTime; timeZone: TimeZone }>;
};

export type QuoteRequest = { stay: Stay; guests: number; code: string | null; browserHash: string | null };

/** `cancellation` says how much a cancellation costs, and from when. */
export type DatedQuote = Omit<StayQuote, "cancellation"> & { cancellation: { from: Date; amountCents: number }[] };

export type QuoteResult = {
  quote: DatedQuote | null;
  refusal: StayRefusal | null;
  nearest: (Stay & { totalCents: number })[];
  /** Null if no code was given, or if it can be used for the stay. */
  codeRefusal: CodeRefusal | null;
};

/** What a guest would pay today, or why the stay cannot be booked, with alternatives. */
export async function requestQuote(
  needs: QuoteNeeds & { database: Pick<Database, "db"> },
  { stay, guests, code: typed, browserHash }: QuoteRequest,
): Promise<QuoteResult> {
  const [document, today, arrival] = await Promise.all([needs.prices(), needs.today(), needs.arrival()]);
  const taken = await needs.takenNights(today, addDays(today, document.windowDays));
  const earliest = earliestArrival(document.notice, needs.clock(), arrival.timeZone);
  const calendar = createSellingCalendar(document, new Set(taken), today, earliest);
  const found = typed ? await findCode(needs.database.db, typed) : null;
  const code = found && mayUseCode(found, stay, today) ? found : null;
  const isHeld =
    typed && found && browserHash && isUsedUp(found)
      ? await isHeldByBrowser(needs.database.db, typed, browserHash)
      : false;
  const codeRefusal = typed && !code ? refuseCode(found, { stay, today, isHeld }) : null;
  const evaluation = evaluateOn(calendar, { stay, guests, code });
  if (evaluation.ok) {
    const cancellation = chargeTimes(stay.checkIn, arrival, evaluation.quote);
    return { quote: { ...evaluation.quote, cancellation }, refusal: null, nearest: [], codeRefusal };
  }
  const { refusal } = evaluation;
  const nearest = offerInstead(calendar, { stay, guests, refusal });
  return { quote: null, refusal, nearest, codeRefusal };
}
