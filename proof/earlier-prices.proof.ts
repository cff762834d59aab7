/**
 * Q08: an installation of a version with one price for all nights is upgraded, and its backup and its export are loaded
 * into a new installation. Every booking keeps its lines, totals and fees, and the columns of `bookings.csv` keep their
 * content.
 */
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { spawnSync } from "node:child_process";
import { connectDatabase } from "#server/database/connect.ts";
import { createLogger } from "#server/runtime/logger.ts";
import { engines, scratchDatabase, type ScratchDatabase } from "#server/testing/engines.ts";
import { GUEST, stayBody } from "#server/testing/given.ts";
import { ended, type ServerProcess, startServerProcess } from "#server/testing/processes.ts";
import { readCsv } from "#server/testing/read-csv.ts";
import { ADMIN } from "#server/testing/test-app.ts";
import { checkOut, startEarlier } from "./support/earlier-version.ts";
import { dayFromNow, send, signIn } from "./support/guests.ts";
import { prove } from "./support/proof.ts";

/** The last version before seasons, discounts and price lines with a kind. */
const COMMIT = "11fc3b5";

/** Columns that now have another name. */
const RENAMED: Record<string, string> = { "E-mail": "Email", "Total (USD)": "Agreed total" };

const tree = checkOut(COMMIT);
if (!tree) console.log("SKIPPED: needs the repository's history");
else {
  for (const engine of engines) {
    await prove(
      {
        id: "Q08",
        what: "Bookings of the version with one price",
        aim: "lines, totals, fees, payments and the bookings file unchanged after upgrade, restore and import",
      },
      `${engine}, upgraded from ${COMMIT}`,
      () => upgrade(engine, tree),
    );
  }
  rmSync(tree, { recursive: true, force: true });
}

async function upgrade(engine: (typeof engines)[number], old: string) {
  const scratch = await scratchDatabase(engine);
  const before = await startEarlier(old, scratch);
  await fill(before);
  const sold = await pricesAt(before);
  await stop(before);
  const files = archives(old, scratch);

  const after = await startServerProcess(scratch, { firstAdmin: ADMIN });
  const upgraded = await pricesAt(after);
  await stop(after);

  const restored = [];
  for (const { verb, file } of files) {
    const empty = await scratchDatabase(engine);
    command(process.cwd(), empty, [verb, file]);
    const server = await startServerProcess(empty, { firstAdmin: ADMIN });
    restored.push(await pricesAt(server));
    await stop(server);
    await empty.remove();
  }

  const { db, close } = connectDatabase(scratch, createLogger("silent"));
  const [one] = await db.selectFrom("booking").select(["id", "total_cents"]).where("total_cents", ">", 0).execute();
  await db
    .updateTable("booking")
    .set({ total_cents: (one?.total_cents ?? 0) + 1 })
    .where("id", "=", one?.id ?? "")
    .execute();
  await close();
  const changed = await startServerProcess(scratch, { firstAdmin: ADMIN });
  const control = differences(sold, await pricesAt(changed));
  await stop(changed);
  await scratch.remove();

  const results = [upgraded, ...restored].map((prices) => differences(sold, prices));
  for (const text of results.flat().slice(0, 4)) console.log(text);
  return {
    figures: {
      bookings: sold.bookings.size,
      cancelledWithFee: [...sold.bookings.values()].filter((text) => /"cancellationFee":"[1-9]/.test(text)).length,
      rowsOfTheFile: sold.rows.length,
      differencesAfterUpgrade: results[0]?.length ?? -1,
      differencesAfterRestore: results[1]?.length ?? -1,
      differencesAfterImport: results[2]?.length ?? -1,
    },
    met: sold.bookings.size > 10 && results.length === 3 && results.every((found) => found.length === 0),
    negativeControl: { fault: "one total changed by a cent", detected: control.length > 0 },
  };
}

type Json = ReturnType<typeof JSON.parse>;

async function hostOf({ url }: ServerProcess) {
  const cookie = await signIn(url);
  return async (
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; text: string; json: Json }> => {
    const { status, text } = await send(`${url}/api/admin${path}`, method, body, { cookie });
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
    return { status, text, json: text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : null };
  };
}

/**
 * Stays that are booked, paid in part, changed at the agreed or at a new price, and cancelled with or without a fee, at
 * three nightly rates, two of which include cents.
 */
async function fill(server: ServerProcess): Promise<void> {
  const host = await hostOf(server);
  let night = 1;
  const ids: string[] = [];
  for (const rate of ["150", "173.37", "99.99"]) {
    await host("PUT", "/content/property", { rate });
    for (const nights of [1, 2, 3, 7]) {
      const guest = JSON.parse((await send(`${server.url}/api/guests`, "POST", GUEST)).text);
      const dates = { checkInDate: dayFromNow(night), checkOutDate: dayFromNow(night + nights) };
      const stay = { ...stayBody(dates), guestId: guest.id };
      const { status, text } = await send(`${server.url}/api/bookings`, "POST", stay);
      if (status !== 201) throw new Error(`The stay was not booked: ${status} ${text}`);
      ids.push(JSON.parse(text).id);
      night += nights + 5;
    }
  }
  const detail = async (id: string) => (await host("GET", `/bookings/${id}`)).json;
  const [late = "", twice = "", kept = "", anew = "", gone = ""] = ids;
  // Free cancellation is over, so the fee is the price of one night.
  const { version, feeIfCancelledNow: expectedFee } = await detail(late);
  await host("POST", `/bookings/${late}/cancel`, { version, waiveFee: false, expectedFee });
  for (const amount of ["20", "33.33"]) {
    const payment = { kind: "payment", method: "cash", paidOn: dayFromNow(-1), amount };
    await host("POST", `/bookings/${twice}/payments`, { version: (await detail(twice)).version, ...payment });
  }
  for (const [id, price] of [
    [kept, "keep"],
    [anew, "new"],
  ] as const) {
    const { version: seen, checkIn, checkOut, guestCount, totalAmount } = await detail(id);
    const dates = { checkInDate: checkIn, checkOutDate: addDay(checkOut) };
    const query = `checkInDate=${dates.checkInDate}&checkOutDate=${dates.checkOutDate}&bookingId=${id}`;
    const { totalAmount: today } = (await host("GET", `/stay-quote?${query}`)).json;
    const expectedTotal = price === "keep" ? totalAmount : today;
    await host("PUT", `/bookings/${id}/stay`, { version: seen, ...dates, guestCount, price, expectedTotal });
  }
  const { version: last } = await detail(gone);
  await host("POST", `/bookings/${gone}/cancel`, { version: last, waiveFee: true, expectedFee: "0.00" });
}

function addDay(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
}

type Prices = { bookings: Map<string, string>; header: string[]; rows: string[][]; figures: string };

/** As the host sees them in the bookings, `bookings.csv`, the analytics and the dashboard. */
async function pricesAt(server: ServerProcess): Promise<Prices> {
  const host = await hostOf(server);
  const bookings = new Map<string, string>();
  for (const { id } of (await host("GET", "/bookings")).json) {
    const { priceLines, totalAmount, cancellationFee, feeIfCancelledNow, paidAmount, dueAmount, payments } = (
      await host("GET", `/bookings/${id}`)
    ).json;
    const money = { priceLines, totalAmount, cancellationFee, feeIfCancelledNow, paidAmount, dueAmount };
    const amounts = payments.map(({ amount, kind }: Json) => [kind, amount]);
    bookings.set(id, JSON.stringify({ ...money, amounts }));
  }
  const [header = [], ...rows] = readCsv((await host("GET", "/bookings.csv")).text.replace(/^\uFEFF/, ""));
  const { totalRevenue, averageDailyRate, nightsSold } = (await host("GET", "/analytics")).json;
  const { revenue } = (await host("GET", "/dashboard")).json.stats;
  return { bookings, header, rows, figures: JSON.stringify([totalRevenue, averageDailyRate, nightsSold, revenue]) };
}

/** Columns that have been added since then are ignored. */
function differences(before: Prices, after: Prices): string[] {
  const found: string[] = [];
  for (const [id, text] of before.bookings) {
    if (after.bookings.get(id) !== text) found.push(`${text} became ${String(after.bookings.get(id))}`);
  }
  if (before.figures !== after.figures) found.push(`${before.figures} became ${after.figures}`);
  if (before.rows.length !== after.rows.length) found.push("the file has a different number of rows");
  for (const [place, row] of before.rows.entries()) {
    const theirs = before.header.map((name) => after.rows[place]?.[after.header.indexOf(RENAMED[name] ?? name)]);
    if (JSON.stringify(theirs) !== JSON.stringify(row)) found.push(`${row.join()} became ${theirs.join()}`);
  }
  return found;
}

/** Made by the old version's command line. */
function archives(old: string, scratch: ScratchDatabase): { verb: string; file: string }[] {
  const folder = join(scratch.dataDir, "taken-along");
  mkdirSync(folder, { recursive: true });
  const exported = join(folder, "export.tar.gz");
  command(old, scratch, ["export", exported]);
  command(old, scratch, ["backup"]);
  const backups = join(scratch.dataDir, "backups");
  const name = readdirSync(backups)
    .filter((file) => file.endsWith(".tar.gz"))
    .toSorted()
    .at(-1);
  return [
    { verb: "restore", file: join(backups, name ?? "no-backup") },
    { verb: "import", file: exported },
  ];
}

function command(cwd: string, { databaseUrl, dataDir }: ScratchDatabase, args: string[]): void {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? "", LOG_LEVEL: "silent" };
  const { status, stderr, stdout } = spawnSync(process.execPath, ["src/server/cli.ts", ...args], { cwd, env });
  if (status !== 0) throw new Error(`latchkey ${args.join(" ")}: ${String(stdout)} ${String(stderr)}`);
}

async function stop({ child }: ServerProcess): Promise<void> {
  child.kill("SIGTERM");
  await ended(child);
}
