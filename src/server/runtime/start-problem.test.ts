import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectDatabase } from "../database/connect.ts";
import { ended } from "../testing/processes.ts";
import { createLogger } from "./logger.ts";
import { checkDataDir, diskProblem, listenProblem } from "./start-problem.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "latchkey-start-problem-"));
  chmodSync(folder, 0o777);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Starts the real server, waits until it has exited, and returns its exit code and what it wrote to stderr. */
async function start(env: Record<string, string>, cwd = ".") {
  // Root may write anywhere, so a test that runs as root starts the server as another user.
  const asSomebody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const child = spawn(process.execPath, [resolve("src/server/main.ts")], {
    cwd,
    env: { ...process.env, LOG_LEVEL: "silent", DATABASE_URL: "", DATA_DIR: join(folder, "data"), ...env },
    ...asSomebody,
  });
  let output = "";
  child.stderr.on("data", (part: Buffer) => (output += part.toString()));
  await ended(child);
  return { code: child.exitCode, output };
}

const oneLine = (sentence: string) => new RegExp(`^Latchkey cannot start\\. ${sentence}\n$`);

test("a port in use is reported in one line, with advice", async () => {
  const other = createServer();
  const port = await new Promise<number>((resolve) => {
    other.listen(0, "127.0.0.1", () => {
      const address = other.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    });
  });
  const { code, output } = await start({ PORT: String(port), HOST: "127.0.0.1" });
  other.close();
  expect(code).toBe(1);
  expect(output).toMatch(oneLine(`Port ${port} is in use: .*Stop that program, or set PORT to another number\\.`));
});

test("an unusable DATA_DIR is reported in one line, with advice", async () => {
  const readOnly = join(folder, "read-only");
  mkdirSync(readOnly, { recursive: true, mode: 0o555 });
  const { code, output } = await start({ DATA_DIR: readOnly });
  expect(code).toBe(1);
  expect(output).toMatch(oneLine(`DATA_DIR: ${readOnly} is not writable .*set DATA_DIR to another folder\\.`));

  const file = join(folder, "file");
  writeFileSync(file, "");
  for (const dataDir of [file, join(file, "below")]) {
    expect(() => checkDataDir({ dataDir })).toThrow(`${dataDir} is not a folder.`);
    expect(() => connectDatabase({ dataDir, databaseUrl: null }, createLogger("silent"))).toThrow("is not a folder.");
  }
  const nowhere = join(folder, "link", "data");
  symlinkSync(join(folder, "missing"), join(folder, "link"));
  expect(() => checkDataDir({ dataDir: nowhere })).toThrow(`${nowhere} is not a folder.`);
  if (process.platform === "linux") {
    expect(() => checkDataDir({ dataDir: "/proc/nowhere" })).toThrow("/proc/nowhere cannot be used (ENOENT).");
  }
});

test.each(["latchkey.sqlite", "latchkey.sqlite-wal", "latchkey.sqlite-shm"])(
  "%s, left behind by a command that ran as another user, is reported in one line, with advice",
  async (name) => {
    const dataDir = mkdtempSync(join(folder, "others-"));
    chmodSync(dataDir, 0o777);
    for (const file of new Set(["latchkey.sqlite", name])) writeFileSync(join(dataDir, file), "");
    chmodSync(join(dataDir, "latchkey.sqlite"), 0o666);
    chmodSync(join(dataDir, name), 0o444);
    const { code, output } = await start({ DATA_DIR: dataDir });
    expect(code).toBe(1);
    expect(output).toMatch(
      oneLine(`DATA_DIR: this user may not read and write ${join(dataDir, name)}\\. .*: chown -R <user>: .*`),
    );
  },
);

test("a .env that Latchkey may not read is reported with advice", async () => {
  const cwd = join(folder, "settings");
  mkdirSync(cwd);
  writeFileSync(join(cwd, ".env"), "", { mode: 0o000 });
  const { code, output } = await start({}, cwd);
  expect(code).toBe(1);
  expect(output).toBe(
    `Latchkey cannot start. Please correct these settings:\n.env: this user may not read ${cwd}/.env. Run commands as root or as Latchkey's user. If Latchkey's user may not read it either, make that user its owner with chown\n`,
  );
});

test.each([
  ["EACCES", "PORT"],
  ["EADDRNOTAVAIL", "HOST"],
  ["ENOTFOUND", "HOST"],
])("the message for the listen error %s names the setting %s", (code, setting) => {
  const error = Object.assign(new Error(), { code });
  expect(listenProblem(error, { port: 80, host: "example" })?.message).toContain(setting);
  expect(listenProblem(new Error("something else"), { port: 80, host: "example" })).toBeNull();
});

test("a full disk is reported with advice", async () => {
  const { db, close } = connectDatabase({ dataDir: join(folder, "full"), databaseUrl: null }, createLogger("silent"));
  await sql`pragma max_page_count = 1`.execute(db);
  const full: unknown = await sql`create table one (name text)`.execute(db).catch((error: unknown) => error);
  await close();
  expect(diskProblem(full)?.message).toBe("The disk is full. Free some space, then try again.");
});
