/**
 * R10: kills the server with kill -9 repeatedly while guests book. Every acknowledged booking must be in the database,
 * every occupied night must belong to a booking, no stays may overlap, and retries of the last 50 with the same keys
 * must get the same responses.
 */
import { parseArgs } from "node:util";
import { overlaps } from "#domain/booking/stay.ts";
import { addDays, toLocalDate } from "#domain/calendar/local-date.ts";
import { connectDatabase } from "#server/database/connect.ts";
import { createLogger } from "#server/runtime/logger.ts";
import { engines, scratchDatabase } from "#server/testing/engines.ts";
import { GUEST, stayBody } from "#server/testing/given.ts";
import { ended, startServerProcess } from "#server/testing/processes.ts";
import { brokenCopy } from "./support/broken-copy.ts";
import { prove } from "./support/proof.ts";

const { values } = parseArgs({ options: { kills: { type: "string", default: "50" }, on: { type: "string" } } });
const KILLS = Number(values.kills);
const CLIENTS = 8;

/** The negative control: the server responds just before it commits the booking. */
const ANSWERS_BEFORE_THE_COMMIT = {
  file: "src/server/database/transaction.ts",
  is: 'return engineOf(db) === "sqlite" ? groupCommit(db, work) : commitAlone(db, work);',
  becomes: `return new Promise((answer) => {
    void commitAlone(db, async (trx) => {
      const result = await work(trx);
      answer(result);
      await new Promise((resolve) => setTimeout(resolve, 60));
      return result;
    }).catch(() => undefined);
  });`,
};
const KILLS_OF_THE_BROKEN = 8;

type Acknowledged = { key: string; body: unknown; answer: string };

for (const engine of engines.filter((name) => values.on === undefined || values.on === name)) {
  await prove(
    {
      id: "R10",
      what: "kill -9 of the app under load",
      aim: `${KILLS} kills: 0 acknowledged bookings lost, 0 orphan nights; ready again within 3 s`,
    },
    engine,
    async () => {
      const found = await killAgainAndAgain(engine, KILLS);
      const broken = brokenCopy([ANSWERS_BEFORE_THE_COMMIT]);
      const control = await killAgainAndAgain(engine, KILLS_OF_THE_BROKEN, broken.folder);
      broken.remove();
      return {
        figures: { kills: KILLS, ...found, lostByTheBrokenBuild: `${control.lost} of ${control.acknowledged}` },
        met:
          found.lost + found.orphanNights + found.overlaps + found.changedAnswers === 0 &&
          found.acknowledged > 0 &&
          found.slowestStartMs <= 3000,
        negativeControl: { fault: "a build that answers before it commits", detected: control.lost > 0 },
      };
    },
  );
}

async function killAgainAndAgain(engine: (typeof engines)[number], kills: number, sources?: string) {
  const scratch = await scratchDatabase(engine);
  const acknowledged: Acknowledged[] = [];
  let nextNight = 0;
  let slowestStartMs = 0;

  for (let kill = 0; kill < kills; kill++) {
    const begun = performance.now();
    const { child, url } = await startServerProcess(scratch, {}, sources);
    slowestStartMs = Math.max(slowestStartMs, performance.now() - begun);
    let killed = false;

    const client = async () => {
      while (!killed) {
        const checkInDate = addDays(toLocalDate(new Date().toISOString().slice(0, 10)), 2 + (nextNight++ % 700));
        const stay = stayBody({ checkInDate, checkOutDate: addDays(checkInDate, 1) });
        const key = crypto.randomUUID();
        try {
          const guest = await post(`${url}/api/guests`, GUEST, key);
          const body = { ...stay, guestId: JSON.parse(guest.text).id };
          const booked = await post(`${url}/api/bookings`, body, key);
          if (booked.status === 201) acknowledged.push({ key, body, answer: booked.text });
        } catch {
          // The server was killed during this request.
        }
      }
    };
    const clients = Array.from({ length: CLIENTS }, client);
    // The broken build commits slowly, so its responses take longer.
    const answering = sources === undefined ? 100 : 600;
    await new Promise((resolve) => setTimeout(resolve, answering + Math.random() * 400));
    child.kill("SIGKILL");
    killed = true;
    await Promise.all([...clients, ended(child)]);
  }

  const { db, close } = connectDatabase(scratch, createLogger("silent"));
  const rows = await db.selectFrom("booking").select(["id", "check_in", "check_out"]).execute();
  const nights = await db.selectFrom("occupied_night").select(["booking_id"]).execute();
  const stored = new Set(rows.map((row) => row.id));
  const lost = acknowledged.filter(({ answer }) => !stored.has(JSON.parse(answer).id));
  const orphans = nights.filter((night) => night.booking_id !== null && !stored.has(night.booking_id));
  const stays = rows.map((row) => ({ checkIn: row.check_in, checkOut: row.check_out }));
  const overlapping = stays.flatMap((a, i) => stays.slice(i + 1).filter((b) => overlaps(a, b)));
  await close();

  const { child, url } = await startServerProcess(scratch, {}, sources);
  let changed = 0;
  for (const { key, body, answer } of acknowledged.slice(-50)) {
    if ((await post(`${url}/api/bookings`, body, key)).text !== answer) changed++;
  }
  child.kill("SIGTERM");
  await ended(child);
  await scratch.remove();

  return {
    acknowledged: acknowledged.length,
    lost: lost.length,
    orphanNights: orphans.length,
    overlaps: overlapping.length,
    changedAnswers: changed,
    slowestStartMs: Math.round(slowestStartMs),
  };
}

async function post(url: string, body: unknown, key: string): Promise<{ status: number; text: string }> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": key },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}
