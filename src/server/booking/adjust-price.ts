import type { StoredBooking } from "#domain/booking/booking.ts";
import { amountFromText, exactMoneyText, typedExamples } from "#domain/money/currency.ts";
import { MAX_CENTS } from "#domain/money/money.ts";
import {
  type Adjustment,
  adjustmentEvent,
  adjustmentsOf,
  MAX_ADJUSTMENTS,
  withAdjustments,
} from "#domain/pricing/adjustments.ts";
import { ANSWER_FIRST } from "./change-stay.ts";
import { TOO_EXPENSIVE } from "./price-for-host.ts";
import { type ActResult, type BookingNeeds, type HostOrder, refuse, type Refusal, type Step } from "./ports.ts";

type PriceChange = {
  /** `total` sets an agreed price for the stay: the added line is its difference from the current price. */
  kind: "discount" | "extra" | "total";
  /** The amount as the host typed it, in the currency of the booking. */
  amount: string;
  label: string;
};

export function addAdjustment(
  { bookings, clock }: BookingNeeds,
  { kind, amount, label, ...order }: HostOrder & PriceChange,
) {
  return act({ bookings, clock }, order, (booking) => {
    const cents = amountFromText(amount, booking.currency);
    if (cents === null || (cents === 0 && kind !== "total")) {
      return refuse(`Enter an amount above zero, like ${typedExamples(booking.currency)}`, 400, "amount");
    }
    const amountCents = kind === "total" ? cents - booking.totalCents : kind === "discount" ? -cents : cents;
    if (amountCents === 0) return refuse("This is already the price of the stay", 400, "amount");
    if (booking.totalCents + amountCents < 0) {
      const total = exactMoneyText(booking.totalCents, booking.currency);
      return refuse(`The stay costs ${total}: a discount cannot exceed that`, 400, "amount");
    }
    if (booking.totalCents + amountCents > MAX_CENTS) return refuse(TOO_EXPENSIVE, 400, "amount");
    const before = adjustmentsOf(booking);
    if (before.length >= MAX_ADJUSTMENTS)
      return refuse("There are already too many discounts and extras. Remove one first.", 400, "label");
    return [...before, { label, amountCents, ...(kind === "total" && { agreedTotal: true }) }];
  });
}

/** Removes a line; `place` is its index among the adjustments in the version of the booking that the host has seen. */
export function removeAdjustment(
  { bookings, clock }: BookingNeeds,
  { place, ...order }: HostOrder & { place: number },
) {
  return act({ bookings, clock }, order, (booking) => {
    const before = adjustmentsOf(booking);
    if (!before[place]) return refuse("This line has already been removed.", 404);
    return before.filter((_one, index) => index !== place);
  });
}

function act(
  { bookings, clock }: BookingNeeds,
  order: HostOrder,
  decide: (booking: StoredBooking) => Adjustment[] | Refusal,
): Promise<ActResult> {
  return bookings.act({
    ...order,
    at: clock(),
    decide: (booking): Step | Refusal => {
      if (booking.status === "cancelled") {
        return refuse("Only the cancellation fee is due for a cancelled stay.");
      }
      if (booking.changeRequest) return refuse(ANSWER_FIRST);
      const adjustments = decide(booking);
      if (!Array.isArray(adjustments)) return adjustments;
      const next = withAdjustments(booking, adjustments);
      return {
        ok: true,
        act: "booking.price",
        event: eventOf(booking, adjustments, next.totalCents),
        next,
      };
    },
  });
}

function eventOf(booking: StoredBooking, after: readonly Adjustment[], totalCents: number): string {
  const before = adjustmentsOf(booking);
  const added = after.length > before.length ? after.at(-1) : undefined;
  const line = added ?? before.find((one, place) => after[place] !== one && !same(after[place], one));
  const money = (cents: number) => exactMoneyText(cents, booking.currency);
  const what = line ? adjustmentEvent(line, line === added, booking.currency) : "A line removed from the price";
  return `${what}: ${money(totalCents)} instead of ${money(booking.totalCents)}`;
}

function same(a: Adjustment | undefined, b: Adjustment): boolean {
  return a?.label === b.label && a.amountCents === b.amountCents;
}
