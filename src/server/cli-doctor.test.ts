import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { createBackupRunStore } from "./backups/run-queries.ts";
import { reasonOf } from "./backups/take-backup.ts";
import { passphraseCheck, runDoctorCommand } from "./cli-doctor.ts";
import type { Config } from "./config.ts";
import { paymentsCheck } from "./cli-payments.ts";
import { whatsappCheck } from "./doctor/whatsapp-client.ts";
import { startSimulatedWhatsapp, type SimulatedWhatsapp } from "./messaging/simulated-whatsapp-server.ts";
import { startPayHereBank } from "./testing/payhere-bank.ts";
import { AIRBNB, calendarOf, startPlatforms } from "./testing/platforms.ts";
import { startPayBank } from "./testing/pay-bank.ts";
import { CLI, runCommand } from "./testing/command.ts";
import { ADMIN, startTestApp } from "./testing/test-app.ts";
import { calendarsCheck } from "./doctor/database-client.ts";
import { databaseForApp, type ScratchDatabase, scratchDatabase } from "./testing/engines.ts";

const ACCOUNT = { phoneNumberId: "106540352242922", token: "a token of the account", appSecret: "a secret" };
let meta: SimulatedWhatsapp;
let machine: ScratchDatabase;
beforeAll(async () => {
  meta = await startSimulatedWhatsapp({ ...ACCOUNT, webhook: () => null });
  machine = await databaseForApp("sqlite");
});
afterAll(async () => {
  await meta.close();
  await machine.remove();
});

const look = (changed: Partial<typeof ACCOUNT> & { apiUrl?: string }) =>
  whatsappCheck({ ...ACCOUNT, apiUrl: meta.apiUrl, ...changed }).look();

test("WhatsApp: an expired token, a wrong id and an unreachable server are told apart, and each has a remedy", async () => {
  expect(await look({})).toMatchObject({ state: "good", message: expect.stringContaining("+94 77 000 0000") });
  expect(await look({ token: "of last year" })).toMatchObject({
    state: "bad",
    remedy: expect.stringContaining("WHATSAPP_TOKEN"),
  });
  expect(await look({ phoneNumberId: "94771234567" })).toMatchObject({
    state: "bad",
    remedy: expect.stringContaining("WHATSAPP_PHONE_NUMBER_ID"),
  });
  expect(await look({ apiUrl: "http://127.0.0.1:9/v23.0" })).toMatchObject({
    state: "bad",
    message: "127.0.0.1:9 does not respond.",
    remedy: expect.stringContaining("Can this machine reach it?"),
  });
  expect(await whatsappCheck(null).look()).toEqual({ state: "skipped", message: "Not set up." });
  expect(meta.messages).toEqual([]);
});

const notConnected = async () => null;

test("card payments: a refused key, a test key at a public address and a missing webhook secret are told apart", async () => {
  const bank = await startPayBank(() => new Date());
  const endpoint = { id: "we_1", status: "enabled", url: "-", secret: "-", metadata: {} };
  bank.endpoints.set("we_1", endpoint);
  let connectedTo: string | null = null;
  const look = (changed: Partial<NonNullable<Config["stripe"]>> = {}, publicUrl: string | null = null) =>
    paymentsCheck({ stripe: { ...bank.account, ...changed }, payhere: null, localBank: false, publicUrl }, async () =>
      connectedTo === null ? null : { url: connectedTo, endpoint: "we_1", sealed: "-" },
    ).look();
  expect(await look()).toEqual({
    state: "good",
    message: "The key works: Stripe in test mode. The webhook's secret is set.",
  });
  expect(await look({ webhookSecret: null }, "http://localhost:3000")).toMatchObject({
    state: "good",
    message:
      "The key works: Stripe in test mode. No webhook is connected, which is fine: Latchkey asks Stripe regularly.",
  });
  const publicly = async () => (await look({ webhookSecret: null }, "https://cottage.example")).message;
  expect(await publicly()).toContain("press “Connect payment updates”");
  connectedTo = "https://cottage.example/api/webhooks/stripe";
  expect(await publicly()).toContain("Stripe's webhook is connected in the portal.");
  const held = bank.holdNext("endpoint");
  expect(await look({ webhookSecret: null }, "https://cottage.example")).toMatchObject({
    state: "warning",
    message: expect.stringContaining("whether Stripe still has it could not be checked now"),
    remedy: expect.stringContaining("Run the doctor again"),
  });
  held.respond();
  endpoint.status = "disabled";
  expect(await publicly()).toContain("This Stripe account does not have the webhook");
  connectedTo = "https://old.example/api/webhooks/stripe";
  expect(await publicly()).toContain(
    "goes to https://old.example/api/webhooks/stripe, which is not this site's address",
  );
  expect(await look({}, "https://cottage.example")).toMatchObject({
    state: "warning",
    message: expect.stringContaining("uses test mode"),
  });
  bank.refuseKey(true);
  expect(await look()).toMatchObject({ state: "bad", message: expect.stringContaining("does not accept") });
  bank.away = true;
  expect(await look()).toMatchObject({ state: "bad", remedy: expect.stringContaining("Can this machine reach") });
  await bank.close();
  const without = { stripe: null, payhere: null, publicUrl: "https://cottage.example" };
  expect(await paymentsCheck({ ...without, localBank: false }, notConnected).look()).toEqual({
    state: "skipped",
    message: "Not set up.",
  });
  expect(await paymentsCheck({ ...without, localBank: true }, notConnected).look()).toMatchObject({ state: "bad" });
});

test("PayHere: a refused app, a missing permission, a missing app, a sandbox on a public site and an address that webhooks cannot reach are told apart", async () => {
  const bank = await startPayHereBank(() => new Date());
  const site = "https://cottage.example";
  const look = (changed: Partial<NonNullable<Config["payhere"]>> = {}, publicUrl: string | null = null) =>
    paymentsCheck(
      { stripe: null, payhere: { ...bank.account, ...changed }, localBank: false, publicUrl },
      notConnected,
    ).look();
  expect(await look()).toEqual({ state: "good", message: "PayHere in test mode, merchant 1213817: the app works." });
  expect(await look({ live: true }, site)).toMatchObject({ state: "good" });
  expect(await look({}, site)).toMatchObject({ state: "warning", message: expect.stringContaining("uses test mode") });
  const noApp = { app: null };
  expect(await look(noApp)).toMatchObject({
    state: "bad",
    message: expect.stringContaining("cannot reach this address"),
  });
  expect(await look({ ...noApp, live: true }, site)).toMatchObject({
    state: "warning",
    message: expect.stringContaining("refunds are made by hand"),
  });
  bank.forbid("/merchant/v1/payment/search");
  expect(await look()).toMatchObject({
    state: "bad",
    message: "The app in PAYHERE_APP_ID lacks a permission.",
    remedy: expect.stringContaining("Payment Retrieval API"),
  });
  bank.forbid("");
  bank.refuseKey(true);
  expect(await look()).toMatchObject({
    state: "bad",
    message: expect.stringContaining("does not accept PAYHERE_APP_ID"),
  });
  bank.away = true;
  expect(await look()).toMatchObject({ state: "bad", remedy: "Can this machine reach PayHere?" });
  await bank.close();
});

test("a passphrase that was written down wrongly is detected when it is typed", async () => {
  const look = (set: string | null, typed: string | null) => passphraseCheck(set, typed).look();
  expect(await look("abc def ghi jkl", "abc def ghi jkl#1")).toMatchObject({
    state: "bad",
    remedy: expect.stringContaining("single quotes"),
  });
  expect(await look("abc def ghi jkl#1", "abc def ghi jkl#1")).toMatchObject({ state: "good" });
  expect(await look("abc def ghi jkl#1", "")).toMatchObject({ state: "skipped" });
  expect(await look(null, null)).toMatchObject({ state: "skipped" });
  expect(await look("abc def ghi jkl", null)).toMatchObject({ state: "skipped" });
});

test("the doctor asks for the passphrase once, and typing it may take longer than a check", async () => {
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
  });
  vi.stubEnv("DATA_DIR", machine.dataDir);
  vi.stubEnv("DATABASE_URL", "");
  const requests: string[] = [];
  const type = async (prompt: string) => {
    requests.push(prompt);
    await vi.advanceTimersByTimeAsync(60_000);
    vi.useRealTimers();
    return "abc def ghi jkl";
  };
  await runDoctorCommand(true, type);
  expect(requests).toEqual([]);
  vi.stubEnv("BACKUP_PASSPHRASE", "abc def ghi jkl");
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const { checks } = JSON.parse((await runDoctorCommand(true, type)).output);
  expect(checks).toContainEqual(expect.objectContaining({ id: "backup-passphrase", state: "good" }));
  expect(requests).toHaveLength(1);
});

test("platform calendars: one that returns a different calendar counts as not read, and one that the host has paused is not a problem", async () => {
  const platforms = await startPlatforms();
  const server = await startTestApp("sqlite", { platforms: platforms.reach });
  const look = () => calendarsCheck(server.database, server.clock).look();
  expect(await look()).toMatchObject({ state: "skipped" });

  const host = async (path: string, body?: unknown) =>
    server.send(body ? "POST" : "GET", path, body, { cookie: await server.signIn() });
  platforms.replies.set("doctor.airbnb.com", { body: calendarOf(AIRBNB, []) });
  const url = "https://doctor.airbnb.com/calendar/ical/1.ics?s=1";
  const { id } = (await host("/api/admin/channels", { platform: "airbnb", url })).json;
  expect(await look()).toEqual({ state: "good", message: "Calendars being read: 1." });

  const event = { uid: "1", from: "2027-01-01", to: "2027-01-02", summary: "Booked" };
  platforms.replies.set("doctor.airbnb.com", { body: calendarOf("-//Another calendar//EN", [event]) });
  server.clock.advance(7 * 60 * 60_000);
  await host(`/api/admin/channels/${id}/sync`, {});
  expect(await look()).toMatchObject({ state: "bad", message: "Not read for more than 6 hours: Airbnb." });

  const [question] = (await host("/api/admin/channel-reviews")).json;
  await host(`/api/admin/channel-reviews/${question.id}`, { answer: "stop", version: question.version });
  expect(await look()).toMatchObject({ state: "bad", message: "Not read for more than 6 hours: Airbnb." });

  const other = { platform: "vrbo", url: "https://doctor.vrbo.com/icalendar/2.ics" };
  platforms.replies.set("doctor.vrbo.com", { body: calendarOf("-//Vrbo//EN", []) });
  const { name, mode, version, id: otherId } = (await host("/api/admin/channels", other)).json;
  const cookie = await server.signIn();
  await server.send("PUT", `/api/admin/channels/${otherId}`, { name, mode, version, paused: true }, { cookie });
  const { version: current } = (await host("/api/admin/channels")).json.channels.find(
    (one: { id: string }) => one.id === id,
  );
  await server.send("DELETE", `/api/admin/channels/${id}?version=${current}`, undefined, { cookie });
  server.clock.advance(7 * 60 * 60_000);
  expect(await look()).toEqual({ state: "good", message: "Calendars being read: 0. Paused: Vrbo." });
  await server.close();
  await platforms.close();
});

async function reported(id: string, env: Record<string, string>) {
  const { checks } = JSON.parse((await runCommand(["doctor", "--json"], { DATABASE_URL: "", ...env })).output);
  return checks.find((check: { id: string }) => check.id === id);
}

test("a backup folder on the same disk as the data is reported, because its own disk may not be connected", async () => {
  const { dataDir } = machine;
  expect(await reported("backup-place", { DATA_DIR: dataDir, BACKUP_TO: join(dataDir, "inside") })).toMatchObject({
    state: "warning",
    message: expect.stringContaining(`is on the same disk as the data in ${dataDir}.`),
    remedy: expect.stringContaining("is that disk connected?"),
  });
  const elsewhere = ["/dev/shm", "/tmp", "/var/tmp"].find(
    (path) => existsSync(path) && statSync(path).dev !== statSync(dataDir).dev,
  );
  if (!elsewhere) return;
  const other = mkdtempSync(join(elsewhere, "latchkey-other-disk-"));
  expect(await reported("backup-place", { DATA_DIR: dataDir, BACKUP_TO: other })).toMatchObject({ state: "good" });
  rmSync(other, { recursive: true });
});

test("a failed nightly backup is reported although a later manual backup succeeded", async () => {
  const server = await startTestApp("sqlite");
  const reason = reasonOf(Object.assign(new Error("mkdir"), { code: "EROFS" }));
  expect(reason).toContain("ReadWritePaths");
  const at = new Date(Date.now() - 3_600_000);
  const failed = { kind: "nightly", startedAt: at, finishedAt: at, proof: null, reason, removedAt: null } as const;
  await createBackupRunStore(server.db).add({ id: "nightly", ...failed });
  const env = { DATA_DIR: server.config.dataDir, DATABASE_URL: "" };
  expect(await runCommand(["backup"], env)).toMatchObject({ code: 0 });
  expect(await reported("backup-age", env)).toMatchObject({
    state: "warning",
    message: expect.stringContaining(reason),
  });
  await server.close();
});

test("if no server has used the database yet, the doctor says so once and no check fails", async () => {
  const empty = await scratchDatabase("sqlite");
  // SQLite treats an empty file, such as one left by an interrupted first start, as an empty database.
  writeFileSync(join(empty.dataDir, "latchkey.sqlite"), "");
  const env = { DATA_DIR: empty.dataDir, DATABASE_URL: "" };
  for (const message of ["The database is still empty.", "The database has no content yet."]) {
    const { code, output } = await runCommand(["doctor"], env);
    expect([code, output.split(message).length - 1, output]).toEqual([0, 1, output]);
    expect(output).toMatch(/\nNo errors; \d warnings\.\n$/);
    await runCommand(["migrate"], env);
  }
  await empty.remove();
});

test("the doctor reports the sample contact address once there is a host whose emails would go to it", async () => {
  const server = await startTestApp("sqlite", { config: { firstAdmin: null }, sampleContact: true });
  const hostEmail = () => reported("host-email", { DATA_DIR: server.config.dataDir });
  expect(await hostEmail()).toMatchObject({ state: "skipped", message: "There is no host account yet." });
  await server.app.admins.createAdmin(ADMIN);
  expect(await hostEmail()).toMatchObject({ state: "warning", message: expect.stringContaining("not sent to host.") });
  await server.close();
});

test("the doctor command checks the configured WhatsApp account", async () => {
  const { output } = await runCommand(["doctor", "--json"], {
    DATA_DIR: machine.dataDir,
    DATABASE_URL: "",
    WHATSAPP_TOKEN: ACCOUNT.token,
    WHATSAPP_PHONE_NUMBER_ID: ACCOUNT.phoneNumberId,
    WHATSAPP_APP_SECRET: ACCOUNT.appSecret,
    WHATSAPP_VERIFY_TOKEN: "shown once",
    WHATSAPP_API_URL: meta.apiUrl,
  });
  const { checks } = JSON.parse(output);
  expect(checks).toContainEqual(expect.objectContaining({ id: "whatsapp", state: "good" }));
  expect(output).not.toContain(ACCOUNT.token);
});

test("on a full disk, the doctor runs its other checks", () => {
  // With this limit, the process cannot write to any file.
  const script = 'ulimit -f 0; exec "$0" "$@"';
  const env = { ...process.env, DATA_DIR: machine.dataDir, DATABASE_URL: "" };
  const { stdout } = spawnSync("sh", ["-c", script, process.execPath, CLI, "doctor", "--json"], { env });
  const { checks } = JSON.parse(stdout.toString());
  const remedy = expect.stringMatching(/^The disk returned an error .* Check whether it is full or failing\.$/);
  expect(checks).toContainEqual(expect.objectContaining({ id: "database", state: "bad", remedy }));
  expect(checks).toContainEqual(expect.objectContaining({ id: "disk", state: "bad" }));
});

test("with a damaged database file, the doctor runs its other checks, and every command says what to do", async () => {
  const damaged = await scratchDatabase("sqlite");
  writeFileSync(join(damaged.dataDir, "latchkey.sqlite"), "not a database".repeat(1000));
  const env = { DATA_DIR: damaged.dataDir, DATABASE_URL: "" };
  const remedy = "move latchkey.sqlite with its -wal and -shm files to another folder";
  const { code, output } = await runCommand(["doctor", "--json"], env);
  expect(code).toBe(1);
  const { checks } = JSON.parse(output);
  expect(checks).toContainEqual(
    expect.objectContaining({ id: "database", state: "bad", remedy: expect.stringContaining(remedy) }),
  );
  expect(checks.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining(["disk", "backup-place"]));
  const file = join(damaged.dataDir, "backup.tar.gz");
  writeFileSync(file, "");
  for (const command of [
    ["restore", file],
    ["import", file],
    ["backup"],
    ["export", `${file}.new`],
    ["migrate"],
    ["admin", "create", "ann"],
    ["admin", "remove", "ann"],
    ["admin", "reset-password", "ann"],
    ["admin", "disable-2fa", "ann"],
  ]) {
    const refused = await runCommand(command, env, "a long sentence to sign in\n");
    expect([command, refused.output]).toEqual([command, expect.stringContaining(remedy)]);
    expect(refused.code).not.toBe(0);
  }
  await damaged.remove();
}, 300_000);
