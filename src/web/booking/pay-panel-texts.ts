import type { Confirmation } from "#contract/booking.ts";
import { moneyText } from "#domain/money/currency.ts";

type Payment = NonNullable<Confirmation["payment"]>;

/** What the booking's own page says of money that was paid; the pay page has texts of its own. */
export const payTexts = {
  testMode: "Test mode: no real money moves",
  /** Before a cancellation. */
  backOf: ({ currency, paidCents, backIfCancelledCents }: Payment) =>
    backIfCancelledCents > 0
      ? `You get back ${moneyText(backIfCancelledCents, currency)} of the ${moneyText(paidCents, currency)} that you have paid.`
      : `Of the ${moneyText(paidCents, currency)} that you have paid, nothing goes back.`,
  /** Before a change: what it makes of the money that was paid. */
  afterChange: ({ currency, paidCents }: Payment, totalCents: number) => {
    const paid = `You have paid ${moneyText(paidCents, currency)}.`;
    if (totalCents > paidCents) return `${paid} ${moneyText(totalCents - paidCents, currency)} will be left to pay.`;
    if (totalCents === paidCents) return `${paid} Nothing will be left to pay.`;
    return `${paid} That is ${moneyText(paidCents - totalCents, currency)} more than the new price; the host will send it back.`;
  },
};
