import { setTimeout as wait } from "node:timers/promises";
import { Secret, TOTP } from "otpauth";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../testing/engines.ts";
import { ADMIN, cookieOf, startTestApp, type TestApp } from "../testing/test-app.ts";

/** A hash slow enough that something else can happen while a password is being checked. */
const SLOW = { memory: 16_384, passes: 4, parallelism: 1 };
const NEW_PASSWORD = "another long sentence for tomorrow";

describe.each(engines)("credentials change during a sign-in, on %s", (engine) => {
  let server: TestApp;
  beforeEach(async () => {
    server = await startTestApp(engine, { passwordCost: SLOW });
  });
  afterEach(() => server.close());

  const post = (path: string, body: unknown, cookie = "") => server.send("POST", path, body, { cookie });
  const isOpen = async (cookie: string) =>
    (await server.send("GET", "/api/admin/auth/user", undefined, { cookie })).status === 200;

  test("a sign-in that began with the old password fails once there is a new one", async () => {
    const cookie = await server.signIn();
    const { json: settings } = await server.send("GET", "/api/admin/settings", undefined, { cookie });
    const { missing: _missing, debugUntil: _debugUntil, ...fields } = settings;
    const change = { ...fields, currentPassword: ADMIN.password, newPassword: NEW_PASSWORD };
    const changed = server.send("PUT", "/api/admin/settings", change, { cookie });
    const tries = Array.from({ length: 15 }, async (_, n) => {
      await wait(n * 15);
      return post("/api/admin/auth/login", ADMIN);
    });
    expect((await changed).status).toBe(200);
    const responses = await Promise.all(tries);
    const alive = await Promise.all(responses.map((response) => isOpen(cookieOf(response))));
    expect(alive.filter(Boolean)).toEqual([]);
    expect(await isOpen(cookieOf(await changed))).toBe(true);
    expect((await post("/api/admin/auth/login", ADMIN)).status).toBe(401);
  });

  test("a sign-in that began without a code fails once codes are required", async () => {
    const cookie = await server.signIn();
    const begun = await post("/api/admin/auth/second-factor/begin", { password: ADMIN.password }, cookie);
    const secret = Secret.fromBase32(begun.json.secret.replaceAll(" ", ""));
    const code = new TOTP({ secret }).generate({ timestamp: server.clock().getTime() });
    const trying = post("/api/admin/auth/login", ADMIN);
    await wait(15);
    const enabled = await post("/api/admin/auth/second-factor/enable", { code }, cookieOf(begun));
    expect(enabled.status).toBe(200);
    expect(await isOpen(cookieOf(await trying))).toBe(false);
    expect(await isOpen(cookieOf(enabled))).toBe(true);
  });
});
