import {
  createReadStream,
  createWriteStream,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  readdirSync,
  utimesSync,
} from "node:fs";
import { pipeline } from "node:stream/promises";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import pg from "pg";
import { afterEach, describe, expect, test } from "vitest";
import { toLocalDate } from "#domain/calendar/local-date.ts";
import { momentText } from "#domain/calendar/time-zone.ts";
import { DEFAULT_BACKUPS } from "../config.ts";
import { hashToken } from "../runtime/ids.ts";
import { runCommand } from "../testing/command.ts";
import { fakeClock } from "../testing/fake-clock.ts";
import { engines, type ScratchDatabase, scratchDatabase } from "../testing/engines.ts";
import { bookStay, GUEST } from "../testing/given.ts";
import { importStay, openChannel } from "../testing/open-channel.ts";
import { ADMIN, cookieOf, startTestApp, type TestApp } from "../testing/test-app.ts";
import { scratchName } from "./proof-files.ts";
import { allDigests } from "./restore-files.ts";
import { encrypting } from "./sealed-files.ts";
import { createBackupRunStore } from "./run-queries.ts";
import { createArchives, siteMayHaveContinued } from "./stored-archives.ts";

const PHOTO = randomBytes(5000);
let server: TestApp;
const more: ScratchDatabase[] = [];
afterEach(async () => {
  await server.close();
  for (const scratch of more.splice(0)) await scratch.remove();
});

async function usedServer(engine: "sqlite" | "postgres") {
  server = await startTestApp(engine);
  await bookStay(server);
  await bookStay(
    server,
    { checkInDate: "2027-01-01", checkOutDate: "2027-01-03" },
    { name: "=Björn Ü", email: "b@example.com", phone: "+94 77 123 4567" },
  );
  mkdirSync(join(server.config.dataDir, "pictures", "photos"), { recursive: true });
  writeFileSync(join(server.config.dataDir, "pictures", "photos", "one.avif"), PHOTO);
  // This file is stored like a picture in a conversation.
  mkdirSync(join(server.config.dataDir, "pictures", "conversation", "mp"), { recursive: true });
  writeFileSync(join(server.config.dataDir, "pictures", "conversation", "mp", "large.jpg"), PHOTO);
  return archivesOf(server.config);
}
const archivesOf = (target: { dataDir: string; databaseUrl: string | null }, passphrase: string | null = null) =>
  createArchives({ config: { ...target, backups: { ...DEFAULT_BACKUPS, passphrase } }, version: "0.0.0" });

async function emptyMachine(engine: "sqlite" | "postgres") {
  const scratch = await scratchDatabase(engine);
  more.push(scratch);
  return scratch;
}

test.runIf(engines.includes("postgres"))(
  "a backup drops the databases with guests' data that killed backups left behind, and none that may be in use",
  async () => {
    const archives = await usedServer("postgres");
    const url = server.config.databaseUrl ?? "";
    const hours = (n: number) => new Date(Date.now() + n * 3_600_000);
    // In earlier versions, a scratch database could be in use while it had no connection.
    const earlier = (madeAt: Date) => scratchName(madeAt).replace("_session", "");
    const [recent, open, held] = [earlier(hours(-1)), earlier(hours(-24)), scratchName(hours(-24))];
    const unnamed = `latchkey_scratch_${randomBytes(6).toString("hex")}`;
    const left = [earlier(hours(-4)), earlier(hours(365 * 24)), unnamed, scratchName(hours(0))];
    const databases = [recent, open, held, ...left];
    const existing = async (names: string[]) => {
      const { rows } = await sql<{ name: string }>`select datname as name from pg_database`.execute(server.db);
      return names.filter((name) => rows.some((row) => row.name === name));
    };
    const session = new pg.Client({ connectionString: url });
    await session.connect();
    const create = async (name: string) => {
      // Backups in other test files also drop databases that seem to be left over from killed backups.
      await session.query(`set application_name = ${name}`);
      await session.query(`create database ${name}`);
    };
    for (const name of [recent, ...left, open]) await create(name);
    const inUse = new pg.Client({ connectionString: Object.assign(new URL(url), { pathname: `/${open}` }).href });
    await inUse.connect();
    await create(held);
    expect(await archives.backUp("before-upgrade")).toMatchObject({ reason: null });
    expect(await existing(databases)).toEqual([recent, open, held]);
    await inUse.end();
    for (const name of [recent, open]) await sql.raw(`drop database if exists ${name} with (force)`).execute(server.db);

    // A killed backup before an upgrade may leave a scratch database behind. Only the account that owns the tables can
    // drop it, and that account may be used for nothing but `migrate`.
    const ofUpgrade = scratchName(hours(0));
    await sql.raw(`create database ${ofUpgrade}`).execute(server.db);
    const env = { DATA_DIR: server.config.dataDir, DATABASE_URL: url };
    expect(await runCommand(["migrate"], env)).toMatchObject({ code: 0 });
    expect(await existing([ofUpgrade, held])).toEqual([held]);
    await session.end();
    await sql.raw(`drop database if exists ${held} with (force)`).execute(server.db);
  },
);

describe.each(engines)("backups of %s", (engine) => {
  test("a backup is restored and compared before it counts as good; restoring it on an empty machine recreates the same state", async () => {
    const archives = await usedServer(engine);
    const run = await archives.backUp("nightly");
    expect(run).toMatchObject({ reason: null, proof: { pictures: 2, encrypted: false } });
    const file = join(server.config.dataDir, "backups", run.proof?.name ?? "");
    // Any tar program can open it.
    expect(execFileSync("tar", ["tzf", file]).toString()).toContain("tables/booking.jsonl");

    const there = await emptyMachine(engine);
    const { how } = await archivesOf(there).restore(file);
    expect(how).toBe(engine === "sqlite" ? "the database file" : "pg_restore");
    expect(await allDigests(there)).toEqual(await allDigests(server.config));
    expect(readFileSync(join(there.dataDir, "pictures", "photos", "one.avif"))).toEqual(PHOTO);
    expect(readFileSync(join(there.dataDir, "pictures", "conversation", "mp", "large.jpg"))).toEqual(PHOTO);
    expect(readdirSync(there.dataDir).filter((name) => name.startsWith("work-"))).toEqual([]);
    await expect(archivesOf(there).restore(file)).rejects.toThrow("This installation is in use (2 bookings)");
  });

  test("a backup leaves the files of a running export alone, and removes files that a killed run left behind", async () => {
    const archives = await usedServer(engine);
    const [underWay, left] = ["work-export", "work-killed"].map((name) => join(server.config.dataDir, name));
    for (const folder of [underWay, left]) mkdirSync(folder ?? "");
    const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000);
    utimesSync(left ?? "", yesterday, yesterday);
    await archives.backUp("nightly");
    expect(readdirSync(server.config.dataDir).filter((name) => name.startsWith("work-"))).toEqual(["work-export"]);
  });

  test("sessions from the time of a backup or export do not survive restoring it", async () => {
    const archives = await usedServer(engine);
    const cookie = await server.signIn();
    const invited = await server.send("POST", "/api/admin/people/invitations", { email: "" }, { cookie });
    const token = String(invited.json.link).split("#")[1];
    const device = { endpoint: "https://push.example/1", keys: { p256dh: "A".repeat(87), auth: "A".repeat(22) } };
    expect((await server.send("POST", "/api/admin/push/devices", device, { cookie })).status).toBe(201);
    const backup = join(server.config.dataDir, "backups", (await archives.backUp("nightly")).proof?.name ?? "");
    const exported = join(server.config.dataDir, "all.tar.gz");
    await archives.exportTo(exported);
    expect((await server.send("DELETE", "/api/admin/auth/sessions", undefined, { cookie })).status).toBe(204);

    for (const [file, mayBeOld] of [
      [backup, true],
      [exported, false],
    ] as const) {
      const there = await emptyMachine(engine);
      await archivesOf(there).restore(file, () => mayBeOld);
      const restored = await startTestApp(engine, { config: there });
      expect((await restored.send("GET", "/api/admin/auth/user", undefined, { cookie })).status).toBe(401);
      const signedIn = await restored.send("POST", "/api/admin/auth/login", ADMIN);
      expect(signedIn.status).toBe(200);
      // Restoring a backup removes push devices, because a phone may have been lost since the backup. Importing a fresh
      // export keeps them.
      const push = await restored.send("GET", "/api/admin/push", undefined, { cookie: cookieOf(signedIn) });
      expect(push.json.devices.some((one: { id: string }) => one.id === hashToken(device.endpoint))).toBe(!mayBeOld);
      // Invitations are removed as well: this invitation may have been withdrawn since.
      const open = await restored.send("POST", "/api/admin/auth/invitation/state", { token });
      expect([open.status, open.json.works]).toEqual([200, false]);
      await restored.close();
    }
  });

  test("S-54: after a restore, platforms get no calendar until the host has checked it, and nobody gets an email twice", async () => {
    const archives = await usedServer(engine);
    const cookie = await server.signIn();
    const path = await openChannel(server, cookie, "airbnb");
    expect((await server.send("GET", path)).status).toBe(200);
    const file = join(server.config.dataDir, "all.tar.gz");
    await archives.exportTo(file);
    const there = await emptyMachine(engine);
    await archivesOf(there).restore(file, () => true);
    const restored = await startTestApp(engine, { config: { ...there, publicUrl: null } });
    const refused = await restored.send("GET", path);
    expect([refused.status, refused.text.includes("VCALENDAR")]).toEqual([503, false]);
    const signedIn = { cookie: await restored.signIn() };
    const list = await restored.send("GET", "/api/admin/feeds", undefined, signedIn);
    expect(list.json.hold.reason).toBe("restored");
    // The welcome message for each booking was due. It may have been sent since, so it is sent again only if the host
    // says so.
    const messages = await restored.send("GET", "/api/admin/scheduled-messages", undefined, signedIn);
    const welcomes = messages.json.filter((message: { messageType: string }) => message.messageType === "welcome");
    expect(welcomes.map((message: { status: string }) => message.status)).toEqual(["skipped", "skipped"]);
    await restored.send("POST", "/api/admin/feeds/serve-again", { since: list.json.hold.since }, signedIn);
    expect((await restored.send("GET", path)).status).toBe(200);
    await restored.close();
  });

  test("restoring a backup or an old export puts the site on hold and lists the access that is restored", async () => {
    const archives = await usedServer(engine);
    const cookie = await server.signIn();
    const path = await openChannel(server, cookie, "airbnb");
    const backup = join(server.config.dataDir, "backups", (await archives.backUp("nightly")).proof?.name ?? "");
    const exported = join(server.config.dataDir, "all.tar.gz");
    const manifest = await archives.exportTo(exported);
    const now = new Date(manifest.madeAt);
    const later = new Date(now.getTime() + 25 * 60 * 60 * 1000);
    expect(siteMayHaveContinued(manifest, now)).toBe(false);
    const whileRunning = await archives.exportTo(join(server.config.dataDir, "running.tar.gz"), true);
    expect(siteMayHaveContinued(whileRunning, now)).toBe(true);

    for (const [file, at] of [
      [backup, now],
      [exported, later],
    ] as const) {
      const there = await emptyMachine(engine);
      const here = createArchives({
        config: { ...there, backups: DEFAULT_BACKUPS },
        version: "0.0.0",
        clock: () => at,
      });
      const { restoredAccess } = await here.restore(file, siteMayHaveContinued);
      expect(restoredAccess).toEqual({ hosts: [ADMIN.username], sharedAddresses: true });
      const restored = await startTestApp(engine, { config: there });
      expect((await restored.send("GET", path)).status).toBe(503);
      const signedIn = { cookie: await restored.signIn() };
      const { text } = await restored.send("GET", "/api/admin/audit", undefined, signedIn);
      expect(text).toContain("Restored a backup");
      await restored.close();
    }
  });

  test("an interrupted restore leaves nothing that a server could start from", async () => {
    const archives = await usedServer(engine);
    const backup = join(server.config.dataDir, "backups", (await archives.backUp("nightly")).proof?.name ?? "");
    const there = await emptyMachine(engine);
    const cutOff = archivesOf(there).restore(backup, () => {
      throw new Error("The power is gone");
    });
    await expect(cutOff).rejects.toThrow("The power is gone");
    if (engine === "sqlite") expect(readdirSync(there.dataDir)).not.toContain("latchkey.sqlite");
    else await expect(startTestApp(engine, { config: there })).rejects.toThrow("was interrupted");
    // Running the same command again finishes the restore.
    await archivesOf(there).restore(backup, () => true);
    const restored = await startTestApp(engine, { config: there });
    expect(
      (await restored.send("GET", "/api/admin/bookings", undefined, { cookie: await restored.signIn() })).status,
    ).toBe(200);
    await restored.close();
  });

  test.each(engines)("an export moves everything to %s", async (to) => {
    const archives = await usedServer(engine);
    await openChannel(server, await server.signIn(), "agoda");
    const sold = { checkInDate: toLocalDate("2027-02-01"), checkOutDate: toLocalDate("2027-02-05") };
    await importStay(server.db, "channel-agoda", sold);
    const file = join(server.config.dataDir, "all.tar.gz");
    const manifest = await archives.exportTo(file);
    expect(manifest).toMatchObject({ native: null, tables: { booking: { rows: 2 } } });
    const csv = execFileSync("tar", ["xzOf", file, "csv/guest.csv"]).toString();
    expect(csv).toContain("'=Björn");
    const ics = execFileSync("tar", ["xzOf", file, "calendar.ics"]).toString();
    expect(ics).toContain("DTSTART;VALUE=DATE:20261201\r\nDTEND;VALUE=DATE:20261204");
    // A host who leaves Latchkey with this export must not resell nights that a platform has sold.
    expect(ics).toContain("DTSTART;VALUE=DATE:20270201\r\nDTEND;VALUE=DATE:20270205");
    expect(ics).toContain("SUMMARY:Agoda stay");
    expect(execFileSync("tar", ["xzOf", file, "csv/admin.csv"]).toString()).not.toContain("argon2");
    const there = await emptyMachine(to);
    expect(await archivesOf(there).restore(file)).toMatchObject({ how: "row by row" });
    // Sessions are not moved to the new installation; another test above covers that.
    const { admin_session: _ended, ...restored } = await allDigests(there);
    const { admin_session: _open, ...moved } = await allDigests(server.config);
    expect(restored).toEqual(moved);
  });

  test("after a restore, hosts have 48 hours to check what was waiting for an answer when the backup was made", async () => {
    const archives = await usedServer(engine);
    const cookie = await server.signIn();
    const { version } = (await server.send("GET", "/api/admin/settings", undefined, { cookie })).json;
    await server.send("PUT", "/api/admin/settings", { bookingMode: "request", version }, { cookie });
    const response = await bookStay(server, { checkInDate: "2027-03-01", checkOutDate: "2027-03-03" });
    const file = join(server.config.dataDir, "all.tar.gz");
    await archives.exportTo(file);
    const there = await emptyMachine(engine);
    await archivesOf(there).restore(file, () => true);
    // `archivesOf` passes no clock, so this restore sets the time limit by the machine's clock.
    const clock = fakeClock(new Date().toISOString());
    const restored = await startTestApp(engine, { config: there, clock });
    const statusAfter = async (hours: number) => {
      clock.advance(hours * 3_600_000);
      await restored.app.runJobs(/pending/);
      const signedIn = { cookie: await restored.signIn() };
      return (await restored.send("GET", `/api/admin/bookings/${response.json.id}`, undefined, signedIn)).json.status;
    };
    expect([await statusAfter(47), await statusAfter(2)]).toEqual(["pending", "cancelled"]);
    await restored.close();
  });

  // The engine makes no difference to what hosts and guests may do after a restore.
  if (engine !== "sqlite") return;

  test("after moving to another machine, backups whose files stayed behind are marked as missing and do not count", async () => {
    const archives = await usedServer(engine);
    const run = await archives.backUp("nightly");
    await createBackupRunStore(server.db).add(run);
    const file = join(server.config.dataDir, "all.tar.gz");
    await archives.exportTo(file);
    const there = await emptyMachine(engine);
    await archivesOf(there).restore(file);
    const moved = await startTestApp(engine, { config: there });
    // Backups use the machine's clock.
    moved.clock.set(new Date().toISOString());
    const cookie = await moved.signIn();
    const { json } = await moved.send("GET", "/api/admin/backups", undefined, { cookie });
    expect(json).toMatchObject({ lastGood: null, runs: [{ id: run.id, kept: false }] });
    await moved.close();
  });

  test("after a restore, guests can only send requests until the host has checked the calendar, even without platforms", async () => {
    const archives = await usedServer(engine);
    const file = join(server.config.dataDir, "backups", (await archives.backUp("nightly")).proof?.name ?? "");
    const stay = { checkInDate: "2027-01-10", checkOutDate: "2027-01-13" };
    expect((await bookStay(server, stay)).json.status).toBe("upcoming");
    const there = await emptyMachine(engine);
    const { manifest } = await archivesOf(there).restore(file, () => true);
    const restored = await startTestApp(engine, { config: there });
    const host = { cookie: await restored.signIn() };
    const alertsNow = async () =>
      (await restored.send("GET", "/api/admin/dashboard", undefined, host)).json.alerts.map(
        ({ title, detail }: { title: string; detail: string }) => `${title}: ${detail}`,
      );

    // These nights were sold after the backup was made.
    const again = await bookStay(restored, stay, { ...GUEST, email: "bob@example.com" });
    expect([again.status, again.json.status]).toEqual([201, "pending"]);
    const page = await restored.send("GET", `/api/bookings/${again.json.id}/confirmation`);
    expect(page.json.waiting.for).toBe("host");
    const madeAt = momentText(new Date(manifest.madeAt), "Asia/Colombo");
    expect(await alertsNow()).toContain(
      `Bookings may be missing: Bookings made after ${madeAt} may be missing. Until you confirm that your calendar is complete, guests can only send requests, and platforms can't read it.`,
    );

    const { hold } = (await restored.send("GET", "/api/admin/feeds", undefined, host)).json;
    const confirmed = await restored.send("POST", "/api/admin/feeds/serve-again", { since: hold.since }, host);
    expect(confirmed.json.hold).toBeNull();
    expect((await alertsNow()).join()).not.toContain("may be missing");
    const later = await bookStay(restored, { checkInDate: "2027-01-20", checkOutDate: "2027-01-22" });
    expect(later.json.status).toBe("upcoming");
    await restored.close();
  });
});

test("a restore is refused while files of another database would change what is restored", async () => {
  const archives = await usedServer("sqlite");
  const file = join(server.config.dataDir, "backups", (await archives.backUp("nightly")).proof?.name ?? "");
  const there = await emptyMachine("sqlite");
  const wal = join(there.dataDir, "latchkey.sqlite-wal");
  writeFileSync(wal, readFileSync(join(server.config.dataDir, "latchkey.sqlite-wal")));
  await expect(archivesOf(there).restore(file)).rejects.toThrow("contains latchkey.sqlite-wal without the database");
  expect(readdirSync(there.dataDir)).not.toContain("latchkey.sqlite");
  rmSync(wal);
  await archivesOf(there).restore(file);
  expect(await allDigests(there)).toEqual(await allDigests(server.config));
});

test("a file from a newer version is refused before anything is restored", async () => {
  const archives = await usedServer("sqlite");
  await sql`insert into kysely_migration (name, timestamp) values ('9999_of_next_year', '')`.execute(server.db);
  const file = join(server.config.dataDir, "all.tar.gz");
  await archives.exportTo(file);
  const there = await emptyMachine("sqlite");
  await expect(archivesOf(there).restore(file)).rejects.toThrow("written by a newer version of Latchkey");
  expect(readdirSync(there.dataDir)).toEqual([]);
});

test("an export that a browser has decompressed can be restored, unless it has been changed or truncated", async () => {
  const archives = await usedServer("sqlite");
  const file = join(server.config.dataDir, "all.tar.gz");
  await archives.exportTo(file);
  const tar = gunzipSync(readFileSync(file));
  const changed = Buffer.from(tar);
  changed[tar.indexOf("Perera")] = 81;
  const there = await emptyMachine("sqlite");
  const unpacked = join(server.config.dataDir, "all.tar");
  // The manifest is the last file in the archive.
  for (const wrong of [changed, tar.subarray(0, tar.length >> 1), tar.subarray(0, tar.lastIndexOf("latchkey.json"))]) {
    writeFileSync(unpacked, wrong);
    await expect(archivesOf(there).restore(unpacked)).rejects.toThrow(/^The file is (damaged|incomplete)/);
  }
  writeFileSync(unpacked, tar);
  await archivesOf(there).restore(unpacked);
  expect((await allDigests(there))["booking"]).toEqual((await allDigests(server.config))["booking"]);
});

// Each passphrase attempt is slow on purpose (`COSTS` in sealed-files.ts).
test(
  "an encrypted backup cannot be read without its passphrase; a wrong and a missing passphrase give different errors",
  { timeout: 120_000 },
  async () => {
    await usedServer("sqlite");
    const run = await archivesOf(server.config, "a rather long secret").backUp("by-hand");
    expect(run).toMatchObject({
      reason: null,
      proof: { encrypted: true, name: expect.stringMatching(/\.tar\.gz\.locked$/) },
    });
    const file = join(server.config.dataDir, "backups", run.proof?.name ?? "");
    expect(readFileSync(file).includes("Perera")).toBe(false);
    const there = await emptyMachine("sqlite");
    await expect(archivesOf(there).restore(file)).rejects.toThrow("BACKUP_PASSPHRASE");
    await expect(archivesOf(there, "another long secret").restore(file)).rejects.toThrow("not the one");
    await archivesOf(there, "a rather long secret").restore(file);
    expect(await allDigests(there)).toEqual(await allDigests(server.config));
    expect(readFileSync(file).subarray(0, 18).toString()).toBe("LATCHKEY LOCKED 2\n");

    // Files in version 1 of the encrypted format, whose key derivation is cheaper, can still be opened.
    const open = await archivesOf(server.config).backUp("by-hand");
    const former = join(server.config.dataDir, "former.locked");
    const plain = createReadStream(join(server.config.dataDir, "backups", open.proof?.name ?? ""));
    await pipeline(plain, await encrypting("a rather long secret", 1), createWriteStream(former));
    expect(readFileSync(former).subarray(0, 18).toString()).toBe("LATCHKEY LOCKED 1\n");
    expect((await archivesOf(there, "a rather long secret").check(former)).tables["booking"]?.rows).toBe(2);
    await expect(archivesOf(there, "another long secret").check(former)).rejects.toThrow("not the one");
  },
);

test("a file with one changed byte, or with its end missing, is refused", { timeout: 120_000 }, async () => {
  await usedServer("sqlite");
  for (const passphrase of [null, "a rather long secret"]) {
    const archives = archivesOf(server.config, passphrase);
    const { proof } = await archives.backUp("by-hand");
    const file = join(server.config.dataDir, "backups", proof?.name ?? "");
    const bytes = readFileSync(file);
    // Reading an encrypted file costs as much as a passphrase attempt; proof/restore-drill.proof.ts tries fifty bytes.
    const inside = passphrase ? 4 : 15;
    const ends = [0, 1, 3, 4, 9, 17, 40, bytes.length - 1, bytes.length - 9, bytes.length - 30, bytes.length - 55];
    const places = [
      ...ends,
      ...Array.from({ length: inside }, (_, i) => Math.floor((bytes.length * (i + 0.5)) / inside)),
    ];
    const broken = join(server.config.dataDir, "broken");
    for (const place of places) {
      const changed = Buffer.from(bytes);
      changed[place] = (changed[place] ?? 0) ^ 1;
      writeFileSync(broken, changed);
      await expect(archives.check(broken), `byte ${place} of ${bytes.length}`).rejects.toThrow();
    }
    for (const length of [0, 10, bytes.length >> 1, bytes.length - 1]) {
      writeFileSync(broken, bytes.subarray(0, length));
      await expect(archives.check(broken)).rejects.toThrow();
    }
    expect((await archives.check(file)).tables["booking"]?.rows).toBe(2);
  }
});

test("a backup that cannot be written is reported as failed, with the reason", async () => {
  await usedServer("sqlite");
  writeFileSync(join(server.config.dataDir, "in-the-way"), "");
  const config = {
    ...server.config,
    backups: { ...DEFAULT_BACKUPS, to: { folder: join(server.config.dataDir, "in-the-way") } },
  };
  const run = await createArchives({ config, version: "0.0.0" }).backUp("nightly");
  expect(run).toMatchObject({ proof: null, reason: "BACKUP_TO is not a folder." });
});
