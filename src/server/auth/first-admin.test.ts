import { afterEach, describe, expect, test } from "vitest";
import { ConfigError } from "../config.ts";
import { runCommand } from "../testing/command.ts";
import { engines } from "../testing/engines.ts";
import { ADMIN, startTestApp, type TestApp } from "../testing/test-app.ts";

describe.each(engines)("the admin from the environment, on %s", (engine) => {
  const open: TestApp[] = [];
  afterEach(async () => {
    for (const server of open.splice(0).reverse()) await server.close();
  });
  async function start(config: Parameters<typeof startTestApp>[1] = {}) {
    const server = await startTestApp(engine, config);
    open.push(server);
    return server;
  }

  test("never stops the server from starting once an admin exists, whatever remains in the environment", async () => {
    const first = await start();
    await first.db.updateTable("property").set({ name: "Long Sentence" }).execute();
    for (const firstAdmin of [ADMIN, { username: "a", password: "password1" }, { username: "", password: "x" }]) {
      const again = await start({ config: { ...first.sameDatabase, firstAdmin } });
      expect((await again.send("POST", "/api/admin/auth/login", ADMIN)).status).toBe(200);
      expect(again.app.setupToken).toBeNull();
    }
  });

  test("the set-up screen knows whether an admin exists, and whether its link still works", async () => {
    const server = await start({ config: { firstAdmin: null } });
    const token = server.app.setupToken ?? "";
    const stateFor = async (given: string) =>
      (await server.send("POST", "/api/admin/auth/setup/state", { token: given })).json;
    expect(await stateFor("")).toEqual({ hasAdmin: false, linkWorks: false });
    expect(await stateFor("a guess")).toEqual({ hasAdmin: false, linkWorks: false });
    expect(await stateFor(token)).toEqual({ hasAdmin: false, linkWorks: true });
    expect((await server.send("POST", "/api/admin/auth/setup", { token, ...ADMIN })).status).toBe(201);
    expect(await stateFor(token)).toEqual({ hasAdmin: true, linkWorks: false });
    expect(await stateFor("")).toEqual({ hasAdmin: true, linkWorks: false });
  });

  test("must follow the rules of the set-up screen; the error names the setting that breaks one", async () => {
    const starting = (username: string, password: string) =>
      startTestApp(engine, { config: { firstAdmin: { username, password } } });
    for (const [username, password, named] of [
      ["a", ADMIN.password, /^ADMIN_USERNAME: .*at least 3/],
      ["", ADMIN.password, /^ADMIN_USERNAME: /],
      ["host", "password1", /^ADMIN_PASSWORD: .*at least 15/],
      ["host", "", /^ADMIN_PASSWORD: /],
    ] as const) {
      const refusal: unknown = await starting(username, password).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(ConfigError);
      expect(String(refusal instanceof Error ? refusal.message : refusal)).toMatch(named);
    }
  });
});

test("the command line refuses an admin name that the set-up screen would refuse", async () => {
  const server = await startTestApp("sqlite");
  const env = { DATA_DIR: server.config.dataDir, DATABASE_URL: "" };
  const made = await runCommand(["admin", "create", "a"], env, "seven kites above the ridge\n");
  expect(made).toMatchObject({ code: 1, output: expect.stringContaining("at least 3 characters") });
  await server.close();
});
