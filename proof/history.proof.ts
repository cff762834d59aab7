/**
 * R09: a Jepsen-style history check. Guests and the host perform random actions on two months of the calendar while the
 * application is killed repeatedly. There must be one order of all API calls in which every response is correct and
 * which leads to the final state of the database.
 */
import { parseArgs } from "node:util";
import { setTimeout as wait } from "node:timers/promises";
import { addDays, type LocalDate } from "#domain/calendar/local-date.ts";
import { connectDatabase } from "#server/database/connect.ts";
import { createLogger } from "#server/runtime/logger.ts";
import { engines, scratchDatabase } from "#server/testing/engines.ts";
import { ended, type ServerProcess, startServerProcess } from "#server/testing/processes.ts";
import { ADMIN } from "#server/testing/test-app.ts";
import { type Call, operationOf, sameBooking, type World } from "./support/calendar-model.ts";
import { dayFromNow, signIn } from "./support/guests.ts";
import { behave, type Known, type Tally } from "./support/history-clients.ts";
import { findOrder } from "./support/one-order.ts";
import { prove } from "./support/proof.ts";
import { type Records, recordsOf } from "./support/calendar-records.ts";

const { values } = parseArgs({ options: { seconds: { type: "string", default: "300" }, on: { type: "string" } } });
const SECONDS = Number(values.seconds);
const CLIENTS = 10;
const NIGHTS = 60;
const from = dayFromNow(60);
const zone = { from, to: addDays(from, NIGHTS) };

for (const engine of engines.filter((one) => !values.on || one === values.on)) {
  const instances = engine === "postgres" ? 2 : 1;
  await prove(
    {
      id: "R09",
      what: "History check",
      aim: `${SECONDS / 60} minutes of random actions and kills: 0 contradictions`,
    },
    `${engine}, ${instances} instance${instances > 1 ? "s" : ""}`,
    async () => {
      const { tally, kills, records } = await live(engine, instances);
      const found = judge(tally.calls, records);
      if (found.stuckAt) console.log(`  stuck at ${found.stuckAt}`);
      for (const [reason, count] of Object.entries(tally.unjudged)) console.log(`  not judged: ${count} × ${reason}`);
      const controls = corruptions(tally.calls, records).map(([name, calls, recorded]) => ({
        name,
        ...judge(calls, recorded),
      }));
      for (const control of controls)
        console.log(
          `  negative control: ${control.name}: ${control.contradictions} at ${control.stuckAt.slice(0, 60)}`,
        );
      const kinds = Object.fromEntries(
        [...Map.groupBy(tally.calls, ({ kind }) => kind)].map(([k, all]) => [k, all.length]),
      );
      return {
        figures: {
          seconds: SECONDS,
          clients: CLIENTS,
          kills,
          calls: tally.calls.length,
          withoutAnswer: tally.unanswered,
          notJudged: Object.values(tally.unjudged).reduce((sum, count) => sum + count, 0),
          ...kinds,
          twinsApart: tally.twinsApart,
          contradictions: found.contradictions,
          differentAtTheEnd: found.different,
        },
        met:
          found.contradictions + found.different + tally.twinsApart === 0 && kills > 0 && tally.calls.length > SECONDS,
        negativeControl: {
          fault: "a stale read, a double booking, a lost update, a lost booking, an unexplained change",
          detected:
            controls.length === 5 && controls.every((control) => control.contradictions + control.different > 0),
        },
        notTried: "imports from platforms (the simulated year includes them)",
      };
    },
  );
}

async function live(engine: (typeof engines)[number], count: number) {
  const scratch = await scratchDatabase(engine);
  const first = await startServerProcess(scratch, { firstAdmin: ADMIN });
  const servers: (ServerProcess | null)[] = [first];
  while (servers.length < count) servers.push(await startServerProcess(scratch));
  const adminCookie = await signIn(first.url);
  const { db, close } = connectDatabase(scratch, createLogger("silent"));
  const { rate_cents: rateCents } = await db.selectFrom("property").select("rate_cents").executeTakeFirstOrThrow();
  const tally: Tally = { calls: [], unanswered: 0, unjudged: {}, twinsApart: 0 };
  const known: Known = { bookings: new Map(), blocks: new Map(), made: 0 };
  const until = performance.now() + SECONDS * 1000;
  const goingOn = () => performance.now() < until;
  let turn = 0;
  let dead = first.url;
  const url = () => {
    const alive = servers.flatMap((one) => one?.url ?? []);
    return (dead = alive[turn++ % Math.max(1, alive.length)] ?? dead);
  };
  const given = { url, adminCookie, zone, rateCents, goingOn, tally };
  const clients = Array.from({ length: CLIENTS }, () => behave(given, known));
  let kills = 0;
  for (let victim = 0; goingOn(); victim = (victim + 1) % count) {
    await wait(Math.min(6000 + Math.random() * 6000, Math.max(500, until - performance.now() - 1000)));
    const server = servers[victim];
    if (!server || !goingOn()) continue;
    servers[victim] = null;
    server.child.kill("SIGKILL");
    await ended(server.child);
    kills += 1;
    servers[victim] = await startServerProcess(scratch);
  }
  await Promise.all(clients);
  for (const server of servers) server?.child.kill("SIGTERM");
  await Promise.all(servers.flatMap((server) => (server ? [ended(server.child)] : [])));
  const records = await recordsOf(db, rateCents);
  await close();
  await scratch.remove();
  return { tally, kills, records };
}

/** Is there an order of all API calls that leads to these records? */
function judge(calls: readonly Call[], { history, blockActs, rateCents, ...end }: Records) {
  const recorded = { history, blockActs };
  const world: World = { nights: new Map(), bookings: new Map(), blocks: new Map(), recorded, rateCents, mark: 0 };
  const search = findOrder(world, calls.map(operationOf));
  if (!search.ok) return { contradictions: 1, different: 0, stuckAt: search.stuckAt };
  const bookings = [...end.bookings].filter(([id, booking]) => {
    const ours = world.bookings.get(id);
    return !ours || !sameBooking(ours, booking);
  });
  // By their reasons: if a request that created a block got no response, the block's id is unknown.
  const ownerOf = (night: LocalDate) => {
    const owner = world.nights.get(night) ?? "";
    return world.blocks.get(owner)?.reason ?? owner;
  };
  const nights = [...end.nights].filter(([night, owner]) => ownerOf(night) !== owner);
  const blocks = end.blocks.filter((reason) => ![...world.blocks.values()].some((block) => block.reason === reason));
  const missing = [
    world.bookings.size - end.bookings.size,
    world.nights.size - end.nights.size,
    world.blocks.size - end.blocks.length,
  ];
  const different = bookings.length + nights.length + blocks.length + missing.reduce((sum, n) => sum + Math.abs(n), 0);
  return { contradictions: 0, different, stuckAt: "" };
}

/** Each with one impossible change. */
function corruptions(calls: readonly Call[], records: Records): [string, Call[], Records][] {
  const looks = calls.filter((call) => call.kind === "see-nights");
  const taken = calls.find(
    (call) => call.kind === "taken" && call.stay !== null && call.id === null && call.nights.length > 0,
  );
  const stale = calls.find((call) => call.kind === "refused" && call.because === "stale");
  const booked = calls.find((call) => call.kind === "book");
  const [early, late] = [looks[Math.floor(looks.length / 3)], looks.at(-1)];
  if (early?.kind !== "see-nights" || late?.kind !== "see-nights") return [];
  if (taken?.kind !== "taken" || !taken.stay || stale?.kind !== "refused" || booked?.kind !== "book") return [];
  const swap = (from: Call, to: Call) => calls.map((call) => (call === from ? to : call));
  const withHistory = (id: string, events: string[]): Records => ({
    ...records,
    history: new Map([...records.history, [id, events]]),
  });
  const { called, answered, maybe, stay } = taken;
  const event = "Booked on the website as upcoming";
  const sold: Call = {
    called,
    answered,
    maybe,
    kind: "book",
    id: "twice",
    stay,
    guestCount: 1,
    status: "upcoming",
    event,
  };
  const lost: Call = { ...stale, kind: "host-status", to: "cancelled", version: stale.version ?? 0 };
  const recorded = records.history.get(booked.id) ?? [];
  return [
    ["a stale look", swap(late, { ...late, unavailable: early.unavailable }), records],
    ["a double booking", swap(taken, sold), withHistory("twice", [event])],
    ["a lost update", swap(stale, lost), records],
    ["a lost booking", [...calls], withHistory(booked.id, [])],
    ["an unexplained change", [...calls], withFact(records, booked.id, recorded)],
  ];
}

function withFact(records: Records, id: string, recorded: string[]): Records {
  const known = records.bookings.get(id);
  if (!known) return records;
  const history = new Map([...records.history, [id, [...recorded, "Confirmed"]]]);
  return {
    ...records,
    history,
    bookings: new Map([...records.bookings, [id, { ...known, version: known.version + 1 }]]),
  };
}
