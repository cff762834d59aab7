import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { addDays } from "#domain/calendar/local-date.ts";
import { createLogger } from "../runtime/logger.ts";
import { engines, scratchDatabase } from "../testing/engines.ts";
import { bookPatiently, bookStay } from "../testing/given.ts";
import { ended, startServerProcess } from "../testing/processes.ts";
import { sendTo } from "../testing/test-app.ts";
import { connectDatabase } from "./connect.ts";

describe.each(engines)("two servers on one database, %s", (engine) => {
  test("race for the same stay: one request gets it, and all others get a 409", async () => {
    const scratch = await scratchDatabase(engine);
    const servers = await Promise.all([startServerProcess(scratch), startServerProcess(scratch)]);
    for (let round = 0; round < 6; round++) {
      const checkInDate = addDays("2027-02-01", round * 3);
      const stay = { checkInDate, checkOutDate: addDays(checkInDate, 2) };
      const attempts = Array.from({ length: 20 }, async (_, i) => {
        const server = { send: sendTo(servers[i % 2]?.url ?? "") };
        return (await bookPatiently(server, stay)).status;
      });
      const statuses = (await Promise.all(attempts)).toSorted((a, b) => a - b);
      expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
    }
    for (const { child } of servers) child.kill("SIGTERM");
    await Promise.all(servers.map(({ child }) => ended(child)));
    await scratch.remove();
  });
});

test.runIf(engines.includes("postgres"))(
  "a server that is suspended in the middle of a booking does not keep another server from taking bookings",
  async () => {
    const scratch = await scratchDatabase("postgres");
    const suspended = await startServerProcess(scratch);
    const other = await startServerProcess(scratch);
    const { db, close } = connectDatabase(scratch, createLogger("silent"));
    const holdsLocks = async () => {
      const { rows } = await sql`select from pg_stat_activity join pg_locks using (pid)
        where datname = current_database() and state = 'idle in transaction'
        and locktype = 'advisory' and granted`.execute(db);
      return rows.length > 0;
    };
    let day = 0;
    let isCaught = false;
    const guests = Array.from({ length: 8 }, async () => {
      while (!isCaught) {
        const checkInDate = addDays("2027-02-01", day++);
        const stay = { checkInDate, checkOutDate: addDays(checkInDate, 1) };
        await bookStay({ send: sendTo(suspended.url) }, stay).catch(() => null);
      }
    });
    while (!isCaught) {
      await wait(100);
      suspended.child.kill("SIGSTOP");
      await wait(30);
      isCaught = await holdsLocks();
      if (!isCaught) suspended.child.kill("SIGCONT");
    }
    const stay = { checkInDate: "2028-02-01", checkOutDate: "2028-02-03" };
    const status = async () => (await bookStay({ send: sendTo(other.url) }, stay)).status;
    await expect.poll(status, { timeout: 10_000 }).toBe(201);

    suspended.child.kill("SIGCONT");
    await Promise.all(guests);
    const later = { checkInDate: "2028-03-01", checkOutDate: "2028-03-03" };
    expect((await bookPatiently({ send: sendTo(suspended.url) }, later)).status).toBe(201);
    await close();
    for (const { child } of [suspended, other]) child.kill("SIGTERM");
    await Promise.all([suspended, other].map(({ child }) => ended(child)));
    await scratch.remove();
  },
);
