import { Secret, TOTP } from "otpauth";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../testing/engines.ts";
import { ADMIN, cookieOf, type TestResponse, startTestApp, type TestApp } from "../testing/test-app.ts";

const STEP_MS = 30_000;
const BASE = "/api/admin/auth/second-factor";

describe.each(engines)("S08: the second factor on %s", (engine) => {
  let server: TestApp;
  beforeEach(async () => {
    server = await startTestApp(engine);
  });
  afterEach(() => server.close());

  const post = (path: string, body: unknown, cookie = "") => server.send("POST", path, body, { cookie });
  const login = () => post("/api/admin/auth/login", ADMIN);
  const user = (cookie: string) => server.send("GET", "/api/admin/auth/user", undefined, { cookie });

  function codeAt(secret: string, steps = 0): string {
    const timestamp = server.clock().getTime() + steps * STEP_MS;
    return new TOTP({ secret: Secret.fromBase32(secret.replaceAll(" ", "")) }).generate({ timestamp });
  }

  async function turnOn(): Promise<{ secret: string; codes: string[]; cookie: string; before: string }> {
    const before = await server.signIn();
    const begun = await post(`${BASE}/begin`, { password: ADMIN.password }, before);
    expect(begun.status).toBe(200);
    const enabled = await post(`${BASE}/enable`, { code: codeAt(begun.json.secret) }, cookieOf(begun));
    expect(enabled.status).toBe(200);
    return { secret: begun.json.secret, codes: enabled.json.recoveryCodes, cookie: cookieOf(enabled), before };
  }

  /** Takes both steps of a sign-in; `code` can be any kind of code. */
  async function signInWith(code: string): Promise<TestResponse> {
    const first = await login();
    expect(first.json).toEqual({ secondFactor: "required" });
    return post(BASE, { code }, cookieOf(first));
  }

  test("after twenty wrong passwords within 24 hours, the refusal says when the next one will be checked", async () => {
    const cookie = await server.signIn();
    const begin = (password: string, as: string) => post(`${BASE}/begin`, { password }, as);
    for (let tries = 0; tries < 20; tries += 1) expect((await begin("not the right one", cookie)).status).toBe(400);
    const refused = await begin(ADMIN.password, cookie);
    expect([refused.status, refused.json.message]).toEqual([
      429,
      "Too many wrong passwords were entered in the last 24 hours. Try again in 24 hours.",
    ]);
    server.clock.advance(24 * 60 * 60_000);
    expect((await begin(ADMIN.password, await server.signIn())).status).toBe(200);
  });

  test("it is off by default, and turned on with the password and a code from the app", async () => {
    const cookie = await server.signIn();
    expect((await user(cookie)).json.secondFactor).toBe(false);
    const wrong = await post(`${BASE}/begin`, { password: "not my password at all" }, cookie);
    expect([wrong.status, wrong.json.fields.password]).toEqual([400, "This is not your password."]);

    const begun = await post(`${BASE}/begin`, { password: ADMIN.password }, cookie);
    expect(begun.json.address).toContain("otpauth://totp/");
    expect(begun.json.qrCode).toMatch(/^<svg /);
    expect(begun.json.qrCode).not.toContain("style=");
    // S05: once the password is confirmed, the browser gets a new session, and the previous one no longer works.
    expect((await user(cookie)).status).toBe(401);
    const renewed = cookieOf(begun);
    expect((await post(`${BASE}/enable`, { code: "000000" }, renewed)).status).toBe(400);
    expect((await user(renewed)).json.secondFactor).toBe(false);
    expect((await login()).json).toEqual({ username: ADMIN.username });

    const enabled = await post(`${BASE}/enable`, { code: codeAt(begun.json.secret) }, renewed);
    expect(new Set(enabled.json.recoveryCodes).size).toBe(10);
    // S05: earlier sessions end, and the browser that made the change gets a new one.
    expect((await user(renewed)).status).toBe(401);
    expect((await user(cookieOf(enabled))).json.secondFactor).toBe(true);
    // The secret is never returned again.
    expect((await post(`${BASE}/begin`, { password: ADMIN.password }, cookieOf(enabled))).status).toBe(409);
  });

  test("the password alone is not enough, even after it was reset, and a wrong password reveals nothing about a second step", async () => {
    await turnOn();
    const first = await login();
    expect((await user(cookieOf(first))).status).toBe(401);
    const wrong = await post("/api/admin/auth/login", { ...ADMIN, password: "not the right sentence" });
    const unknown = await post("/api/admin/auth/login", { username: "nobody", password: "not the right sentence" });
    expect([wrong.status, wrong.text]).toEqual([401, unknown.text]);
    expect(await server.app.admins.resetPassword(ADMIN.username, ADMIN.password)).toEqual({ ok: true });
    expect((await login()).json).toEqual({ secondFactor: "required" });
  });

  test("a code works once, from one time step early to one time step late", async () => {
    const { secret } = await turnOn();
    expect((await signInWith(codeAt(secret))).status).toBe(401);
    server.clock.advance(4 * STEP_MS);
    expect((await signInWith(codeAt(secret, -2))).status).toBe(401);
    expect((await signInWith(codeAt(secret, 2))).status).toBe(401);
    const late = codeAt(secret, -1);
    expect((await signInWith(late)).status).toBe(200);
    expect((await signInWith(late)).status).toBe(401);
    expect((await signInWith(codeAt(secret, 1))).status).toBe(200);
    // A time step older than the last used step counts as used, too.
    expect((await signInWith(codeAt(secret))).status).toBe(401);
  });

  test("a code sent ten times simultaneously is accepted only once", async () => {
    const { secret } = await turnOn();
    server.clock.advance(4 * STEP_MS);
    const cookies = await Promise.all(Array.from({ length: 10 }, login));
    const responses = await Promise.all(
      cookies.map((cookie) => post(BASE, { code: codeAt(secret) }, cookieOf(cookie))),
    );
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1);
  });

  test("after five wrong codes, even a correct sixth code is refused, and so is a code entered too late", async () => {
    const { secret } = await turnOn();
    server.clock.advance(4 * STEP_MS);
    const cookie = cookieOf(await login());
    for (let n = 0; n < 5; n++) expect((await post(BASE, { code: "000000" }, cookie)).status).toBe(401);
    const sixth = await post(BASE, { code: codeAt(secret) }, cookie);
    expect([sixth.status, sixth.json.message]).toEqual([401, expect.stringContaining("Start again")]);

    const slow = cookieOf(await login());
    server.clock.advance(5 * 60_000);
    expect((await post(BASE, { code: codeAt(secret) }, slow)).status).toBe(401);
    expect((await post(BASE, { code: codeAt(secret) })).status).toBe(401);
  });

  test("a recovery code works once, even if it is typed in capitals and with spaces; new codes replace the old", async () => {
    const { codes, cookie } = await turnOn();
    const [first = "", second = "", third = ""] = codes;
    // 26 characters from an alphabet of 32 give 130 bits, so the stored hash cannot be reversed.
    for (const code of codes) expect(code).toMatch(/^([2-9a-hjkmnp-z0]{5}-){4}[2-9a-hjkmnp-z0]{6}$/);
    expect((await signInWith(first.toUpperCase().replaceAll("-", " "))).status).toBe(200);
    expect((await signInWith(first)).status).toBe(401);
    const renewed = await post(`${BASE}/recovery-codes`, { password: ADMIN.password }, cookie);
    expect(renewed.json.recoveryCodes).toHaveLength(10);
    expect((await signInWith(second)).status).toBe(401);
    expect((await signInWith(renewed.json.recoveryCodes[0])).status).toBe(200);
    expect((await user(cookie)).status).toBe(401);
    const wrong = { password: "not my password at all" };
    expect((await post(`${BASE}/recovery-codes`, wrong, cookieOf(renewed))).status).toBe(400);

    const rows = await server.db.selectFrom("recovery_code").selectAll().execute();
    expect(rows).toHaveLength(9);
    expect(JSON.stringify(rows)).not.toContain(third.replaceAll("-", ""));
  });

  test("with a second factor, a password of eight characters is enough, unless it is known from a data breach", async () => {
    const { cookie } = await turnOn();
    const settings = (await server.send("GET", "/api/admin/settings", undefined, { cookie })).json;
    const { missing: _missing, debugUntil: _until, ...present } = settings;
    const change = (newPassword: string) =>
      server.send(
        "PUT",
        "/api/admin/settings",
        { ...present, currentPassword: ADMIN.password, newPassword },
        { cookie },
      );
    const refused = await change("slipknot");
    expect([refused.status, refused.json.fields.newPassword]).toEqual([
      400,
      expect.stringContaining("first that an attacker would try"),
    ]);
    expect((await change("tea4twos")).status).toBe(200);
  });

  test("turning it off requires the password and ends the other sessions", async () => {
    const { codes, cookie } = await turnOn();
    const elsewhere = cookieOf(await signInWith(codes[0] ?? ""));
    expect((await user(elsewhere)).status).toBe(200);
    expect((await post(`${BASE}/disable`, { password: "not my password at all" }, cookie)).status).toBe(400);
    const disabled = await post(`${BASE}/disable`, { password: ADMIN.password }, cookie);
    expect(disabled.status).toBe(204);
    for (const ended of [cookie, elsewhere]) expect((await user(ended)).status).toBe(401);
    expect((await user(cookieOf(disabled))).json.secondFactor).toBe(false);
    expect((await login()).json).toEqual({ username: ADMIN.username });
  });
});
