import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays, type LocalDate, toLocalDate } from "#domain/calendar/local-date.ts";
import { engines } from "../testing/engines.ts";
import { GUEST, bookStay, stayBody } from "../testing/given.ts";
import { type TestResponse, startTestApp, type TestApp } from "../testing/test-app.ts";

const ROUNDS = 12;
const RIVALS = 4;

describe.each(engines)("simultaneous claims for the same nights have one winner, on %s", (engine) => {
  let server: TestApp;
  let cookie: string;
  let firstFree: LocalDate = toLocalDate("2027-01-01");
  beforeAll(async () => {
    server = await startTestApp(engine);
    cookie = await server.signIn();
  });
  afterAll(() => server.close());

  function nights(count: number) {
    const checkInDate = firstFree;
    firstFree = addDays(firstFree, count);
    return { checkInDate, checkOutDate: firstFree };
  }
  const host = (method: string, path: string, body: unknown) => server.send(method, path, body, { cookie });

  /** Registers the guests first, so that only the bookings themselves race. */
  async function rivals(stay: { checkInDate: string; checkOutDate: string }): Promise<(() => Promise<TestResponse>)[]> {
    const guests = await Promise.all(Array.from({ length: RIVALS }, () => server.send("POST", "/api/guests", GUEST)));
    return guests.map(
      (guest) => () => server.send("POST", "/api/bookings", { ...stayBody(stay), guestId: guest.json.id }),
    );
  }

  /** Runs all attempts at once: exactly one wins, and the others get a 409 that lists the taken nights. */
  async function oneWinner(attempts: (() => Promise<TestResponse>)[], winner: number[]): Promise<void> {
    const responses = await Promise.all(attempts.map((attempt) => attempt()));
    const won = responses.filter((response) => winner.includes(response.status));
    const lost = responses.filter((response) => response.status === 409);
    expect(responses).toHaveLength(won.length + lost.length);
    expect(won).toHaveLength(1);
    for (const response of lost) expect(response.json.nights.length).toBeGreaterThan(0);
  }

  /** Every night of every stay that is not cancelled, and of every block, has exactly one owner: that stay or block. */
  async function expectOneOwnerANight(): Promise<void> {
    const owned = await server.db.selectFrom("occupied_night").selectAll().execute();
    const owners = new Map(owned.map((row) => [row.night, row.booking_id ?? row.block_id]));
    const bookings = await server.db.selectFrom("booking").selectAll().execute();
    let expected = 0;
    for (const booking of bookings.filter((one) => one.status !== "cancelled")) {
      for (let night = booking.check_in; night < booking.check_out; night = addDays(night, 1), expected++) {
        expect(owners.get(night)).toBe(booking.id);
      }
    }
    for (const block of await server.db.selectFrom("owner_block").selectAll().execute()) {
      for (let night = block.starts_on; night < block.ends_on; night = addDays(night, 1), expected++) {
        expect(owners.get(night)).toBe(block.id);
      }
    }
    expect(owned).toHaveLength(expected);
  }

  test("restoring a cancelled stay against new bookings", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const stay = nights(3);
      const { json: booking } = await bookStay(server, stay);
      const order = { version: 1, waiveFee: false, expectedFee: "0.00" };
      expect((await host("POST", `/api/admin/bookings/${booking.id}/cancel`, order)).status).toBe(200);
      const restore = () =>
        host("POST", `/api/admin/bookings/${booking.id}/status`, { version: 2, status: "confirmed" });
      await oneWinner(round % 2 ? [restore, ...(await rivals(stay))] : [...(await rivals(stay)), restore], [200, 201]);
    }
    await expectOneOwnerANight();
  });

  test("moving a stay against new bookings", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const old = nights(2);
      const dates = nights(2);
      const { json: booking } = await bookStay(server, old);
      const body = { version: 1, ...dates, guestCount: 2, price: "keep", expectedTotal: "300.00" };
      const move = () => host("PUT", `/api/admin/bookings/${booking.id}/stay`, body);
      await oneWinner(round % 2 ? [move, ...(await rivals(dates))] : [...(await rivals(dates)), move], [200, 201]);
    }
    await expectOneOwnerANight();
  });

  test("blocking nights against new bookings", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const stay = nights(2);
      const body = { startsOn: stay.checkInDate, endsOn: stay.checkOutDate, reason: "Painting" };
      const block = () => host("POST", "/api/admin/blocks", body);
      await oneWinner(round % 2 ? [block, ...(await rivals(stay))] : [...(await rivals(stay)), block], [201]);
    }
    await expectOneOwnerANight();
  });

  test("of three simultaneous actions on the same booking, one succeeds; the others have to be repeated after a reload", async () => {
    const { json: booking } = await bookStay(server, nights(1));
    const responses = await Promise.all(
      ["confirmed", "confirmed", "confirmed"].map((status) =>
        host("POST", `/api/admin/bookings/${booking.id}/status`, { version: 1, status }),
      ),
    );
    expect(responses.map((response) => response.status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  });

  test("raw SQL that bypasses the product is refused by the database", async () => {
    const { db } = server;
    const stay = nights(2);
    const { json: booking } = await bookStay(server, stay);
    const free = nights(2);
    const { json: cancelled } = await bookStay(server, free);
    const order = { version: 1, waiveFee: false, expectedFee: "0.00" };
    await host("POST", `/api/admin/bookings/${cancelled.id}/cancel`, order);
    const kept = nights(2);
    const { json: block } = await host("POST", "/api/admin/blocks", {
      startsOn: kept.checkInDate,
      endsOn: kept.checkOutDate,
      reason: "Painting",
    });
    const aBlock = {
      id: "raw",
      property_id: 1,
      starts_on: toLocalDate(stay.checkInDate),
      ends_on: toLocalDate(stay.checkOutDate),
      reason: "raw",
      created_at: "2026-11-21T00:00:00.000Z",
      created_by: "raw",
      version: 1,
    };
    const night = { property_id: 1, night: stay.checkInDate };

    const attempts = {
      "a block on sold nights": db.insertInto("owner_block").values(aBlock),
      "a block without nights": db
        .insertInto("owner_block")
        .values({ ...aBlock, starts_on: free.checkInDate, ends_on: free.checkOutDate }),
      "a block moved onto sold nights": db
        .updateTable("owner_block")
        .set({ starts_on: stay.checkInDate, ends_on: stay.checkOutDate })
        .where("id", "=", block.id),
      "a booking moved onto blocked nights": db
        .updateTable("booking")
        .set({ check_in: kept.checkInDate, check_out: kept.checkOutDate })
        .where("id", "=", booking.id),
      "a cancelled booking revived without nights": db
        .updateTable("booking")
        .set({ status: "confirmed" })
        .where("id", "=", cancelled.id),
      "a sold night claimed for a block": db.insertInto("occupied_night").values({ ...night, block_id: block.id }),
      "a sold night freed": db.deleteFrom("occupied_night").where("booking_id", "=", booking.id),
      "a blocked night freed": db.deleteFrom("occupied_night").where("block_id", "=", block.id),
      "a night handed over": db
        .updateTable("occupied_night")
        .set({ booking_id: null, block_id: block.id })
        .where("booking_id", "=", booking.id),
      "a night of nobody": db.insertInto("occupied_night").values({ property_id: 1, night: free.checkInDate }),
      "a night of two": db
        .insertInto("occupied_night")
        .values({ property_id: 1, night: free.checkInDate, booking_id: booking.id, block_id: block.id }),
      "a block removed while it has nights": db.deleteFrom("owner_block").where("id", "=", block.id),
    };
    for (const [what, attempt] of Object.entries(attempts)) {
      await expect(attempt.execute(), what).rejects.toThrow();
    }
    await expectOneOwnerANight();
  });
});
