import type { Span } from "#domain/analytics/days.ts";
import type { CurrencySum } from "./ports.ts";
import { sql } from "kysely";
import type { DashboardStay } from "#contract/analytics.ts";
import { waitsFor } from "#domain/booking/booking.ts";
import { type BookingStatus, EXPECTED_STATUSES, LEFT_STATUSES } from "#domain/booking/status.ts";
import { nightCount } from "#domain/booking/stay.ts";
import { FIRST_DATE, LAST_DATE, type LocalDate } from "#domain/calendar/local-date.ts";
import { STANDING } from "../core/occupied-nights.ts";
import { WAIT_COLUMNS, type WaitColumns, WAITS_FOR_HOST, waitingOf } from "../core/waiting.ts";
import type { Db } from "../database/connect.ts";
import type { Schema } from "../database/schema.ts";
import { type ExtraSums, extraSums } from "./line-sums.ts";
import type { Cents } from "#domain/money/money.ts";

type Totals = { bookings: number; cents: Cents; thisMonth: number; upcoming: number };

const ARRIVING = [...EXPECTED_STATUSES, "checked-in"] as const satisfies BookingStatus[];

const ALL_DAYS = { from: FIRST_DATE, to: LAST_DATE };

export function createDashboardStore(db: Db) {
  const booked = () =>
    db
      .selectFrom("booking")
      .innerJoin("guest", "guest.id", "booking.guest_id")
      .select(["booking.id", "booking.reference", "booking.guest_count", "booking.source"])
      .select(["booking.check_in", "booking.check_out", "guest.name"])
      .select(WAIT_COLUMNS)
      .where(STANDING);
  const byArrival = () => booked().orderBy("booking.check_in").orderBy("booking.id");
  const staysOf = async (stays: ReturnType<typeof booked>): Promise<DashboardStay[]> =>
    (await stays.execute()).map(toStay);
  return {
    /** `cents` is the sum of the totals in the given currency. */
    totals: (today: LocalDate, month: Span, currency: string): Promise<Totals> =>
      db
        .selectFrom("booking")
        .where(STANDING)
        .select((eb) => [
          eb.fn.countAll<number>().as("bookings"),
          eb.fn
            .coalesce(eb.fn.sum<number>("total_cents").filterWhere("currency", "=", currency), sql<number>`0`)
            .as("cents"),
          eb.fn
            .countAll<number>()
            .filterWhere("check_in", ">=", month.from)
            .filterWhere("check_in", "<", month.to)
            .as("thisMonth"),
          eb.fn
            .countAll<number>()
            .filterWhere("check_in", ">=", today)
            .filterWhere("status", "in", EXPECTED_STATUSES)
            .as("upcoming"),
        ])
        .executeTakeFirstOrThrow(),

    /** The parts of `cents` in `totals` that are not accommodation. */
    extraSums: (currency: string): Promise<ExtraSums> => extraSums(db, ALL_DAYS, currency),

    otherTotals: (currency: string): Promise<CurrencySum[]> =>
      db
        .selectFrom("booking")
        .where(STANDING)
        .where("currency", "<>", currency)
        .select((eb) => ["currency", eb.fn.sum<number>("total_cents").as("cents")])
        .groupBy("currency")
        .execute(),

    /**
     * Stays that begin on the given day, whether or not the guests have checked in, except those whose guests have
     * already left.
     */
    arrivals: (day: LocalDate) =>
      staysOf(byArrival().where("booking.check_in", "=", day).where("booking.status", "in", ARRIVING)),

    /** Stays whose guests have not arrived yet. */
    expected: ({ from, to }: Span) =>
      staysOf(
        byArrival()
          .where("booking.check_in", ">=", from)
          .where("booking.check_in", "<", to)
          .where("booking.status", "in", EXPECTED_STATUSES),
      ),

    departures: (day: LocalDate) => staysOf(byArrival().where("booking.check_out", "=", day)),

    inHouse: (today: LocalDate) =>
      staysOf(
        byArrival()
          .where("booking.check_out", ">", today)
          .where((eb) =>
            eb.or([
              eb("booking.status", "=", "checked-in"),
              eb.and([eb("booking.check_in", "<", today), eb("booking.status", "in", EXPECTED_STATUSES)]),
            ]),
          ),
      ),

    upcoming: (today: LocalDate, limit: number) =>
      staysOf(
        byArrival()
          .where("booking.check_in", ">=", today)
          .where("booking.status", "in", EXPECTED_STATUSES)
          .limit(limit),
      ),

    recent: (today: LocalDate, limit: number) =>
      staysOf(
        booked()
          .where("booking.check_out", "<", today)
          .orderBy("booking.check_out", "desc")
          .orderBy("booking.id")
          .limit(limit),
      ),

    /** Bookings that are waiting for the host's answer, and their earliest deadline, if any has one. */
    pending: async (): Promise<{ bookings: number; first: Date | null }> => {
      const rows = await db.selectFrom("booking").select(WAIT_COLUMNS).where(WAITS_FOR_HOST).execute();
      const deadlines = rows.flatMap((row) => waitingOf(row)?.until.getTime() ?? []);
      return { bookings: rows.length, first: deadlines.length > 0 ? new Date(Math.min(...deadlines)) : null };
    },

    /** Stays that their guests have asked to change, the most urgent first. */
    changeRequests: async (): Promise<{ id: string; reference: string; name: string; until: Date }[]> => {
      const rows = await db
        .selectFrom("booking")
        .innerJoin("guest", "guest.id", "booking.guest_id")
        .select(["booking.id", "booking.reference", "guest.name", "booking.change_until"])
        .where("booking.change_until", "is not", null)
        .orderBy("booking.change_until")
        .execute();
      return rows.map(({ change_until, ...row }) => ({ ...row, until: new Date(change_until ?? 0) }));
    },

    /** The number of stays that ended before today but were never marked as checked out, and the id of one of them. */
    overstayed: (today: LocalDate): Promise<{ count: number; id: string | null }> =>
      db
        .selectFrom("booking")
        .select((eb) => [eb.fn.countAll<number>().as("count"), eb.fn.min("id").as("id")])
        .where(STANDING)
        .where("check_out", "<", today)
        .where("status", "not in", LEFT_STATUSES)
        .executeTakeFirstOrThrow(),

    hasBooking: async (): Promise<boolean> =>
      (await db.selectFrom("booking").select("id").limit(1).executeTakeFirst()) !== undefined,
  };
}

type Row = Pick<Schema["booking"], "id" | "reference" | "guest_count" | "source" | "check_in" | "check_out"> &
  WaitColumns & { name: string };

export function toStay(row: Row): DashboardStay {
  return {
    id: row.id,
    reference: row.reference,
    guestName: row.name,
    guestCount: row.guest_count,
    status: row.status,
    waitsFor: waitsFor({ status: row.status, waiting: waitingOf(row) }),
    source: row.source,
    checkIn: row.check_in,
    checkOut: row.check_out,
    nights: nightCount({ checkIn: row.check_in, checkOut: row.check_out }),
    imported: false,
  };
}

export type DashboardStore = ReturnType<typeof createDashboardStore>;
