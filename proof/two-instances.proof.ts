/**
 * R01, R10: two servers behind a proxy, with one PostgreSQL database, get 10,000 attempts to book overlapping nights
 * while they are killed and restarted in turn. No nights may be sold twice, and no acknowledged booking may be lost.
 */
import { connect, createServer, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { connectDatabase } from "#server/database/connect.ts";
import { createLogger } from "#server/runtime/logger.ts";
import { engines, scratchDatabase } from "#server/testing/engines.ts";
import { ended, type ServerProcess, startServerProcess } from "#server/testing/processes.ts";
import { book, dayFromNow, judge } from "./support/guests.ts";
import { prove } from "./support/proof.ts";

const ATTEMPTS = 10_000;
const CLIENTS = 50;
const KILL_EVERY_MS = 1500;

if (engines.includes("postgres")) {
  const check = {
    id: "R01/R10",
    what: "Two instances behind a proxy, killed in turn",
    aim: "10,000 attempts: 0 overlaps, 0 acknowledged bookings lost",
  };
  await prove(check, "postgres, 2 instances", async () => {
    const scratch = await scratchDatabase("postgres");
    const instances: (ServerProcess | null)[] = [await startServerProcess(scratch), await startServerProcess(scratch)];
    const proxy = await startProxy(() => instances.flatMap((one) => (one ? [new URL(one.url)] : [])));
    const acknowledged: { id: string }[] = [];
    const counts: Record<string, number> = {};
    let left = ATTEMPTS;
    let kills = 0;
    const begun = performance.now();

    const client = async () => {
      while (left-- > 0) {
        const response = await book(
          proxy.url,
          dayFromNow(2 + Math.floor(Math.random() * 600)),
          1 + Math.floor(Math.random() * 3),
        ).catch(() => null);
        const status = response?.status ?? "cut off";
        counts[status] = (counts[status] ?? 0) + 1;
        if (response?.status === 201) acknowledged.push(JSON.parse(response.text));
      }
    };
    const clients = Promise.all(Array.from({ length: CLIENTS }, client));
    const killer = (async () => {
      for (let turn = 0; left > 0; turn = 1 - turn) {
        await wait(KILL_EVERY_MS);
        const victim = instances[turn];
        if (left <= 0 || !victim) continue;
        instances[turn] = null;
        victim.child.kill("SIGKILL");
        kills += 1;
        await ended(victim.child);
        instances[turn] = await startServerProcess(scratch);
      }
    })();
    await Promise.all([clients, killer]);
    const seconds = (performance.now() - begun) / 1000;

    const { db, close } = connectDatabase(scratch, createLogger("silent"));
    const found = await judge(db, acknowledged);
    // The negative control: one acknowledged booking is removed, and one booking overlaps another.
    const control = await db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      await sql`update booking set check_out = check_out + 1 where id = (select id from booking order by check_in limit 1)`.execute(
        trx,
      );
      await sql`update booking b set check_out = b.check_in + 40 where id = (select id from booking order by check_in limit 1)`.execute(
        trx,
      );
      await trx
        .deleteFrom("booking")
        .where("id", "=", acknowledged[0]?.id ?? "")
        .execute();
      return judge(trx, acknowledged);
    });
    await close();
    proxy.close();
    for (const one of instances) one?.child.kill("SIGTERM");
    await Promise.all(instances.flatMap((one) => (one ? [ended(one.child)] : [])));
    await scratch.remove();
    return {
      figures: {
        attempts: ATTEMPTS,
        kills,
        acknowledged: acknowledged.length,
        taken: counts["409"] ?? 0,
        cutOff: counts["cut off"] ?? 0,
        others: ATTEMPTS - acknowledged.length - (counts["409"] ?? 0) - (counts["cut off"] ?? 0),
        ...found,
        attemptsPerSecond: Math.round(ATTEMPTS / seconds),
      },
      met:
        kills >= 3 &&
        acknowledged.length > 0 &&
        found.lost + found.overlaps + found.orphanNights + found.missingNights === 0,
      negativeControl: {
        fault: "an overlapping stay added and an acknowledged one removed, bypassing all checks",
        detected: control.lost > 0 && control.overlaps > 0,
      },
    };
  });
} else console.log("SKIPPED: no PostgreSQL (TEST_DATABASE_URL)");

/** Tries the instances in turn, as Caddy does with `lb_try_duration`. */
async function startProxy(targets: () => URL[]): Promise<{ url: string; close: () => void }> {
  let turn = 0;
  const sockets = new Set<Socket>();
  const server = createServer((inside) => {
    sockets.add(inside);
    inside.on("error", () => inside.destroy()).once("close", () => sockets.delete(inside));
    const attempt = (tries: number): void => {
      const all = targets();
      const target = all[turn++ % Math.max(1, all.length)];
      if (!target || tries === 0) return void inside.destroy();
      const outside = connect(Number(target.port), target.hostname);
      outside.once("connect", () => {
        inside.pipe(outside).pipe(inside);
        outside.once("close", () => inside.destroy());
        inside.once("close", () => outside.destroy());
      });
      outside.once("error", () =>
        outside.connecting || outside.bytesWritten === 0 ? attempt(tries - 1) : inside.destroy(),
      );
    };
    attempt(4);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
