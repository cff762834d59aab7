/**
 * R20: a rolling upgrade. The version before the newest schema change serves guests and host. This version starts on the same
 * database, migrates it, and both keep serving. Then the old version is restarted.
 */
import { execFileSync, fork } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { AddressInfo } from "node:net";
import { connectDatabase } from "#server/database/connect.ts";
import { migrations } from "#server/database/migrate.ts";
import { createLogger } from "#server/runtime/logger.ts";
import { engines, scratchDatabase } from "#server/testing/engines.ts";
import { ended, type ServerProcess, startServerProcess } from "#server/testing/processes.ts";
import { ADMIN } from "#server/testing/test-app.ts";
import { book, dayFromNow, judge, send } from "./support/guests.ts";
import { prove } from "./support/proof.ts";

const ROUNDS = 100;
const FOLDER = "src/server/database/migrations";

const before = commitBefore();
const old = before ? checkOut(before) : null;
if (!before || !old) console.log("SKIPPED: needs the repository's history");
else {
  for (const engine of engines) {
    await prove(
      {
        id: "R20",
        what: "Rolling upgrade",
        aim: "0 5xx responses, 0 overlaps, 0 acknowledged bookings lost, on either version",
      },
      `${engine}, rolling upgrade`,
      () => rollOver(engine, before, old),
    );
  }
  rmSync(old, { recursive: true, force: true });
}

async function rollOver(engine: (typeof engines)[number], commit: string, tree: string) {
  const scratch = await scratchDatabase(engine);
  const first = await startIn(tree, scratch);
  const acknowledged: { id: string }[] = [];
  const counts = { answers: 0, serverErrors: 0, readAtTheOther: 0, cancelledAtTheOther: 0 };
  let night = 2;
  const seen = async (answer: Promise<{ status: number; text: string }>) => {
    const { status, text } = await answer;
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
  const cookies = [await signIn(first), await signIn(second)];
  for (let round = 0; round < ROUNDS; round++) {
    const [here, there] = round % 2 ? [first, second] : [second, first];
    const cookie = cookies[round % 2 ? 1 : 0] ?? "";
    night += 3;
    // Both get requests for overlapping nights.
    const ids = await Promise.all([bookAt(here, night), bookAt(there, night + 1)]);
    const id = ids.find((one) => one !== null);
    for (const path of ["/api/site", `/api/availability?from=${dayFromNow(1)}&to=${dayFromNow(90)}`])
      await seen(send(`${there.url}${path}`, "GET"));
    for (const screen of ["dashboard", "bookings", "scheduled-messages", "audit"])
      await seen(send(`${there.url}/api/admin/${screen}`, "GET", undefined, { cookie }));
    const found = await seen(send(`${there.url}/api/admin/bookings/${id ?? ""}`, "GET", undefined, { cookie }));
    if (found.status === 200) counts.readAtTheOther += 1;
    const body = { version: found.json?.version, waiveFee: true, expectedFee: found.json?.feeIfCancelledNow };
    const gone = await seen(send(`${there.url}/api/admin/bookings/${id ?? ""}/cancel`, "POST", body, { cookie }));
    if (gone.status === 200) counts.cancelledAtTheOther += 1;
  }
  first.child.kill("SIGTERM");
  await ended(first.child);
  const again = await startIn(tree, scratch).then(
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
      newer.length > 0 &&
      untouched,
    negativeControl: { fault: "one acknowledged booking missing", detected: control.lost === 1 },
  };
}

async function signIn({ url }: ServerProcess): Promise<string> {
  const answer = await send(`${url}/api/admin/auth/login`, "POST", ADMIN);
  return String(answer.headers["set-cookie"]).split(";")[0] ?? "";
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

function checkOut(commit: string): string {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-before-"));
  const files = execFileSync("git", ["archive", commit], { maxBuffer: 1e9 });
  execFileSync("tar", ["xf", "-", "-C", folder], { input: files });
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  return folder;
}

/** Starts that version's server, as its tests do. */
function startIn(tree: string, { databaseUrl, dataDir }: { databaseUrl: string | null; dataDir: string }) {
  const given = { pages: false, platformsPort: null, firstAdmin: ADMIN, databaseUrl, dataDir };
  return new Promise<ServerProcess>((done, reject) => {
    const child = fork(join(tree, "src/server/testing/server-process.ts"), [JSON.stringify(given)], {
      cwd: tree,
      execArgv: [],
      stdio: ["ignore", "inherit", "ignore", "ipc"],
    });
    child.once("message", (address: AddressInfo) => done({ child, url: `http://127.0.0.1:${address.port}` }));
    child.once("exit", (code) => reject(new Error(`the old server exited with ${String(code)}`)));
  });
}
