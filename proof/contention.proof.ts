/**
 * R01, R02: 10,000 attempts to take 200 nights, 50 at once, each on its own connection. Guests book, and a host enters,
 * moves and restores bookings and blocks nights. Every round must have exactly one winner.
 */
import { sql } from "kysely";
import { addDays } from "#domain/calendar/local-date.ts";
import { connectDatabase, type Db } from "#server/database/connect.ts";
import { createLogger } from "#server/runtime/logger.ts";
import { engines, scratchDatabase } from "#server/testing/engines.ts";
import { GUEST, stayBody } from "#server/testing/given.ts";
import { ended, startServerProcess } from "#server/testing/processes.ts";
import { ADMIN } from "#server/testing/test-app.ts";
import { dayFromNow, judge, send, signIn, type HttpResponse } from "./support/guests.ts";
import { prove } from "./support/proof.ts";

const ROUNDS = 200;
const GUESTS = 44;
const P99_MS = 250;

async function deadlocks(db: Db): Promise<number> {
  const { rows } = await sql<{ deadlocks: string }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(db);
  return Number(rows[0]?.deadlocks ?? 0);
}

const bodyOf = (response: HttpResponse) => JSON.parse(response.text || "{}");

for (const engine of engines) {
  await prove(
    {
      id: "R02",
      what: "Contention",
      aim: `50 at once, 10,000 attempts by guests and host: one winner per round, p99 at most ${P99_MS} ms, 0 deadlocks, 0 5xx responses`,
    },
    engine,
    async () => {
      const scratch = await scratchDatabase(engine);
      const { child, url } = await startServerProcess(scratch, { firstAdmin: ADMIN });
      const { db, close } = connectDatabase(scratch, createLogger("silent"));
      const cookie = await signIn(url);
      const host = (method: string, path: string, body: unknown) => send(url + path, method, body, { cookie });
      const enter = (checkInDate: string, checkOutDate: string) =>
        host("POST", "/api/admin/bookings", {
          ...GUEST,
          checkInDate,
          checkOutDate,
          guestCount: 2,
          status: "confirmed",
        });

      const parked = bodyOf(await enter(dayFromNow(700), dayFromNow(701)));
      let parkedVersion = 1;
      const times: number[] = [];
      const statuses: Record<number, number> = {};
      let withoutOneWinner = 0;
      for (let round = 0; round < ROUNDS; round++) {
        const night = dayFromNow(5 + round * 3);
        const after = addDays(night, 1);
        const gone = bodyOf(await enter(night, after));
        await host("POST", `/api/admin/bookings/${gone.id}/cancel`, {
          version: 1,
          waiveFee: true,
          expectedFee: "0.00",
        });
        const quoted = await host(
          "GET",
          `/api/admin/stay-quote?checkInDate=${night}&checkOutDate=${after}&bookingId=${parked.id}`,
          undefined,
        );
        const guests = await Promise.all(
          Array.from({ length: GUESTS }, () => send(`${url}/api/guests`, "POST", GUEST)),
        );
        const attempts: (() => Promise<HttpResponse>)[] = guests.map((guest, one) => () => {
          const stay = { checkInDate: addDays(night, -(one % 2)), checkOutDate: addDays(after, one % 3 === 0 ? 1 : 0) };
          return send(`${url}/api/bookings`, "POST", { ...stayBody(stay), guestId: bodyOf(guest).id });
        });
        const acts: (() => Promise<HttpResponse>)[] = [
          () => enter(night, after),
          () => enter(addDays(night, -1), after),
          () => host("POST", "/api/admin/blocks", { startsOn: night, endsOn: after, reason: "Painting" }),
          () => host("POST", "/api/admin/blocks", { startsOn: night, endsOn: addDays(after, 1), reason: "Roof" }),
          () => host("POST", `/api/admin/bookings/${gone.id}/status`, { version: 2, status: "confirmed" }),
          () =>
            host("PUT", `/api/admin/bookings/${parked.id}/stay`, {
              version: parkedVersion,
              checkInDate: night,
              checkOutDate: after,
              guestCount: 2,
              price: "new",
              expectedTotal: bodyOf(quoted).totalAmount,
            }),
        ];
        // The order changes from round to round.
        const all = [...attempts, ...acts];
        const turned = all.map((_one, at) => all[(at * 7 + round) % all.length] ?? all[0]);
        const responses = await Promise.all(
          turned.map(async (attempt) => {
            const begun = performance.now();
            const response = await (attempt?.() ?? Promise.reject(new Error("no attempt")));
            times.push(performance.now() - begun);
            statuses[response.status] = (statuses[response.status] ?? 0) + 1;
            return response;
          }),
        );
        const won = responses.filter(({ status }) => status === 200 || status === 201);
        if (won.length !== 1) withoutOneWinner += 1;
        if (won.some(({ text }) => text.includes(parked.id))) parkedVersion += 1;
      }
      const records = await judge(db, []);
      const locked = engine === "postgres" ? await deadlocks(db) : 0;
      await close();
      child.kill("SIGTERM");
      await ended(child);
      await scratch.remove();

      const sorted = times.toSorted((a, b) => a - b);
      const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
      const others = Object.keys(statuses).filter((status) => ![200, 201, 409].includes(Number(status)));
      return {
        figures: {
          attempts: times.length,
          rounds: ROUNDS,
          withoutOneWinner,
          statuses: JSON.stringify(statuses),
          overlaps: records.overlaps,
          deadlocks: locked,
          p50Ms: at(0.5),
          p99Ms: at(0.99),
        },
        met:
          withoutOneWinner === 0 && others.length === 0 && records.overlaps === 0 && locked === 0 && at(0.99) <= P99_MS,
      };
    },
  );
}
