import { join, relative } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand } from "./testing/command.ts";
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
}, 20_000);

test("if PostgreSQL cannot be reached, a command says what to check", async () => {
  const DATABASE_URL = "postgres://latchkey@127.0.0.1:1/latchkey";
  const result = await runCommand(["backup"], { DATA_DIR: server.config.dataDir, DATABASE_URL });
  expect(result).toMatchObject({
    code: 70,
    output: expect.stringMatching(/^The database does not respond \(ECONN.+DATABASE_URL/),
  });
});
