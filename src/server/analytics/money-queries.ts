import type { Cents } from "#domain/money/money.ts";
import { sql } from "kysely";
import type { Span } from "#domain/analytics/days.ts";
import { STANDING } from "../core/occupied-nights.ts";
import type { Db } from "../database/connect.ts";

/** Money that came back to us through a won dispute or a failed refund. It is subtracted from the refunds. */
const BACK_AGAIN = sql<boolean>`payment.method in ('dispute', 'refund-failed')`;
const RECEIVED = sql<number>`case when payment.kind = 'payment' and not ${BACK_AGAIN} then payment.amount_cents else 0 end`;
const REFUNDED = sql<number>`case when payment.kind = 'refund' then payment.amount_cents
  when ${BACK_AGAIN} then -payment.amount_cents else 0 end`;
/** What has been paid for a booking, minus refunds, without test payments. */
const PAID_FOR_BOOKING = sql<number>`coalesce((select sum(case when payment.kind = 'payment' then payment.amount_cents
  else -payment.amount_cents end) from payment
  where payment.booking_id = booking.id and (payment.live is null or payment.live = 1)), 0)`;
const OWED = sql<number>`case when booking.status = 'cancelled' then coalesce(booking.cancellation_fee_cents, 0)
  else booking.total_cents end`;

/**
 * Only these bookings can have an amount owed by or to the guest; bookings that were cancelled free of charge and have
 * no payments are not read.
 */
const MAY_OWE = sql<boolean>`booking.id in (
  select booking.id from booking where ${STANDING}
  union all select booking.id from booking where booking.cancellation_fee_cents > 0
  union all select payment.booking_id from payment)`;

/** Sums in one currency, in its smallest units. */
export type MoneySums = {
  currency: string;
  receivedCents: Cents;
  refundedCents: Cents;
  feeCents: Cents;
  dueCents: Cents;
};

/**
 * Amounts from the ledger, without test payments; `span` is null for all time. Payments count on the day they were
 * made, and amounts due count on the check-in date.
 */
export function createMoneyStore(db: Db) {
  const moved = (span: Span | null) => {
    const rows = db
      .selectFrom("payment")
      // SQLite reads the first table of a cross join first. With this order, it reads the payments instead of every
      // booking.
      .crossJoin("booking")
      .whereRef("booking.id", "=", "payment.booking_id")
      .where((eb) => eb.or([eb("payment.live", "is", null), eb("payment.live", "=", 1)]));
    return span ? rows.where("payment.paid_on", ">=", span.from).where("payment.paid_on", "<", span.to) : rows;
  };
  /** Direct bookings with an amount due. Platforms handle the payments for their own stays. */
  const owing = (span: Span | null) => {
    const rows = db
      .selectFrom("booking")
      .where("booking.source", "=", "direct")
      .where("booking.status", "<>", "pending")
      .where(MAY_OWE)
      .where(sql<boolean>`${OWED} > ${PAID_FOR_BOOKING}`);
    return span ? rows.where("booking.check_in", ">=", span.from).where("booking.check_in", "<", span.to) : rows;
  };

  return {
    /** One entry for each currency in which anything was paid or is due. */
    sums: async (span: Span | null): Promise<MoneySums[]> => {
      const [money, due] = await Promise.all([
        moved(span)
          .select([
            "booking.currency",
            sql<number>`sum(${RECEIVED})`.as("receivedCents"),
            sql<number>`sum(${REFUNDED})`.as("refundedCents"),
            sql<number>`coalesce(sum(payment.fee_minor), 0)`.as("feeCents"),
          ])
          .groupBy("booking.currency")
          .execute(),
        owing(span)
          .select(["booking.currency", sql<number>`sum(${OWED} - ${PAID_FOR_BOOKING})`.as("dueCents")])
          .groupBy("booking.currency")
          .execute(),
      ]);
      const currencies = new Set([...money, ...due].map(({ currency }) => currency));
      return [...currencies].toSorted().map((currency) => {
        const paid = money.find((one) => one.currency === currency);
        return {
          currency,
          receivedCents: Number(paid?.receivedCents ?? 0),
          refundedCents: Number(paid?.refundedCents ?? 0),
          feeCents: Number(paid?.feeCents ?? 0),
          dueCents: Number(due.find((one) => one.currency === currency)?.dueCents ?? 0),
        };
      });
    },

    rows: async (span: Span | null) => {
      const rows = await moved(span)
        .innerJoin("guest", "guest.id", "booking.guest_id")
        .select(["payment.id", "payment.booking_id as bookingId", "payment.paid_on as day", "payment.method"])
        .select(["payment.fee_minor as feeCents", "booking.reference", "booking.currency", "guest.name as guestName"])
        .select([RECEIVED.as("received"), REFUNDED.as("refunded")])
        .orderBy("payment.paid_on", "desc")
        .orderBy("payment.recorded_at", "desc")
        .orderBy("payment.id")
        .execute();
      return rows.map(({ received, refunded, ...row }) => ({
        ...row,
        receivedCents: Number(received),
        refundedCents: Number(refunded),
      }));
    },

    dues: async (span: Span | null) => {
      const rows = await owing(span)
        .innerJoin("guest", "guest.id", "booking.guest_id")
        .select(["booking.id as bookingId", "booking.reference", "booking.check_in as checkIn", "booking.currency"])
        .select("guest.name as guestName")
        .select(sql<number>`${OWED} - ${PAID_FOR_BOOKING}`.as("due"))
        .orderBy("booking.check_in")
        .orderBy("booking.id")
        .execute();
      return rows.map(({ due, ...row }) => ({ ...row, dueCents: Number(due) }));
    },
  };
}

export type MoneyStore = ReturnType<typeof createMoneyStore>;
