import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import BetterSqlite from "better-sqlite3";
import { sql } from "kysely";
import { join, relative } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectDatabase } from "./database/connect.ts";
import { createLogger } from "./runtime/logger.ts";
import { runCommand } from "./testing/command.ts";
import { engines, scratchDatabase } from "./testing/engines.ts";
import { ADMIN, cookieOf, startTestApp, type TestApp } from "./testing/test-app.ts";

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp("sqlite");
});
afterAll(() => server.close());

const latchkey = (args: string[], input = "") =>
  runCommand(args, { DATA_DIR: server.config.dataDir, DATABASE_URL: "" }, input);

const signIn = (username: string, password: string) =>
  server.send("POST", "/api/admin/auth/login", { username, password });

test("the command line adds an admin, and resets an admin's password, which signs that admin out everywhere", async () => {
  expect(await latchkey(["admin", "create", "ann"], "seven kites above the ridge\n")).toMatchObject({ code: 0 });
  const session = await signIn("ann", "seven kites above the ridge");
  expect(session.status).toBe(200);
  const twice = await latchkey(["admin", "create", "ann"], "another fine sentence\n");
  expect(twice).toMatchObject({ code: 1, output: expect.stringContaining("is in use") });

  const weak = await latchkey(["admin", "reset-password", "ann"], "password1\n");
  expect(weak).toMatchObject({ code: 1, output: expect.stringContaining("at least 15") });
  const reset = await latchkey(["admin", "reset-password", "ann"], "rain on a tin roof at noon\n");
  expect(reset.code).toBe(0);
  expect(reset.output).not.toContain("tin roof");
  const user = await server.send("GET", "/api/admin/auth/user", undefined, { cookie: cookieOf(session) });
  expect(user.status).toBe(401);
  expect((await signIn("ann", "seven kites above the ridge")).status).toBe(401);
  expect((await signIn("ann", "rain on a tin roof at noon")).status).toBe(200);
}, 120_000);

test("disable-2fa rejects unknown accounts, --help lists the commands, and an unknown command is refused", async () => {
  expect(await latchkey(["admin", "disable-2fa", ADMIN.username])).toMatchObject({ code: 0 });
  expect(await latchkey(["admin", "disable-2fa", "nobody"])).toMatchObject({
    code: 1,
    output: expect.stringContaining("no admin called"),
  });
  expect(await latchkey(["--help"])).toMatchObject({
    code: 0,
    output: expect.stringContaining("admin reset-password"),
  });
  expect((await latchkey(["admin", "explode", "ann"])).code).toBe(1);
}, 120_000);

test("an export says where the file was saved, or why it cannot be saved there", async () => {
  const file = join(server.config.dataDir, "all.tar.gz");
  const there = await latchkey(["export", relative(process.cwd(), file)]);
  expect(there).toMatchObject({ code: 0, output: expect.stringContaining(` to ${file}.`) });
  expect(await latchkey(["export", "/missing/all.tar.gz"])).toMatchObject({
    code: 1,
    output: expect.stringContaining("The folder /missing does not exist. Name a file in another folder"),
  });
  const folder = join(server.config.dataDir, "exports");
  mkdirSync(folder);
  expect((await latchkey(["export", folder])).code).toBe(0);
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/^latchkey-export-\d{4}-\d\d-\d\d\.tar\.gz$/)]);
});

test("an export does not replace what is neither a file nor a folder, such as /dev/stdout", async () => {
  const path = join(server.config.dataDir, "socket");
  const socket = createServer().listen(path);
  await once(socket, "listening");
  expect(await latchkey(["export", path])).toMatchObject({
    code: 1,
    output: expect.stringContaining(`${path} is neither a file nor a folder.`),
  });
  expect(statSync(path).isSocket()).toBe(true);
  socket.close();
});

test("an export that fails leaves the earlier file of the same name as it was", async () => {
  const file = join(server.config.dataDir, "earlier.tar.gz");
  writeFileSync(file, "an earlier export");
  const pictures = join(server.config.dataDir, "pictures");
  rmSync(pictures, { recursive: true, force: true });
  writeFileSync(pictures, "");
  const failed = await latchkey(["export", file]);
  rmSync(pictures);
  expect(failed).toMatchObject({ code: 1, output: expect.stringContaining("The folder with the pictures cannot be") });
  expect(readFileSync(file, "utf8")).toBe("an earlier export");
  expect(readdirSync(server.config.dataDir).filter((name) => name.endsWith(".part"))).toEqual([]);
});

test("file names are looked up in the folder in which the command was typed", async () => {
  const env = { DATA_DIR: server.config.dataDir, DATABASE_URL: "", INIT_CWD: server.config.dataDir };
  const { output } = await runCommand(["export", "here.tar.gz"], env);
  expect(output).toContain(` to ${join(server.config.dataDir, "here.tar.gz")}.`);
  const unknown = await runCommand(["restore", "there.tar.gz"], env);
  expect(unknown.output).toContain(`File not found: ${join(server.config.dataDir, "there.tar.gz")}.`);
  const folder = await runCommand(["restore", "."], env);
  expect(folder).toMatchObject({ code: 1, output: expect.stringContaining(`${server.config.dataDir} is a folder.`) });
});

test("with a wrong DATA_DIR, every command that needs data says so and creates nothing", async () => {
  const dataDir = join(server.config.dataDir, "mistyped");
  for (const command of ["backup", "export", "migrate", "doctor", "admin create ann"]) {
    const env = { DATA_DIR: dataDir, DATABASE_URL: "" };
    const { code, output } = await runCommand(command.split(" "), env, "seven kites above the ridge\n");
    expect([command, code]).toEqual([command, 1]);
    expect(output).toContain(`${dataDir} contains no Latchkey data.`);
    expect(output).toContain("Check DATA_DIR in .env. If this is a new installation, start Latchkey once first");
  }
  const { output } = await runCommand(["backup"], { DATA_DIR: dataDir, DATABASE_URL: "", DATADIR: "/srv/data" });
  expect(output).toContain("No setting is called DATADIR. Check DATA_DIR in .env.");
  expect(existsSync(dataDir)).toBe(false);
}, 120_000);

test("a restore says what to do if DATA_DIR cannot be used", async () => {
  const file = join(server.config.dataDir, "all.tar.gz");
  writeFileSync(file, "");
  const restored = await runCommand(["restore", file], { DATA_DIR: file, DATABASE_URL: "" });
  expect(restored).toEqual({
    code: 1,
    output: `DATA_DIR: ${file} is not a folder. Set DATA_DIR to another folder.\n`,
  });
});

test("a word that a command does not use is refused, because it would have no effect", async () => {
  const { code, output } = await latchkey(["backup", "/mnt/other-disk"]);
  expect(code).toBe(1);
  expect(output).toContain('Nothing was done, because "backup" takes no "/mnt/other-disk".');
  expect(existsSync(join(server.config.dataDir, "backups"))).toBe(false);
});

test("if PostgreSQL cannot be reached, a command says what to check", async () => {
  const DATABASE_URL = "postgres://latchkey@127.0.0.1:1/latchkey";
  const result = await runCommand(["backup"], { DATA_DIR: server.config.dataDir, DATABASE_URL });
  expect(result).toMatchObject({
    code: 70,
    output: expect.stringMatching(/^The database does not respond \(ECONN.+DATABASE_URL/),
  });
});

test("after migrate alone, a backup and an export say that Latchkey has not started yet, and store nothing", async () => {
  const empty = await scratchDatabase("sqlite");
  writeFileSync(join(empty.dataDir, "latchkey.sqlite"), "");
  const env = { DATA_DIR: empty.dataDir, DATABASE_URL: "" };
  expect(await runCommand(["migrate"], env)).toMatchObject({ code: 0 });
  for (const command of [["backup"], ["export", empty.dataDir]])
    expect(await runCommand(command, env)).toMatchObject({
      code: 1,
      output: expect.stringContaining("If this is a new installation, start Latchkey once first: npm start"),
    });
  expect(readdirSync(empty.dataDir).filter((name) => !name.startsWith("latchkey.sqlite"))).toEqual([]);
  await empty.remove();
}, 60_000);

test("if another program keeps the database locked, a command says what to do", async () => {
  const other = new BetterSqlite(join(server.config.dataDir, "latchkey.sqlite"));
  other.exec("begin immediate");
  const { code, output } = await latchkey(["backup"]);
  other.exec("rollback");
  other.close();
  expect([code, output]).toEqual([70, expect.stringContaining("Another program is using the database")]);
  expect(output).toContain("Try again in a minute.");
}, 60_000);

test("if the database file cannot be opened, a command says what to check", async () => {
  const dataDir = join(server.config.dataDir, "folder-in-place-of-file");
  mkdirSync(join(dataDir, "latchkey.sqlite"), { recursive: true });
  const result = await runCommand(["backup"], { DATA_DIR: dataDir, DATABASE_URL: "" });
  expect(result.output).toMatch(/^The database file cannot be opened\. Check that DATA_DIR/);
});

test("a backup says which tables in the database are not Latchkey's", async () => {
  const own = await startTestApp("sqlite");
  const file = new BetterSqlite(join(own.config.dataDir, "latchkey.sqlite"));
  file.exec("create table shopping_list (item text)");
  file.close();
  const { code, output } = await runCommand(["backup"], { DATA_DIR: own.config.dataDir, DATABASE_URL: "" });
  await own.close();
  expect([code, output]).toEqual([1, expect.stringContaining("tables that are not Latchkey's: shopping_list.")]);
}, 60_000);

test.each(engines)(
  "in another program's database on %s, migrate, restore and the doctor say so and change nothing",
  async (engine) => {
    const other = await scratchDatabase(engine);
    const { db, close } = connectDatabase(other, createLogger("silent"));
    await sql`create table shopping_list (item text)`.execute(db);
    const env = { DATA_DIR: other.dataDir, DATABASE_URL: other.databaseUrl ?? "" };
    const own = { DATA_DIR: server.config.dataDir, DATABASE_URL: "" };
    const file = join(server.config.dataDir, `${engine}.tar.gz`);
    expect(await runCommand(["export", file], own)).toMatchObject({ code: 0 });
    for (const command of [["migrate"], ["restore", file], ["doctor"]]) {
      const { code, output } = await runCommand(command, env);
      expect([command, code, output]).toEqual([command, 1, expect.stringContaining("another program (shopping_list)")]);
    }
    expect((await db.introspection.getTables()).map(({ name }) => name)).toEqual(["shopping_list"]);
    await close();
    await other.remove();
  },
  120_000,
);

test("if the database cannot be reached, the doctor says what to do once", async () => {
  const { dataDir, remove } = await scratchDatabase("sqlite");
  const DATABASE_URL = "postgres://latchkey@127.0.0.1:1/latchkey";
  const { output } = await runCommand(["doctor"], { DATA_DIR: dataDir, DATABASE_URL });
  await remove();
  expect(output.split("Check DATABASE_URL, and whether PostgreSQL is running").length).toBe(2);
  expect(output).toContain("Schema: Not checked, for the same reason as “Database”.");
}, 60_000);

test.runIf(engines.includes("postgres"))(
  "with a wrong user or database in DATABASE_URL, commands and the doctor say what to correct",
  async () => {
    const database = await scratchDatabase("postgres");
    const changed = (change: (url: URL) => void) => {
      const url = new URL(database.databaseUrl ?? "");
      change(url);
      return { DATA_DIR: database.dataDir, DATABASE_URL: url.href };
    };
    const noDatabase = changed((url) => (url.pathname = "/missing"));
    const noUser = changed((url) => (url.username = "nobody_here"));
    for (const [env, words] of [
      [noDatabase, "This database does not exist on the PostgreSQL server"],
      [noUser, "Check the user and the password in DATABASE_URL"],
    ] as const) {
      for (const command of ["backup", "migrate", "doctor"])
        expect([command, (await runCommand([command], env)).output]).toEqual([command, expect.stringContaining(words)]);
    }
    await database.remove();
  },
  120_000,
);
