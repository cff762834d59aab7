import { describe, expect, test } from "vitest";
import { overlaps, type Stay } from "#domain/booking/stay.ts";
import { addDays } from "#domain/calendar/local-date.ts";
import { engines } from "../testing/engines.ts";
import { bookPatiently } from "../testing/given.ts";
import { startTestApp } from "../testing/test-app.ts";

const CLIENTS = 50;
/**
 * `proof/contention.proof.ts` runs more rounds, in which a host also enters, moves and restores bookings and blocks
 * nights.
 */
const ROUNDS = 12;

describe.each(engines)("a race on %s", (engine) => {
  test("50 guests want the same night, 12 times over: each time one gets it and 49 get a 409", async () => {
    const server = await startTestApp(engine);
    const statuses = new Map<number, number>();
    for (let round = 0; round < ROUNDS; round++) {
      const contested = addDays("2026-12-20", round * 15);
      // Stays of one to nine nights, all of which include the contested night.
      const attempts = Array.from({ length: CLIENTS }, (_, client) => {
        const checkInDate = addDays(contested, -(client % 7));
        return bookPatiently(server, { checkInDate, checkOutDate: addDays(contested, 1 + (client % 3)) });
      });
      const responses = await Promise.all(attempts);
      expect(responses.filter((response) => response.status === 201)).toHaveLength(1);
      for (const { status, json } of responses) {
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status === 409) expect(json.nights.length).toBeGreaterThan(0);
      }
    }
    expect(Object.fromEntries(statuses)).toEqual({ 201: ROUNDS, 409: ROUNDS * (CLIENTS - 1) });

    const rows = await server.db.selectFrom("booking").select(["check_in", "check_out"]).execute();
    const stays: Stay[] = rows.map((row) => ({ checkIn: row.check_in, checkOut: row.check_out }));
    const pairs = stays.flatMap((a, i) => stays.slice(i + 1).filter((b) => overlaps(a, b)));
    expect(pairs).toEqual([]);
    expect(stays).toHaveLength(ROUNDS);
    await server.close();
  }, 120_000);
});
