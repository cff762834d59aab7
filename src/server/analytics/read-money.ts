import type { Money, MoneyRows } from "#contract/analytics.ts";
import type { Span } from "#domain/analytics/days.ts";
import { amountNumber } from "#domain/money/currency.ts";
import type { MoneyStore, MoneySums } from "./money-queries.ts";

/** What was paid and refunded, the provider's fees, and what is still due; `span` is null for all time. */
export async function readMoney(money: MoneyStore, span: Span | null, currency: string): Promise<Money> {
  const all = (await money.sums(span)).map(moneyView);
  const { currency: _currency, ...sums } = all.find((one) => one.currency === currency) ?? NOTHING;
  return { ...sums, others: all.filter((one) => one.currency !== currency) };
}

const NOTHING = { currency: "", paid: 0, refunded: 0, fees: 0, due: 0 };

function moneyView({ currency, receivedCents, refundedCents, feeCents, dueCents }: MoneySums): Money["others"][number] {
  return {
    currency,
    paid: amountNumber(receivedCents, currency),
    refunded: amountNumber(refundedCents, currency),
    fees: amountNumber(feeCents, currency),
    due: amountNumber(dueCents, currency),
  };
}

/** The ledger rows, and the bookings with an amount due, from which `readMoney` calculates its figures. */
export async function listMoney({ money }: { money: MoneyStore }, span: Span | null): Promise<MoneyRows> {
  const [rows, dues] = await Promise.all([money.rows(span), money.dues(span)]);
  return {
    rows: rows.map(({ receivedCents, refundedCents, feeCents, ...row }) => ({
      ...row,
      paid: amountNumber(receivedCents, row.currency),
      refunded: amountNumber(refundedCents, row.currency),
      fee: feeCents === null ? null : amountNumber(feeCents, row.currency),
    })),
    dues: dues.map(({ dueCents, ...row }) => ({ ...row, due: amountNumber(dueCents, row.currency) })),
  };
}
