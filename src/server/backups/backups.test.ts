import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DEFAULT_BACKUPS } from "../config.ts";
import { engines } from "../testing/engines.ts";
import { bookStay } from "../testing/given.ts";
import { EXIT } from "../runtime/command.ts";
import { createLogger } from "../runtime/logger.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { createBackupRunStore } from "./run-queries.ts";
import { runCommand } from "../testing/command.ts";

describe.each(engines)("backups in the portal, on %s", (engine) => {
  let server: TestApp;
  let cookie: string;
  beforeEach(async () => {
    server = await startTestApp(engine);
    // Commands use the machine's clock.
    server.clock.set(new Date().toISOString());
    cookie = await server.signIn();
  });
  afterEach(() => server.close());
  const read = async (from = server) => (await from.send("GET", "/api/admin/backups", undefined, { cookie })).json;

  test("a manual backup is verified, listed and downloaded, and the dashboard warns when the last backup is too old", async () => {
    await bookStay(server);
    expect(await read()).toMatchObject({ running: false, freshness: "waiting", lastGood: null, runs: [] });
    expect((await server.send("POST", "/api/admin/backups", {}, { cookie })).status).toBe(204);
    expect((await server.send("POST", "/api/admin/backups", {}, { cookie })).status).toBe(409);
    await expect.poll(async () => (await read()).running, { timeout: 20_000 }).toBe(false);
    const { lastGood, runs } = await read();
    expect(runs).toHaveLength(1);
    expect(lastGood).toMatchObject({ kind: "by-hand", reason: null, kept: true, proof: { encrypted: false } });

    const file = await fetch(`${server.url}/api/admin/backups/${lastGood.id}/file`, { headers: { cookie } });
    expect(file.headers.get("content-disposition")).toBe(`attachment; filename="${lastGood.proof.name}"`);
    expect((await file.arrayBuffer()).byteLength).toBe(lastGood.proof.bytes);
    const audit = (await server.send("GET", "/api/admin/audit", undefined, { cookie })).text;
    expect(audit).toContain("Started a backup");
    expect(audit).toContain("Downloaded a backup");

    // More than a day has passed without a newer backup.
    server.clock.set(new Date(Date.now() + 27 * 3_600_000).toISOString());
    cookie = await server.signIn();
    const { alerts } = (await server.send("GET", "/api/admin/dashboard", undefined, { cookie })).json;
    expect(alerts).toContainEqual(
      expect.objectContaining({ id: "backups", level: "warning", title: "Your last backup is too old" }),
    );
  });

  test("the host is told that there is no recent backup, even while a backup hangs", async () => {
    const cli = join(server.config.dataDir, "hangs.mjs");
    writeFileSync(cli, "setInterval(() => undefined, 1000);");
    const hanging = await startTestApp(engine, { config: server.sameDatabase, clock: server.clock, cli });
    const startedAt = new Date(server.clock().getTime() - 49 * 3_600_000);
    const proof = { name: "good.tar.gz", bytes: 1, encrypted: false, tables: 1, rows: 1, pictures: 0, restoredIn: "" };
    const run = { id: "good", kind: "nightly", startedAt, finishedAt: startedAt, removedAt: null } as const;
    await createBackupRunStore(server.db).add({ ...run, proof, reason: null });
    const backup = hanging.app.runJobs(/^backups$/);
    await expect.poll(async () => (await read(hanging)).running).toBe(true);
    const alert = hanging.app.runJobs(/alert about backups/);
    const subjects = async () =>
      (await server.db.selectFrom("scheduled_message").select("subject").execute()).map(({ subject }) => subject);
    await expect.poll(subjects).toContain("Your site has no recent backup");
    await hanging.close();
    await Promise.all([backup, alert]);
  });

  // On SQLite, the site itself stops without its data folder.
  test.runIf(engine === "postgres")("if DATA_DIR cannot be used, the failed backup says so", async () => {
    const dataDir = join(server.config.dataDir, "file");
    writeFileSync(dataDir, "");
    const env = { DATA_DIR: dataDir, DATABASE_URL: server.config.databaseUrl ?? "", BACKUP_TO: tmpdir() };
    const reason = `DATA_DIR: ${dataDir} is not a folder. Set DATA_DIR to another folder.`;
    const failed = await runCommand(["backup"], env);
    expect(failed).toMatchObject({ code: 1, output: expect.stringContaining(`The backup failed. ${reason}`) });
    expect((await read()).runs[0]).toMatchObject({ proof: null, reason });
  });

  test("a backup that can be downloaded stays listed, even if many later ones fail", async () => {
    const runs = createBackupRunStore(server.db);
    const hour = (n: number) => new Date(server.clock().getTime() + n * 3_600_000);
    const proof = { name: "good.tar.gz", bytes: 1, encrypted: false, tables: 1, rows: 1, pictures: 0, restoredIn: "" };
    const run = { kind: "nightly", finishedAt: hour(0), removedAt: null } as const;
    await runs.add({ ...run, id: "good", startedAt: hour(-42), proof, reason: null });
    for (let n = 1; n <= 41; n += 1) {
      await runs.add({ ...run, id: `failed-${n}`, startedAt: hour(n - 42), proof: null, reason: "The disk is full." });
    }
    const { runs: listed } = await read();
    expect(listed.map(({ id }: { id: string }) => id)).toEqual([
      ...Array.from({ length: 40 }, (_, n) => `failed-${41 - n}`),
      "good",
    ]);
    expect(listed.at(-1).kept).toBe(true);
  });

  test("a backup made while the clock was a year ahead neither hides later ones nor stops them", async () => {
    const runs = createBackupRunStore(server.db);
    const days = (n: number) => new Date(server.clock().getTime() + n * 24 * 3_600_000);
    const proof = { name: "", bytes: 1, encrypted: false, tables: 1, rows: 1, pictures: 0, restoredIn: "" };
    const run = { kind: "nightly", finishedAt: days(0), removedAt: null, reason: null } as const;
    for (const n of [-3, 365, 366])
      await runs.add({ ...run, id: `${n}`, startedAt: days(n), proof: { ...proof, name: `${n}.tar.gz` } });
    for (let n = 367; n < 410; n += 1)
      await runs.add({ ...run, id: `${n}`, startedAt: days(n), proof: null, reason: "The disk is full." });
    expect(await read()).toMatchObject({
      freshness: "stale",
      summary: "There hasn't been a working backup for 3 days. Is the server on at night?",
      lastGood: { id: "-3" },
      runs: [{ id: "-3" }, { id: "366" }, { id: "365" }],
    });
    await server.app.runJobs(/alert about backups/);
    expect(await server.db.selectFrom("scheduled_message").select("subject").execute()).toEqual([
      { subject: "Your site has no recent backup" },
    ]);
    await server.app.runJobs(/^backups$/);
    expect(await read()).toMatchObject({ freshness: "fresh", lastGood: { kind: "nightly" }, runs: { length: 4 } });
    await runs.add({ ...run, id: "failed", startedAt: days(0.02), proof: null, reason: "The disk is full." });
    expect(await read()).toMatchObject({ freshness: "failed", summary: expect.stringContaining("The disk is full.") });
  });

  test("after a failed backup, the host gets one email (R23)", async () => {
    // A file in place of the backup folder makes every backup fail.
    writeFileSync(join(server.config.dataDir, "backups"), "");
    await server.send("POST", "/api/admin/backups", {}, { cookie });
    await expect.poll(async () => (await read()).runs.length, { timeout: 20_000 }).toBe(1);
    expect(await read()).toMatchObject({
      freshness: "failed",
      lastGood: null,
      summary: expect.stringContaining("is not a folder"),
    });
    await server.app.start();
    const emails = async () => {
      const rows = await server.db.selectFrom("scheduled_message").selectAll().execute();
      return rows.filter((row) => JSON.stringify(row).includes("A backup of your site failed"));
    };
    await expect.poll(async () => (await emails()).length).toBe(1);
    const { alerts } = (await server.send("GET", "/api/admin/dashboard", undefined, { cookie })).json;
    expect(alerts).toContainEqual(
      expect.objectContaining({ id: "backups", level: "warning", title: "The last backup failed" }),
    );
  });

  test("the restore command works on an empty machine and refuses one that is in use; the doctor reports problems", async () => {
    await bookStay(server);
    const env = { DATA_DIR: server.config.dataDir, DATABASE_URL: server.config.databaseUrl ?? "" };
    const made = await runCommand(["backup"], env);
    expect(made).toMatchObject({ code: 0, output: expect.stringContaining("pictures match") });
    const [name = ""] = readdirSync(join(server.config.dataDir, "backups"));
    const file = join(server.config.dataDir, "backups", name);
    const refused = await runCommand(["restore", file], env);
    expect(refused.code).toBe(1);
    expect(refused.output).toContain("This installation is in use (1 booking)");
    expect(
      await runCommand(["restore", "/nowhere.tar.gz"], { DATA_DIR: join(server.config.dataDir, "other") }),
    ).toMatchObject({
      code: 1,
      output: expect.stringContaining("File not found"),
    });
    const empty = { DATA_DIR: join(server.config.dataDir, "elsewhere"), DATABASE_URL: "" };
    const restored = await runCommand(["restore", file], empty);
    expect(restored).toMatchObject({ code: 0, output: expect.stringContaining("and verified all of it") });
    // Since the backup, a password may have been changed because a thief knew it.
    expect(restored.output).toContain("npm run latchkey -- admin reset-password <username>");
    const healthy = await runCommand(["doctor", "--json"], env);
    const { checks } = JSON.parse(healthy.output);
    const states = Object.fromEntries(checks.map((check: { id: string; state: string }) => [check.id, check.state]));
    expect(states).toMatchObject({
      database: "good",
      migrations: "good",
      disk: "good",
      "backup-place": "good",
      "backup-age": "good",
      tls: "skipped",
    });
    const unhealthy = await runCommand(["doctor"], { ...env, BACKUP_TO: file, PUBLIC_URL: "http://127.0.0.1:9" });
    expect(unhealthy).toMatchObject({ code: 1, output: expect.stringContaining("2 errors; ") });
  });

  // The engine makes no difference to folders and disks.
  if (engine !== "sqlite") return;

  test("if an export fails because the pictures cannot be read, the host is told what to do", async () => {
    const pictures = join(server.config.dataDir, "pictures");
    // The folder with the pictures cannot be read: a file takes its place.
    writeFileSync(pictures, "");
    const refused = await server.send("GET", "/api/admin/export", undefined, { cookie });
    expect([refused.status, refused.json.message]).toEqual([422, expect.stringContaining(`to read ${pictures}`)]);
  });

  test("a backup whose file is gone does not count, and its link opens a page instead of raw JSON", async () => {
    await server.send("POST", "/api/admin/backups", {}, { cookie });
    await expect.poll(async () => (await read()).running, { timeout: 20_000 }).toBe(false);
    const { lastGood } = await read();
    rmSync(join(server.config.dataDir, "backups", lastGood.proof.name));
    const headers = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
    const path = `/api/admin/backups/${lastGood.id}/file`;
    const gone = await fetch(server.url + path, { headers: { ...headers, cookie } });
    expect([gone.status, gone.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
    expect(await gone.text()).toContain("Back to the dashboard");
    expect(await read()).toMatchObject({ lastGood: null, freshness: "waiting", runs: [{ kept: false }] });
    const stranger = await fetch(server.url + path, { headers: headers });
    expect([stranger.status, await stranger.text()]).toEqual([401, expect.stringContaining("Please sign in.")]);
  });

  test("after BACKUP_TO has changed, the host is told about old backups in the former folder until they are deleted", async () => {
    const { dataDir, databaseUrl } = server.config;
    const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? "" };
    const [former, folder] = [join(dataDir, "backups"), join(dataDir, "elsewhere")];
    const runs = createBackupRunStore(server.db);
    for (const [name, days] of Object.entries({ old: 40, recent: 1 })) {
      const startedAt = new Date(Date.now() - days * 24 * 3_600_000);
      const proof = {
        name,
        place: former,
        bytes: 1,
        encrypted: false,
        tables: 1,
        rows: 1,
        pictures: 0,
        restoredIn: "",
      };
      const run = { id: name, kind: "nightly", startedAt, finishedAt: startedAt, removedAt: null } as const;
      await runs.add({ ...run, proof, reason: null });
    }
    mkdirSync(former);
    writeFileSync(join(former, "old"), "");
    const where = `They are in ${former}`;
    const { output: made } = await runCommand(["backup"], { ...env, BACKUP_TO: folder });
    expect(made).toContain(`Old backups that could not be deleted: 1. ${where}`);
    const backups = { ...DEFAULT_BACKUPS, to: { folder } };
    const moved = await startTestApp(engine, { config: { ...server.sameDatabase, backups }, clock: server.clock });
    const alerts = async () => (await moved.send("GET", "/api/admin/dashboard", undefined, { cookie })).json.alerts;
    expect(await alerts()).toContainEqual(
      expect.objectContaining({
        title: "1 old backup could not be deleted",
        detail: expect.stringMatching(`^${where}`),
      }),
    );
    const download = await moved.send("GET", `/api/admin/backups/old/file`, undefined, { cookie });
    expect([download.status, download.text]).toEqual([404, expect.stringContaining(former)]);
    expect((await read(moved)).runs.at(-1)).toMatchObject({ id: "old", kept: true });

    rmSync(join(former, "old"));
    const { output } = await runCommand(["backup"], { ...env, BACKUP_TO: folder });
    expect(output).toContain("Backups removed: 1");
    expect(output).not.toContain("could not be deleted");
    expect((await read(moved)).runs.at(-1)).toMatchObject({ id: "old", kept: false });
    await moved.close();
  });

  test("while the backup disk is not connected, no backup is made on the data's disk and the host is told what to do", async () => {
    const { dataDir, databaseUrl } = server.config;
    const elsewhere = ["/dev/shm", "/tmp", "/var/tmp"].find(
      (path) => existsSync(path) && statSync(path).dev !== statSync(dataDir).dev,
    );
    if (!elsewhere) return;
    const [disk, folder] = [mkdtempSync(join(elsewhere, "latchkey-backup-disk-")), join(dataDir, "mounted")];
    symlinkSync(disk, folder);
    const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? "", BACKUP_TO: folder };
    expect(await runCommand(["backup"], env)).toMatchObject({ code: 0 });
    const [{ id }] = (await read()).runs;
    // What is left of a mount point once its disk has been disconnected.
    rmSync(folder);
    mkdirSync(folder);
    const text = `The backup disk for ${folder} is not connected. Connect it, then try again.`;
    expect(await runCommand(["backup"], env)).toMatchObject({ code: 1, output: expect.stringContaining(text) });
    expect(readdirSync(folder)).toEqual([]);
    const { alerts } = (await server.send("GET", "/api/admin/dashboard", undefined, { cookie })).json;
    expect(alerts).toContainEqual(
      // The title says what happened, so the detail gives only the reason.
      expect.objectContaining({ title: "The last backup failed", detail: expect.stringMatching(`^${text}`) }),
    );
    await server.app.runJobs(/alert about backups/);
    const emails = await server.db.selectFrom("scheduled_message").select("body").execute();
    expect(emails).toEqual([{ body: expect.stringContaining(text) }]);

    // The backup can be downloaded again once the disk is connected.
    const backups = { ...DEFAULT_BACKUPS, to: { folder } };
    const moved = await startTestApp(engine, { config: { ...server.sameDatabase, backups }, clock: server.clock });
    const download = () => moved.send("GET", `/api/admin/backups/${id}/file`, undefined, { cookie });
    expect(await download()).toMatchObject({ status: 404, json: { message: expect.stringContaining(text) } });
    rmSync(folder, { recursive: true });
    symlinkSync(disk, folder);
    expect((await download()).status).toBe(200);
    expect(await runCommand(["backup"], env)).toMatchObject({ code: 0 });
    await moved.close();
    rmSync(disk, { recursive: true });
  });
});

test("if an export fails for an unknown reason, the log contains the error", async () => {
  const lines: string[] = [];
  const logger = createLogger("error", { write: (line: string) => void lines.push(line) });
  const folder = mkdtempSync(join(tmpdir(), "latchkey-export-"));
  const cli = join(folder, "full-disk.mjs");
  writeFileSync(cli, `console.error("ENOSPC: no space left on device"); process.exit(${EXIT.failed});`);
  const server = await startTestApp("sqlite", { logger, cli });
  const cookie = await server.signIn();
  const failed = await server.send("GET", "/api/admin/export", undefined, { cookie });
  expect([failed.status, failed.json.message]).toEqual([500, expect.stringContaining("the server's log")]);
  expect(lines.filter((line) => line.includes("export failed: ENOSPC"))).toHaveLength(1);
  await server.close();
  rmSync(folder, { recursive: true });
});
