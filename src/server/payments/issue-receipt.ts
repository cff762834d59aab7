import type { StoredBooking } from "#domain/booking/booking.ts";
import type { Payment } from "#domain/booking/payment.ts";
import { dayAt } from "#domain/calendar/time-zone.ts";
import type { Cents } from "#domain/money/money.ts";
import type { QuoteLine } from "#domain/pricing/quote.ts";
import type { Trx } from "../database/transaction.ts";
import { insertReceipt, nextReceiptNumber, shownOnReceipt } from "./ledger-queries.ts";

type Order = { booking: StoredBooking; payment: Payment; at: Date; removed: boolean };

/**
 * The permanent content of a receipt. It does not name the guest, unless the host has done so in the description of an
 * adjustment. The page adds the guest's name, until the name is erased.
 */
export type ReceiptContent = {
  /** Always positive; `receiptCents` adds the direction. */
  amountCents: number;
  /** What a correction takes back. Corrections issued by earlier versions do not say it. */
  corrects?: Payment["kind"];
  currency: string;
  method: Payment["method"];
  paidOn: string;
  live: boolean;
  reference: string;
  checkIn: string;
  checkOut: string;
  /** In English. Receipts issued by earlier versions show the current name and location. */
  property?: { name: string; location: string };
  /**
   * The price of the whole stay, even if this payment covers only part of it. Receipts issued by earlier versions have
   * no price, nor do receipts for payments after the stay was cancelled, which are for the fee or for something else.
   */
  price?: { totalCents: number; lines: QuoteLine[]; containedTaxes: { name: string; amountCents: number }[] };
};

/**
 * Runs in the transaction that writes the ledger row, under the calendar lock, so that there are no gaps in a year's
 * numbers.
 */
export async function issueReceipt(trx: Trx, { booking, payment, at, removed }: Order): Promise<void> {
  const year = Number(dayAt(at, booking.policy.timeZone).slice(0, 4));
  const { amountCents, method, paidOn, fact } = payment;
  const content: ReceiptContent = {
    amountCents,
    ...(removed ? { corrects: payment.kind } : {}),
    currency: fact?.currency ?? booking.currency,
    method,
    paidOn,
    live: fact?.live ?? true,
    reference: booking.reference,
    checkIn: booking.checkIn,
    checkOut: booking.checkOut,
    property: await shownOnReceipt(trx),
    ...(booking.status === "cancelled"
      ? {}
      : {
          price: {
            totalCents: booking.totalCents,
            lines: booking.priceLines,
            containedTaxes: booking.sold.containedTaxes,
          },
        }),
  };
  await insertReceipt(trx, {
    year,
    number: await nextReceiptNumber(trx, year),
    booking_id: booking.id,
    payment_id: payment.id,
    kind: removed || method === "refund-failed" ? "correction" : payment.kind,
    content: JSON.stringify(content),
    created_at: at.toISOString(),
  });
}

type IssuedReceipt = { kind: Payment["kind"] | "correction"; payment_id: string };

/** By how much a document changes what the guest has paid. `all` are the documents for the same booking. */
export function receiptCents(
  { kind, payment_id }: IssuedReceipt,
  { amountCents, method, corrects }: ReceiptContent,
  all: readonly IssuedReceipt[],
): Cents {
  if (kind !== "correction") return kind === "payment" ? amountCents : -amountCents;
  if (method === "refund-failed") return amountCents;
  const corrected = corrects ?? all.find((one) => one.payment_id === payment_id && one.kind !== "correction")?.kind;
  return corrected === "refund" ? amountCents : -amountCents;
}

/** `2026-0007` */
export function receiptNumber({ year, number }: { year: number; number: number }): string {
  return `${year}-${String(number).padStart(4, "0")}`;
}
