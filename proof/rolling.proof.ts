/**
 * R20: rolling upgrades from the version before the newest schema change and from `WITH_ADJUSTMENTS`. The current
 * version starts and migrates the database while the old version keeps serving guests and the host. Then the old
 * version is restarted.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { connectDatabase } from "#server/database/connect.ts";
import { migrations } from "#server/database/migrations/migrate.ts";
import { createLogger } from "#server/runtime/logger.ts";
import { engines, scratchDatabase } from "#server/testing/engines.ts";
import { ended, type ServerProcess, startServerProcess } from "#server/testing/processes.ts";
import { ADMIN } from "#server/testing/test-app.ts";
import { checkOut, startEarlier } from "./support/earlier-version.ts";
import { book, dayFromNow, judge, send, signIn } from "./support/guests.ts";
import { prove } from "./support/proof.ts";

const ROUNDS = 100;
const FOLDER = "src/server/database/migrations";

/** Versions before 535fa6f cannot show a booking with a price line that a host has added; this one can. */
const WITH_ADJUSTMENTS = "7eb7e71";

const before = commitBefore();
const versions = [before, WITH_ADJUSTMENTS].flatMap((commit) => {
  const tree = commit ? checkOut(commit) : null;
  return commit && tree ? [{ commit, tree }] : [];
});
if (versions.length === 0) console.log("SKIPPED: needs the repository's history");
for (const { commit, tree } of versions) {
  for (const engine of engines) {
    await prove(
      {
        id: "R20",
        what: commit === before ? "Rolling upgrade" : "Rolling upgrade with lines added by hand",
        aim: "0 5xx responses, 0 overlaps, 0 acknowledged bookings lost, on either version",
      },
      commit === before ? `${engine}, rolling upgrade` : `${engine}, rolling upgrade from ${commit}`,
      () => rollOver(engine, commit, tree),
    );
  }
  rmSync(tree, { recursive: true, force: true });
}

async function rollOver(engine: (typeof engines)[number], commit: string, tree: string) {
  const scratch = await scratchDatabase(engine);
  const first = await startEarlier(tree, scratch);
  const knowsAdjustments = existsSync(join(tree, "src/domain/pricing/adjustments.ts"));
  const acknowledged: { id: string }[] = [];
  const counts = {
    answers: 0,
    serverErrors: 0,
    readAtTheOther: 0,
    cancelledAtTheOther: 0,
    adjustedHere: 0,
    adjustmentKept: 0,
  };
  let night = 2;
  const seen = async (response: Promise<{ status: number; text: string }>) => {
    const { status, text } = await response;
    counts.answers += 1;
    if (status >= 500) counts.serverErrors += 1;
    return { status, json: /^[[{]/.test(text) ? JSON.parse(text) : null };
  };
  const bookAt = async (server: ServerProcess, from: number) => {
    const { status, json } = await seen(book(server.url, dayFromNow(from), 2));
    if (status === 201) acknowledged.push({ id: json.id });
    return status === 201 ? String(json.id) : null;
  };
  for (let i = 0; i < 10; i++) await bookAt(first, (night += 2));

  const schemaBefore = await migrationsRun(scratch);
  const second = await startServerProcess(scratch, { firstAdmin: ADMIN });
  const schemaAfter = await migrationsRun(scratch);
  const cookies = [await signIn(first.url), await signIn(second.url)];
  for (let round = 0; round < ROUNDS; round++) {
    const [here, there] = round % 2 ? [first, second] : [second, first];
    const cookie = cookies[round % 2 ? 1 : 0] ?? "";
    night += 3;
    // Both servers get requests for overlapping nights.
    const ids = await Promise.all([bookAt(here, night), bookAt(there, night + 1)]);
    const id = ids.find((one) => one !== null);
    for (const path of ["/api/site", `/api/availability?from=${dayFromNow(1)}&to=${dayFromNow(90)}`])
      await seen(send(`${there.url}${path}`, "GET"));
    for (const screen of ["dashboard", "bookings", "scheduled-messages", "audit"])
      await seen(send(`${there.url}/api/admin/${screen}`, "GET", undefined, { cookie }));
    // A price line added in one version must be read and counted by the other.
    const isAdjusted = knowsAdjustments && (await adjust(here, cookies[round % 2 ? 0 : 1] ?? "", id ?? "", seen));
    if (isAdjusted) counts.adjustedHere += 1;
    const found = await seen(send(`${there.url}/api/admin/bookings/${id ?? ""}`, "GET", undefined, { cookie }));
    if (found.status === 200) counts.readAtTheOther += 1;
    const lines: { kind: string; amountCents: number }[] = found.json?.lines ?? [];
    const sum = lines.reduce((all, line) => all + line.amountCents, 0);
    const isWhole = lines.some(({ kind }) => kind === "adjustment") && sum === Math.round(found.json.totalAmount * 100);
    if (isAdjusted && isWhole) counts.adjustmentKept += 1;
    const body = { version: found.json?.version, waiveFee: true, expectedFee: found.json?.feeIfCancelledNow };
    const gone = await seen(send(`${there.url}/api/admin/bookings/${id ?? ""}/cancel`, "POST", body, { cookie }));
    if (gone.status === 200) counts.cancelledAtTheOther += 1;
  }
  first.child.kill("SIGTERM");
  await ended(first.child);
  const again = await startEarlier(tree, scratch).then(
    async ({ child }) => {
      child.kill("SIGKILL");
      await ended(child);
      return "starts";
    },
    () => "refuses to start and changes nothing",
  );
  const untouched = (await migrationsRun(scratch)).join() === schemaAfter.join();
  second.child.kill("SIGTERM");
  await ended(second.child);
  const { db, close } = connectDatabase(scratch, createLogger("silent"));
  const { lost, overlaps, orphanNights } = await judge(db, acknowledged);
  const control = await judge(db, [...acknowledged, { id: "was-promised-and-is-gone" }]);
  await close();
  await scratch.remove();
  const newer = schemaAfter.filter((name) => !schemaBefore.includes(name));
  return {
    figures: {
      oldVersion: commit.slice(0, 7),
      migratedMeanwhile: newer.join(" "),
      ...counts,
      acknowledged: acknowledged.length,
      lost,
      overlaps,
      orphanNights,
      oldStartedAgain: again,
    },
    met:
      counts.serverErrors + lost + overlaps + orphanNights === 0 &&
      counts.readAtTheOther === ROUNDS &&
      counts.cancelledAtTheOther === ROUNDS &&
      counts.adjustmentKept === (knowsAdjustments ? ROUNDS : 0) &&
      newer.length > 0 &&
      untouched,
    negativeControl: { fault: "one acknowledged booking missing", detected: control.lost === 1 },
  };
}

type Seen = (response: Promise<{ status: number; text: string }>) => Promise<{
  status: number;
  json: ReturnType<typeof JSON.parse>;
}>;

async function adjust(server: ServerProcess, cookie: string, id: string, seen: Seen): Promise<boolean> {
  const path = `${server.url}/api/admin/bookings/${id}`;
  const { version } = (await seen(send(path, "GET", undefined, { cookie }))).json ?? {};
  const line = { version, kind: "discount", amount: "12.50", label: "Early guest" };
  return (await seen(send(`${path}/adjustments`, "POST", line, { cookie }))).status === 201;
}

async function migrationsRun(scratch: { databaseUrl: string | null; dataDir: string }): Promise<string[]> {
  const { db, close } = connectDatabase(scratch, createLogger("silent"));
  const { migrationsIn } = await import("#server/database/snapshot.ts");
  const names = await migrationsIn(db);
  await close();
  return names;
}

/** The last version without the newest migration. */
function commitBefore(): string | null {
  const newest = Object.keys(migrations("sqlite")).at(-1) ?? "";
  const file = readdirSync(FOLDER).find((name) => name.startsWith(newest.slice(0, 5)));
  try {
    const added = execFileSync("git", ["log", "--diff-filter=A", "--format=%H", "-1", "--", `${FOLDER}/${file ?? ""}`]);
    return execFileSync("git", ["rev-parse", `${added.toString().trim()}^1`])
      .toString()
      .trim();
  } catch {
    return null;
  }
}
