/** Bookings and availability requests per second with 1, 2 and 4 instances and PostgreSQL. */
import { availableParallelism } from "node:os";
import { addDays, toLocalDate } from "#domain/calendar/local-date.ts";
import { engines, scratchDatabase } from "#server/testing/engines.ts";
import { ended, startServerProcess } from "#server/testing/processes.ts";
import { attemptsPerSecond } from "./support/booking-client.ts";
import { requestsPerSecond, report } from "./support/measure.ts";

const STAYS = 600;
/** One cottage's nights are sold one after another, so more clients would only wait longer. */
const CLIENTS = 40;

if (engines.includes("postgres")) {
  for (const count of [1, 2, 4]) {
    const scratch = await scratchDatabase("postgres");
    const servers = await Promise.all(Array.from({ length: count }, () => startServerProcess(scratch)));
    const first = addDays(toLocalDate(new Date().toISOString().slice(0, 10)), 5);
    const stays = Array.from({ length: STAYS }, (_, i) => ({
      checkInDate: addDays(first, i),
      checkOutDate: addDays(first, i + 1),
    }));
    const share = (i: number) => stays.filter((_, n) => n % count === i);
    const booked = await Promise.all(
      servers.map(({ url }, i) => attemptsPerSecond(url, share(i), 201, CLIENTS / count)),
    );
    const reads = await Promise.all(
      servers.map(({ url }) => requestsPerSecond(`${url}/api/availability?from=${first}&to=${addDays(first, 60)}`)),
    );
    const sum = (all: number[]) => all.reduce((total, each) => total + each, 0);
    report(`scale, ${count} instance${count === 1 ? "" : "s"} on ${availableParallelism()} cores`, {
      "bookings/s": sum(booked),
      "availability/s": sum(reads),
    });
    for (const { child } of servers) child.kill("SIGTERM");
    await Promise.all(servers.map(({ child }) => ended(child)));
    await scratch.remove();
  }
} else console.log("SKIPPED: no PostgreSQL (TEST_DATABASE_URL)");
