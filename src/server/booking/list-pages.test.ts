import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BookingRow } from "#contract/admin-bookings.ts";
import {
  BOOKING_SORTS,
  type BookingFilters,
  LISTED_DATES,
  LISTED_STATUSES,
  NO_FILTERS,
} from "#domain/booking/booking-list.ts";
import { findBookings } from "../testing/find-bookings.ts";
import { BOOKING_SOURCES, ENDINGS } from "#domain/booking/booking.ts";
import { addDays, toLocalDate } from "#domain/calendar/local-date.ts";
import { engines } from "../testing/engines.ts";
import { importStay, openChannel } from "../testing/open-channel.ts";
import { madeUpStays, seededRandom, storeStays } from "../testing/random-stays.ts";
import { readCsv } from "../testing/read-csv.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";

/** The date on the test app's clock. */
const TODAY = toLocalDate("2026-11-21");
const FIRST_DAY = "2026-06-01";
const NAMES = [
  "Jürgen Müller",
  "jurgen MULLER",
  "Zoë Ödegård",
  "O'Connor",
  "Łukasz",
  "ΟΔΥΣΣΕΥΣ",
  "山田 太郎",
  "𠮷田",
  "Straße",
];
const PHONES = ["+94 77 123 4567", "0049 (30) 1234-567", "", "12", "ask me"];

describe.each(engines)("the pages of the bookings list on %s", (engine) => {
  let server: TestApp;
  let cookie: string;

  beforeAll(async () => {
    server = await startTestApp(engine);
    cookie = await server.signIn();
    await openChannel(server, cookie, "airbnb");
    const stays = madeUpStays(seededRandom(24), 110, FIRST_DAY).map((stay, n) => ({
      ...stay,
      name: NAMES[n % NAMES.length] ?? stay.name,
    }));
    await storeStays(server.db, stays, "2026-05-01T06:00:00.000Z");
    // Stays from a platform, stored after all others: some before TODAY and some after it.
    for (let n = 0; n < 20; n++) {
      const checkInDate = addDays(toLocalDate(n < 10 ? "2026-04-01" : "2029-01-01"), n * 3);
      await importStay(server.db, "channel-airbnb", { checkInDate, checkOutDate: addDays(checkInDate, 2) });
    }
    const { db } = server;
    for (const [n, phone] of PHONES.entries())
      await db.updateTable("guest").set({ phone }).where("email", "like", `%${n}@example.com`).execute();
    await db.updateTable("booking").set({ currency: "JPY" }).where("id", "like", "%3").execute();
    const until = "2027-01-01T00:00:00.000Z";
    const waits = [
      { pay_by: until },
      { offer_until: until },
      { waits_for: "guest", waits_until: until },
      { waits_for: "host", waits_until: until },
    ] as const;
    const cancelled = await db.selectFrom("booking").select("id").where("status", "=", "cancelled").execute();
    for (const [n, wait] of waits.entries()) {
      const ended = cancelled.filter((_, place) => place % 6 === n).map(({ id }) => id);
      await db
        .updateTable("booking")
        .set(wait)
        .where((eb) =>
          eb.or([eb("id", "in", ended), eb.and([eb("status", "=", "pending"), eb("id", "like", `%${n + 1}`)])]),
        )
        .execute();
    }
    await db
      .updateTable("channel_stay")
      .set({ guest_name: "Mette Ødegård", amount_cents: 45_000, amount_currency: "USD" })
      .where("starts_on", "<", toLocalDate("2026-04-10"))
      .execute();
  });
  afterAll(() => server.close());

  const host = (path: string) => server.send("GET", path, undefined, { cookie });
  const addressOf = (filters: Partial<BookingFilters>) =>
    new URLSearchParams(Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== "")));
  async function pages(filters: BookingFilters): Promise<BookingRow[]> {
    const rows: BookingRow[] = [];
    for (let page = 1, last = 1; page <= last; page++) {
      const { json, status, text } = await host(`/api/admin/bookings-page?${addressOf(filters)}&page=${page}`);
      expect(status, text).toBe(200);
      expect(json.page).toBe(page);
      expect(json.bookings.length).toBe(Math.min(50, json.found - (page - 1) * 50));
      rows.push(...json.bookings);
      last = json.pages;
    }
    return rows;
  }
  /** SPEC 7's complete list, filtered and sorted by `findBookings`. */
  const defined = async (filters: BookingFilters) =>
    findBookings<BookingRow>((await host("/api/admin/bookings")).json, filters, TODAY);

  const filters: fc.Arbitrary<BookingFilters> = fc.record({
    search: fc.oneof(
      fc.constantFrom(
        "",
        "",
        "muller",
        "MÜLLER jurgen",
        "zoe",
        "strasse",
        "οδυσσευς",
        "𠮷",
        "@example",
        "LK-STAY airbnb",
      ),
      fc.constantFrom(
        "0771234567",
        "77 123",
        "004930",
        "+49 30 1234567",
        "12",
        "%",
        "_",
        "'",
        "\\",
        "ødegard airbnb stay",
      ),
      fc.string({ unit: "grapheme", maxLength: 2 }).map((text) => text.trim()),
    ),
    from: fc.constantFrom("" as const, TODAY, toLocalDate("2027-03-01")),
    to: fc.constantFrom("" as const, TODAY, toLocalDate("2027-06-01")),
    dates: fc.constantFrom(...LISTED_DATES),
    status: fc.constantFrom("all" as const, "all" as const, ...LISTED_STATUSES),
    source: fc.constantFrom("all" as const, "all" as const, ...BOOKING_SOURCES),
    sort: fc.constantFrom(...BOOKING_SORTS),
  });

  test("show the rows that findBookings gives, in the same order, with any filters", async () => {
    const all: BookingRow[] = (await host("/api/admin/bookings")).json;
    expect(all.filter(({ imported }) => imported).length).toBeGreaterThan(10);
    expect(new Set(all.map(({ waitsFor }) => waitsFor))).toEqual(new Set([null, "guest", "host"]));
    expect(new Set(all.map(({ endedAs }) => endedAs))).toEqual(new Set([null, ...ENDINGS]));
    for (const sort of BOOKING_SORTS) {
      expect(await pages({ ...NO_FILTERS, sort })).toEqual(findBookings(all, { ...NO_FILTERS, sort }, TODAY));
    }
    await fc.assert(
      fc.asyncProperty(filters, async (filter) => {
        expect(await pages(filter)).toEqual(findBookings(all, filter, TODAY));
      }),
      { numRuns: 60 },
    );
  });

  test("the export has the same rows as the list, in the same order", async () => {
    for (const sort of BOOKING_SORTS) {
      const file = await host(`/api/admin/bookings.csv?sort=${sort}&search=e`);
      const rows = readCsv(file.text.replace(/^\uFEFF/, "")).slice(1);
      const expected = await defined({ ...NO_FILTERS, sort, search: "e" });
      expect(rows.map((row) => [row[0], row[6]])).toEqual(expected.map((row) => [row.reference, row.checkIn]));
    }
  });

  test("reflect changes to bookings, guests, platforms' stays and channels", async () => {
    const { db } = server;
    const unchanged = async () => expect(await pages(NO_FILTERS)).toEqual(await defined(NO_FILTERS));
    const found = async (search: string) =>
      (await host(`/api/admin/bookings-page?${addressOf({ search })}`)).json.found;
    const [one, other] = await db
      .selectFrom("booking")
      .selectAll()
      .where("status", "=", "cancelled")
      .limit(2)
      .execute();
    if (!one || !other) throw new Error("No cancelled bookings");
    await db.updateTable("guest").set({ name: "Renamed Person" }).where("id", "=", one.guest_id).execute();
    expect(await found("renamed")).toBe(1);
    await db
      .updateTable("booking")
      .set({ check_in: "2026-01-01", check_out: "2026-01-03" })
      .where("id", "=", one.id)
      .execute();
    await unchanged();
    await db.deleteFrom("booking").where("id", "=", other.id).execute();
    await unchanged();
    // A platform's stay that is also one of our bookings has no separate row, unless our booking is cancelled; nor has
    // one that may be a copy of another platform's stay, until the host has answered (S-44).
    const standing = await db
      .selectFrom("booking")
      .select("id")
      .where("status", "=", "confirmed")
      .limit(1)
      .executeTakeFirstOrThrow();
    const before = await found("airbnb stay");
    const [stay, twin] = await db
      .selectFrom("channel_stay")
      .select("id")
      .where("starts_on", ">", toLocalDate("2029-01-01"))
      .limit(2)
      .execute();
    await db
      .updateTable("channel_stay")
      .set({ booking_id: standing.id })
      .where("id", "=", stay?.id ?? "")
      .execute();
    await unchanged();
    const question = { id: "q", channel_id: "channel-airbnb", kind: "sold-twice", question: "", nights: "" } as const;
    await db
      .insertInto("channel_review")
      .values({ ...question, stay_id: twin?.id ?? null, opened_at: "2026-11-21T06:00:00.000Z" })
      .execute();
    expect(await found("airbnb stay")).toBe(before - 2);
    await db.updateTable("booking").set({ status: "cancelled" }).where("id", "=", standing.id).execute();
    expect(await found("airbnb stay")).toBe(before - 1);
    await db.updateTable("channel_review").set({ answered_at: "2026-11-21T06:00:00.000Z" }).execute();
    await unchanged();
    await db.updateTable("channel").set({ platform: "other", name: "Ferienhaus Käfer" }).execute();
    await unchanged();
    await db.updateTable("channel").set({ platform: "airbnb", name: "airbnb" }).execute();
    await unchanged();
  });

  test("an erased guest can no longer be found, even before the list is opened again", async () => {
    const { db } = server;
    await host("/api/admin/bookings-page");
    const booking = await db.selectFrom("booking").select(["id", "guest_id"]).limit(1).executeTakeFirstOrThrow();
    const listed = () => db.selectFrom("listed_booking").select("id").where("id", "=", booking.id).execute();
    expect(await listed()).toHaveLength(1);
    await db
      .updateTable("guest")
      .set({ name: "Erased guest", email: "", phone: "" })
      .where("id", "=", booking.guest_id)
      .execute();
    expect(await listed()).toHaveLength(0);
  });

  test("after a large import the list responds at once, and is complete a few requests later", async () => {
    const { db } = server;
    const some = await db.selectFrom("booking").select("id").limit(1).executeTakeFirstOrThrow();
    const before = (await host("/api/admin/bookings-page")).json;
    expect(before.unlisted).toBe(0);
    await db.deleteFrom("listed_booking").where("id", "=", some.id).execute();
    // The change to the existing booking comes last.
    const subjects = [...Array.from({ length: 800 }, (_, n) => `gone-${n}`), some.id];
    await db
      .insertInto("listed_booking_change")
      .values(subjects.map((subject) => ({ subject })))
      .execute();
    const responses = [];
    for (let request = 0; request < 3; request++) responses.push((await host("/api/admin/bookings-page")).json);
    expect(responses.map(({ unlisted, all }) => ({ unlisted, all }))).toEqual([
      { unlisted: 501, all: before.all - 1 },
      { unlisted: 201, all: before.all - 1 },
      { unlisted: 0, all: before.all },
    ]);
  });

  test("if a page does not exist, the nearest page is returned; invalid input is refused", async () => {
    const { all, pages: last } = (await host("/api/admin/bookings-page")).json;
    const beyond = (await host("/api/admin/bookings-page?page=999")).json;
    expect(beyond).toMatchObject({ page: last, found: all });
    expect(beyond.bookings).toHaveLength(all - (last - 1) * 50);
    expect((await host("/api/admin/bookings-page?page=0")).json.page).toBe(1);
    expect((await host("/api/admin/bookings-page?page=x")).status).toBe(400);
    expect((await host("/api/admin/bookings-page?sort=id")).status).toBe(400);
    expect((await server.send("GET", "/api/admin/bookings-page")).status).toBe(401);
  });
});
