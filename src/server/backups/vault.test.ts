import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runCommand } from "../testing/command.ts";
import { type ObjectStorage, startObjectStorage } from "../testing/object-storage.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { createBackupRunStore } from "./run-queries.ts";

/** Backup keys often lack permission to delete, so that an intruder cannot delete the backups. */
let storage: ObjectStorage;
let server: TestApp;
let env: Record<string, string>;
beforeEach(async () => {
  storage = await startObjectStorage();
  server = await startTestApp("sqlite");
  server.clock.set(new Date().toISOString());
  env = {
    DATA_DIR: server.config.dataDir,
    DATABASE_URL: "",
    BACKUP_TO: "s3://vault",
    S3_ENDPOINT: storage.place.endpoint,
    S3_REGION: storage.place.region,
    S3_ACCESS_KEY_ID: storage.place.accessKeyId,
    S3_SECRET_ACCESS_KEY: storage.place.secretAccessKey,
  };
});
afterEach(async () => {
  await server.close();
  await storage.close();
});

async function backupsOf(...daysAgo: number[]) {
  const runs = createBackupRunStore(server.db);
  for (const days of daysAgo) {
    const startedAt = new Date(Date.now() - days * 86_400_000);
    const name = `${days}.tar.gz`;
    const proof = { name, bytes: 1, encrypted: false, tables: 1, rows: 1, pictures: 0, restoredIn: "" };
    const run = { id: String(days), kind: "nightly", startedAt, finishedAt: startedAt, removedAt: null } as const;
    await runs.add({ ...run, proof, reason: null });
    storage.objects.set(`vault/${name}`, Buffer.from("x"));
  }
}

test("a backup succeeds even if its key is not allowed to delete old backups; the host is notified until a bucket rule deletes them", async () => {
  await backupsOf(50, 45, 1);
  storage.refusesDeletes = true;
  storage.objects.delete("vault/50.tar.gz");
  const made = await runCommand(["backup"], env);
  expect(made).toMatchObject({ code: 0, output: expect.stringContaining("Backups removed: 1, older than 30 days.") });
  expect(made.output).toContain("Old backups that could not be deleted: 1. The bucket vault rejects the key.");
  const cookie = await server.signIn();
  const host = async (path: string) => (await server.send("GET", path, undefined, { cookie })).json;
  const { freshness, runs } = await host("/api/admin/backups");
  const kept = runs.filter((run: { kept: boolean }) => run.kept).map(({ id }: { id: string }) => id);
  expect([freshness, kept.slice(1)]).toEqual(["fresh", ["1", "45"]]);
  const alert = expect.objectContaining({ id: "old-backups", title: "1 old backup could not be deleted" });
  expect((await host("/api/admin/dashboard")).alerts).toContainEqual(alert);

  storage.objects.delete("vault/45.tar.gz");
  expect((await runCommand(["backup"], env)).output).toContain("Backups removed: 1");
  expect((await host("/api/admin/dashboard")).alerts).not.toContainEqual(alert);
});

test("after BACKUP_TO has changed from a bucket, the host is told once about each old backup in it", async () => {
  await runCommand(["backup"], env);
  const monthAgo = new Date(Date.now() - 40 * 86_400_000).toISOString();
  await server.db.updateTable("backup_run").set({ started_at: monthAgo }).execute();
  const elsewhere = { ...env, BACKUP_TO: join(server.config.dataDir, "elsewhere") };
  await runCommand(["backup"], elsewhere);
  const text = "Old backups that could not be deleted: 1. They are in the bucket vault";
  expect((await runCommand(["backup"], elsewhere)).output).toContain(text);
  expect((await runCommand(["backup"], elsewhere)).output).not.toContain(text);
  expect(storage.objects.size).toBe(1);
});

test("the doctor warns if the key is not allowed to delete files, and leaves no more than one file behind", async () => {
  storage.refusesDeletes = true;
  for (let n = 0; n < 2; n += 1) {
    const { checks } = JSON.parse((await runCommand(["doctor", "--json"], env)).output);
    expect(checks).toContainEqual(
      expect.objectContaining({
        id: "backup-place",
        state: "warning",
        message: expect.stringContaining("is not allowed to delete them"),
      }),
    );
  }
  expect([...storage.objects.keys()]).toEqual(["vault/latchkey-doctor"]);
  storage.refusesDeletes = false;
  await runCommand(["doctor"], env);
  expect(storage.objects.size).toBe(0);
});

test("backups in a folder whose name contains characters that have a meaning in URLs do not replace one another", async () => {
  const there = { ...env, BACKUP_TO: "s3://vault/Cottage #2? 1+1" };
  for (let n = 0; n < 2; n += 1) expect(await runCommand(["backup"], there)).toMatchObject({ code: 0 });
  const name = expect.stringMatching(/^vault\/Cottage #2\? 1\+1\/latchkey-\d{8}-\d{6}-\d{3}\.tar\.gz$/);
  expect([...storage.objects.keys()]).toEqual([name, name]);
});

test("if the bucket refuses a backup or the connection is lost, the host is told why, without any key", async () => {
  const reasons: string[] = [];
  const reason = async () => {
    const { code, output } = await runCommand(["backup"], env);
    expect([code, output.includes(env["S3_ACCESS_KEY_ID"] ?? "")]).toEqual([1, false]);
    reasons.push(output.slice(output.indexOf("The backup failed.")).trim());
  };
  for (const refusal of [
    { status: 403, code: "RequestTimeTooSkewed" },
    { status: 400, code: "AuthorizationHeaderMalformed" },
    { status: 301, code: "PermanentRedirect" },
    { status: 400, code: "ExpiredToken" },
  ]) {
    storage.refusal = refusal;
    await reason();
  }
  storage.refusal = null;
  storage.mood = "cutting";
  await reason();
  const region = "The bucket vault is not at this endpoint or in this region. Check S3_ENDPOINT and S3_REGION.";
  expect(reasons).toEqual([
    "The backup failed. The bucket vault refuses requests because this machine's clock is wrong. Turn on time synchronization.",
    `The backup failed. ${region}`,
    `The backup failed. ${region}`,
    "The backup failed. The bucket vault returned status 400 (ExpiredToken).",
    "The backup failed. The connection to the bucket vault was lost. Try again.",
  ]);
  expect(storage.objects.size).toBe(0);
});
