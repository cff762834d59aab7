import type { Money, MoneyRows } from "#contract/analytics.ts";
import type { Span } from "#domain/analytics/days.ts";
import { amountNumber } from "#domain/money/currency.ts";
import type { MoneyStore } from "./money-queries.ts";

export type MoneyNeeds = { money: MoneyStore; currency: () => Promise<string> };

/** What was paid and refunded, the provider's fees, and what is still due; `span` is null for all time. */
export async function readMoney(money: MoneyStore, span: Span | null, currency: string): Promise<Money> {
  const sums = await money.sums(span, currency);
  return {
    paid: amountNumber(sums.receivedCents, currency),
    refunded: amountNumber(sums.refundedCents, currency),
    fees: amountNumber(sums.feeCents, currency),
    due: amountNumber(sums.dueCents, currency),
  };
}

/** The ledger rows and unpaid bookings from which those figures are calculated. */
export async function listMoney(
  { money, currency: propertyCurrency }: MoneyNeeds,
  span: Span | null,
): Promise<MoneyRows> {
  const currency = await propertyCurrency();
  const [rows, dues] = await Promise.all([money.rows(span, currency), money.dues(span, currency)]);
  return {
    currency,
    rows: rows.map(({ receivedCents, refundedCents, feeCents, ...row }) => ({
      ...row,
      paid: amountNumber(receivedCents, currency),
      refunded: amountNumber(refundedCents, currency),
      fee: feeCents === null ? null : amountNumber(feeCents, currency),
    })),
    dues: dues.map(({ dueCents, ...row }) => ({ ...row, due: amountNumber(dueCents, currency) })),
  };
}
