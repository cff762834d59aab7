/**
 * R11: PostgreSQL is killed (-9) ten times under load, and the server is started while PostgreSQL is not running. R14:
 * all PostgreSQL processes are frozen for 30 s.
 */
import { setTimeout as wait } from "node:timers/promises";
import { connectDatabase } from "#server/database/connect.ts";
import { createLogger } from "#server/runtime/logger.ts";
import { ended, startServerProcess } from "#server/testing/processes.ts";
import { book, dayFromNow, judge, send } from "./support/guests.ts";
import { startLean } from "./support/lean-server.ts";
import { ownPostgres } from "./support/own-postgres.ts";
import { prove } from "./support/proof.ts";

const KILLS = 10;
const CLIENTS = 8;
const FROZEN_MS = 30_000;
const BOOTS = 5;

const postgres = await ownPostgres();
if (postgres) {
  const target = { databaseUrl: postgres.url, dataDir: `/tmp/latchkey-proof-${process.pid}` };
  const server = await startServerProcess(target, { pages: true });
  const acknowledged: { id: string }[] = [];

  await prove(
    {
      id: "R11",
      what: "kill -9 of the database",
      aim: "0 lost; recovers automatically within 5 s; statuses only 201, 409 and 503",
    },
    "postgres",
    async () => {
      const statuses: Record<string, number> = {};
      let slowestBackMs = 0;
      let stopped = false;
      let next = 0;
      const clients = Array.from({ length: CLIENTS }, async () => {
        while (!stopped) {
          const response = await book(server.url, dayFromNow(2 + (next++ % 700)), 1).catch(() => null);
          const status = response?.status ?? "none";
          statuses[status] = (statuses[status] ?? 0) + 1;
          if (response?.status === 201) acknowledged.push(JSON.parse(response.text));
          if (response?.status === 503) await wait(50);
        }
      });
      for (let kill = 0; kill < KILLS; kill++) {
        await wait(400 + Math.random() * 400);
        await postgres.kill();
        await wait(200);
        await postgres.start();
        const begun = performance.now();
        while ((await send(`${server.url}/api/ready`, "GET")).status !== 200) await wait(50);
        slowestBackMs = Math.max(slowestBackMs, performance.now() - begun);
      }
      stopped = true;
      await Promise.all(clients);
      const { db, close } = connectDatabase(target, createLogger("silent"));
      const found = await judge(db, acknowledged);
      const control = await judge(db, [...acknowledged, { id: "was-promised-and-is-gone" }]);
      await close();
      const wrong = Object.keys(statuses).filter((status) => !["201", "409", "503"].includes(status));
      return {
        figures: {
          kills: KILLS,
          acknowledged: acknowledged.length,
          ...found,
          slowestBackMs: Math.round(slowestBackMs),
          otherAnswers: wrong.join(" ") || "none",
        },
        met:
          acknowledged.length > 0 &&
          found.lost + found.overlaps + found.orphanNights === 0 &&
          wrong.length === 0 &&
          slowestBackMs <= 5000,
        negativeControl: { fault: "one acknowledged booking missing", detected: control.lost === 1 },
      };
    },
  );

  await prove(
    {
      id: "R14",
      what: "Frozen database (SIGSTOP)",
      aim: "every response within 5 s and 503; landing pages are still served",
    },
    "postgres",
    async () => {
      postgres.signal("SIGSTOP");
      const until = performance.now() + FROZEN_MS;
      const statuses: Record<string, number> = {};
      let slowestMs = 0;
      let landing = 0;
      await Promise.all(
        Array.from({ length: 50 }, async (_, i) => {
          while (performance.now() < until) {
            const begun = performance.now();
            const path = i % 3 === 0 ? "/api/ready" : "/api/availability?from=2027-01-01&to=2027-02-01";
            const response =
              i % 3 === 1 ? await book(server.url, dayFromNow(20), 1) : await send(`${server.url}${path}`, "GET");
            slowestMs = Math.max(slowestMs, performance.now() - begun);
            statuses[response.status] = (statuses[response.status] ?? 0) + 1;
            if ((await send(`${server.url}/`, "GET")).status === 200) landing += 1;
          }
        }),
      );
      postgres.signal("SIGCONT");
      const begun = performance.now();
      while ((await send(`${server.url}/api/ready`, "GET")).status !== 200) await wait(50);
      return {
        figures: {
          frozenSeconds: FROZEN_MS / 1000,
          clients: 50,
          slowestMs: Math.round(slowestMs),
          ...statuses,
          landingPagesServed: landing,
          backMs: Math.round(performance.now() - begun),
        },
        met: slowestMs <= 5000 && Object.keys(statuses).every((status) => status === "503") && landing > 0,
      };
    },
  );
  server.child.kill("SIGTERM");
  await ended(server.child);

  await prove(
    {
      id: "R11",
      what: "Starting while the database is down",
      aim: "until then /api/health 200, and the API and pages 503; starts automatically within 5 s; a wrong database name stops the start at once",
    },
    "postgres, at boot",
    async () => {
      let slowestOpenMs = 0;
      const answers = new Set<string>();
      for (let boot = 0; boot < BOOTS; boot++) {
        await postgres.kill();
        const { child, url } = await startLean(target);
        for (const path of ["/api/health", "/api/ready", "/", "/api/site"]) {
          const response = await send(`${url}${path}`, "GET");
          answers.add(`${path} ${response.status}${response.headers["retry-after"] ? " with Retry-After" : ""}`);
        }
        await postgres.start();
        const begun = performance.now();
        while ((await send(`${url}/api/ready`, "GET").catch(() => null))?.status !== 200) await wait(20);
        slowestOpenMs = Math.max(slowestOpenMs, performance.now() - begun);
        if ((await send(`${url}/`, "GET")).status !== 200) answers.add("no page after recovery");
        child.kill("SIGTERM");
        await ended(child);
      }
      const nowhere = new URL(postgres.url);
      nowhere.pathname = "/no_such_database";
      const refused = await startLean({ ...target, databaseUrl: nowhere.href }).catch((error: Error) => error.message);
      const expected = [
        "/api/health 200",
        ...["/api/ready", "/", "/api/site"].map((path) => `${path} 503 with Retry-After`),
      ];
      const summary = [...answers].toSorted().join(", ");
      return {
        figures: { boots: BOOTS, slowestOpenMs: Math.round(slowestOpenMs), meanwhile: summary },
        met: summary === expected.toSorted().join(", ") && slowestOpenMs <= 5000,
        negativeControl: {
          fault: "a database that does not exist: the server does not wait for it",
          detected: typeof refused === "string" && refused.includes("does not exist"),
        },
      };
    },
  );
  await postgres.remove();
} else console.log("SKIPPED: no PostgreSQL programs, or not root");
