import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from "kysely";
import { type BookingFilters, type BookingSort, type ListedStatus, searchTerms } from "#domain/booking/booking-list.ts";
import { EXPECTED_STATUSES, LEFT_STATUSES } from "#domain/booking/status.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import { NEVER_BOOKED, WAITS_FOR_HOST } from "../core/waiting.ts";
import type { Database, Db } from "../database/connect.ts";
import { contains, type Engine } from "../database/dialect.ts";
import type { Schema } from "../database/schema.ts";

/** A row in the list, identified by the record that it shows. */
export type Listed = { id: string; imported: boolean };

type Row = Schema["listed_booking"];
type Key = "check_in" | "check_out" | "name_key" | "amount" | "id";
type Order = readonly { key: Key; direction: "asc" | "desc" }[];
type Condition = (
  eb: ExpressionBuilder<Schema, "listed_booking">,
) => ExpressionWrapper<Schema, "listed_booking", SqlBool>;
/** A part of the list, whose rows are all sorted in the same way. The list shows its parts one after another. */
type Part = { where: Condition; order: Order };

const NEWEST = { key: "check_in", direction: "desc" } as const;
const BY_ID = { key: "id", direction: "asc" } as const;
const ORDERS = {
  checkIn: [NEWEST, BY_ID],
  checkOut: [{ key: "check_out", direction: "desc" }, NEWEST, BY_ID],
  guest: [{ key: "name_key", direction: "asc" }, NEWEST, BY_ID],
  amount: [{ key: "amount", direction: "desc" }, NEWEST, BY_ID],
} as const satisfies Record<Exclude<BookingSort, "upcoming">, Order>;

/** `upcoming` lists current and upcoming stays first, then past ones, latest first. Each part uses an index. */
function partsOf(sort: BookingSort, today: LocalDate): Part[] {
  if (sort !== "upcoming") return [{ where: (eb) => eb.and([]), order: ORDERS[sort] }];
  return [
    { where: (eb) => eb.and([eb("check_out", ">=", today)]), order: [{ key: "check_in", direction: "asc" }, BY_ID] },
    { where: (eb) => eb.and([eb("check_out", "<", today)]), order: ORDERS.checkIn },
  ];
}

/** The list's filters as SQL. `list-pages.test.ts` compares them with `findBookings`. */
function matching(engine: Engine, filters: BookingFilters, today: LocalDate): Condition {
  const { words, digits } = searchTerms(filters.search);
  return (eb) =>
    eb.and([
      ...(filters.status === "all" ? [] : [hasStatus(eb, filters.status, today)]),
      ...(filters.source === "all" ? [] : [eb("source", "=", filters.source)]),
      ...(filters.from === "" ? [] : [eb(filters.dates === "stay" ? "check_out" : "check_in", ">=", filters.from)]),
      ...(filters.to === "" ? [] : [eb("check_in", "<=", filters.to)]),
      eb.or([
        eb.and(words.map((word) => contains(engine, "search_text", word))),
        ...(digits ? [contains(engine, "phone_digits", digits)] : []),
      ]),
    ]);
}

/** A platform's stay is completed from the day on which the guest leaves, and confirmed before (`importedRow`). */
function hasStatus(eb: ExpressionBuilder<Schema, "listed_booking">, status: ListedStatus, today: LocalDate) {
  if (status === "to-answer")
    return eb("id", "in", eb.selectFrom("booking").select("booking.id").where(WAITS_FOR_HOST));
  if (status === "not-cancelled") return eb.or([eb("status", "!=", "cancelled"), eb("status", "is", null)]);
  if (status === "expected")
    return eb.and([
      eb("check_in", ">=", today),
      eb.or([eb("status", "in", EXPECTED_STATUSES), eb("status", "is", null)]),
    ]);
  if (status === "overstayed") return eb.and([eb("status", "not in", LEFT_STATUSES), eb("check_out", "<", today)]);
  const neverBooked = eb.exists(
    eb.selectFrom("booking").select("booking.id").whereRef("booking.id", "=", "listed_booking.id").where(NEVER_BOOKED),
  );
  if (status === "never-booked") return eb.and([eb("status", "=", "cancelled"), neverBooked]);
  const own = eb("status", "=", status);
  if (status === "cancelled") return eb.and([own, eb.not(neverBooked)]);
  if (status === "completed") return eb.or([own, eb.and([eb("status", "is", null), eb("check_out", "<=", today)])]);
  if (status === "confirmed") return eb.or([own, eb.and([eb("status", "is", null), eb("check_out", ">", today)])]);
  return own;
}

export type ListPage = { rows: Listed[]; page: number; pages: number; found: number; all: number };

/** One page of the list. For a page that does not exist, the nearest one is returned. */
export async function listedPage(
  { db, engine }: Database,
  filters: BookingFilters,
  { page, size, today }: { page: number; size: number; today: LocalDate },
): Promise<ListPage> {
  const matches = matching(engine, filters, today);
  const conditions = partsOf(filters.sort, today);
  const { all, counts } = await countsOf(
    db,
    conditions.map((part) => both(matches, part.where)),
  );
  const parts = conditions.map((part, place) => ({ part, rows: counts[place] ?? 0 }));
  const found = parts.reduce((sum, { rows }) => sum + rows, 0);
  const pages = Math.max(1, Math.ceil(found / size));
  const shown = Math.min(Math.max(1, page), pages);
  let skip = (shown - 1) * size;
  const rows: Listed[] = [];
  for (const { part, rows: count } of parts) {
    const take = Math.min(size - rows.length, count - skip);
    if (take > 0)
      rows.push(...(await rowsAt(db, { ...part, where: both(matches, part.where) }, { skip, take, count })));
    skip = Math.max(0, skip - count);
  }
  return { rows, page: shown, pages, found, all };
}

const both =
  (one: Condition, other: Condition): Condition =>
  (eb) =>
    eb.and([one(eb), other(eb)]);

/** The number of rows in total, and the number that match each condition, in one pass over the table. */
async function countsOf(db: Db, conditions: readonly Condition[]): Promise<{ all: number; counts: number[] }> {
  const row = await db
    .selectFrom("listed_booking")
    .select((eb) => [
      eb.fn.countAll<number>().as("all"),
      ...conditions.map((where, place) => eb.fn.countAll<number>().filterWhere(where(eb)).as(`part${place}`)),
    ])
    .executeTakeFirstOrThrow();
  const { all, ...counts } = row;
  return { all, counts: conditions.map((_, place) => counts[`part${place}`] ?? 0) };
}

/** Counts from the nearer end, so the last page costs no more than the first. */
async function rowsAt(
  db: Db,
  { where, order }: Part,
  { skip, take, count }: { skip: number; take: number; count: number },
): Promise<Listed[]> {
  const fromEnd = skip > count / 2;
  let query = db.selectFrom("listed_booking").select(["id", "imported"]).where(where);
  for (const { key, direction } of fromEnd ? reversed(order) : order) query = query.orderBy(key, direction);
  const rows = await query
    .limit(take)
    .offset(fromEnd ? count - skip - take : skip)
    .execute();
  return (fromEnd ? rows.toReversed() : rows).map(listedOf);
}

const reversed = (order: Order) =>
  order.map(({ key, direction }) => ({ key, direction: direction === "asc" ? ("desc" as const) : ("asc" as const) }));

const listedOf = ({ id, imported }: Pick<Row, "id" | "imported">): Listed => ({ id, imported: imported === 1 });

/** All rows that match, in order and in batches, so that memory use and query time do not grow with the table. */
export async function* listedInBatches(
  { db, engine }: Database,
  filters: BookingFilters,
  { size, today, before }: { size: number; today: LocalDate; before: () => Promise<void> },
): AsyncGenerator<Listed[]> {
  const matches = matching(engine, filters, today);
  for (const part of partsOf(filters.sort, today)) {
    let last: Row | undefined;
    do {
      await before();
      let query = db.selectFrom("listed_booking").selectAll().where(both(matches, part.where));
      for (const { key, direction } of part.order) query = query.orderBy(key, direction);
      if (last) query = query.where(following(part.order, last));
      const rows = await query.limit(size).execute();
      if (rows.length > 0) yield rows.map(listedOf);
      last = rows.length < size ? undefined : rows.at(-1);
    } while (last);
  }
}

/** The rows after `last`. The first condition is redundant, but lets the engines start in the middle of an index. */
function following(order: Order, last: Row): Condition {
  const [first] = order;
  return (eb) =>
    eb.and([
      ...(first ? [eb(first.key, first.direction === "asc" ? ">=" : "<=", last[first.key])] : []),
      eb.or(
        order.map(({ key, direction }, place) =>
          eb.and([
            ...order.slice(0, place).map((earlier) => eb(earlier.key, "=", last[earlier.key])),
            eb(key, direction === "asc" ? ">" : "<", last[key]),
          ]),
        ),
      ),
    ]);
}
