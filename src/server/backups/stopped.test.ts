import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createLeases } from "../jobs/lease.ts";
import { engines } from "../testing/engines.ts";
import { startObjectStorage } from "../testing/object-storage.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { backupName } from "#domain/backups/backup.ts";
import { CLI, runCommand } from "../testing/command.ts";
import { folderPlace } from "./folder-files.ts";
import { BACKUP_AT_MOST_MS, BACKUP_JOB } from "./module.ts";
import { withWorkFolder } from "./pack-files.ts";
import type { Manifest } from "./ports.ts";
import { takeBackup } from "./take-backup.ts";

const manifest: Manifest = {
  format: 1,
  product: "Latchkey",
  version: "0.0.0",
  madeAt: "",
  engine: "sqlite",
  migrations: [],
  tables: {},
  counters: {},
  native: null,
  missingPictures: [],
  fromRunningSite: false,
  files: {},
};

describe.each(engines)("a backup that is stopped, on %s", { timeout: 60_000 }, (engine) => {
  let server: TestApp;
  beforeEach(async () => {
    server = await startTestApp(engine);
    // The command measures its lease by the machine's clock.
    server.clock.set(new Date().toISOString());
  });
  afterEach(() => server.close());
  const leftovers = () => {
    const { dataDir } = server.config;
    const backups = join(dataDir, "backups");
    return [
      ...readdirSync(dataDir).filter((name) => name.startsWith("work-")),
      ...(existsSync(backups) ? readdirSync(backups) : []),
    ];
  };
  const isHeld = () => createLeases(server.db, server.clock).isHeld(BACKUP_JOB, BACKUP_AT_MOST_MS);
  const hasBegun = () => expect.poll(isHeld, { timeout: 20_000, interval: 10 }).toBe(true);

  test("by a signal leaves nothing behind, and the next one can start at once", async () => {
    const { dataDir, databaseUrl } = server.config;
    const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? "" };
    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      const child = spawn(process.execPath, [CLI, "backup"], { env });
      let output = "";
      child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
      await hasBegun();
      child.kill(signal);
      expect(await once(child, "close")).toEqual([1, null]);
      expect(output).toContain("The backup was stopped, and nothing was stored.");
      expect([await isHeld(), leftovers()]).toEqual([false, []]);
    }
    const cookie = await server.signIn();
    const { json } = await server.send("GET", "/api/admin/backups", undefined, { cookie });
    expect(json).toMatchObject({ running: false, runs: [], freshness: expect.not.stringMatching("failed") });
  });

  test("during a slow test restore is deleted from the backup folder at once, while the restore is still running", async () => {
    const { dataDir } = server.config;
    const place = folderPlace(join(dataDir, "backups"), dataDir);
    const stopping = new AbortController();
    void takeBackup(
      {
        clock: server.clock,
        place,
        missingDisk: async () => null,
        encrypted: false,
        signal: stopping.signal,
        withWorkFolder: (work) => withWorkFolder(dataDir, work),
        pack: async (file) => {
          writeFileSync(file, "everything");
          return manifest;
        },
        prove: () => new Promise(() => undefined),
        report: () => undefined,
      },
      "nightly",
    );
    await expect.poll(leftovers).toContainEqual(expect.stringMatching(/^latchkey-.*gz$/));
    stopping.abort();
    await expect.poll(leftovers).toEqual([expect.stringMatching(/^work-/)]);
  });

  test("by a crash leaves an unfinished copy, which a later backup deletes", async () => {
    const { dataDir, databaseUrl } = server.config;
    mkdirSync(join(dataDir, "backups"));
    const copies = [4, 1].map((hours) => {
      const madeAt = new Date(server.clock().getTime() - hours * 3_600_000);
      const name = `${backupName(madeAt, "nightly", false)}.part`;
      writeFileSync(join(dataDir, "backups", name), "everything");
      utimesSync(join(dataDir, "backups", name), madeAt, madeAt);
      return name;
    });
    const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? "" };
    expect(await runCommand(["backup"], env)).toMatchObject({ code: 0 });
    expect(leftovers().filter((name) => name.endsWith(".part"))).toEqual(copies.slice(1));
  });

  test("with its server can be started again after a restart", async () => {
    const config = { ...server.sameDatabase, firstAdmin: null };
    const other = await startTestApp(engine, { config, clock: server.clock });
    const cookie = await other.signIn();
    expect((await other.send("POST", "/api/admin/backups", {}, { cookie })).status).toBe(204);
    await hasBegun();
    await other.close();
    expect([await isHeld(), leftovers()]).toEqual([false, []]);
    const own = await server.signIn();
    expect((await server.send("POST", "/api/admin/backups", {}, { cookie: own })).status).toBe(204);
  });
});

test("a backup to a bucket that no longer responds releases its lease when it is stopped", async () => {
  const storage = await startObjectStorage();
  storage.mood = "silent";
  const server = await startTestApp("sqlite");
  server.clock.set(new Date().toISOString());
  const { endpoint, region, accessKeyId, secretAccessKey } = storage.place;
  const child = spawn(process.execPath, [CLI, "backup"], {
    env: {
      ...process.env,
      DATA_DIR: server.config.dataDir,
      DATABASE_URL: "",
      BACKUP_TO: "s3://vault",
      S3_ENDPOINT: endpoint,
      S3_REGION: region,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    },
  });
  const isHeld = () => createLeases(server.db, server.clock).isHeld(BACKUP_JOB, BACKUP_AT_MOST_MS);
  await expect.poll(isHeld, { timeout: 20_000, interval: 10 }).toBe(true);
  child.kill();
  await once(child, "close");
  expect(await isHeld()).toBe(false);
  await server.close();
  await storage.close();
});
