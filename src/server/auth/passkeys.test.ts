import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Authenticator, createAuthenticator } from "../testing/authenticator.ts";
import { engines } from "../testing/engines.ts";
import { ADMIN, cookieOf, type TestResponse, startTestApp, type TestApp } from "../testing/test-app.ts";

const SITE = { rpId: "cottage.example", origin: "https://cottage.example" };
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const AUTH = "/api/admin/auth";

/** The session cookie alone, without the cookies of a known device and of an unfinished sign-in. */
const sessionOf = (response: TestResponse) =>
  cookieOf(response)
    .split("; ")
    .find((one) => one.includes("-session=")) ?? "";

describe.each(engines)("passkeys on %s", (engine) => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp(engine, { config: { publicUrl: SITE.origin } });
  });
  afterAll(() => server.close());

  const call = (method: string, path: string, body: unknown, cookie = "") =>
    server.send(method, `${AUTH}${path}`, body, { cookie });
  const login = async (more: object = {}) => sessionOf(await call("POST", "/login", { ...ADMIN, ...more }));
  const options = async () => (await call("POST", "/passkey/sign-in/options", {})).json.options;
  const enter = (passkey: unknown, more: object = {}, cookie = "") =>
    call("POST", "/passkey/sign-in", { passkey, ...more }, cookie);
  const isSignedIn = async (cookie: string) => (await call("GET", "/user", undefined, cookie)).status === 200;

  async function addPasskey(cookie: string, phone: Authenticator): Promise<TestResponse> {
    const begun = await call("POST", "/passkeys/options", {}, cookie);
    expect(begun.status).toBe(200);
    return call("POST", "/passkeys", { passkey: phone.make(begun.json) }, cookie);
  }

  test("the host adds a passkey, signs in with it alone, and sees when it was used", async () => {
    const cookie = await login();
    const phone = createAuthenticator(SITE);
    const begun = await call("POST", "/passkeys/options", {}, cookie);
    expect(begun.json).toMatchObject({
      rp: { id: "cottage.example" },
      user: { name: ADMIN.username },
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
    const added = await call("POST", "/passkeys", { passkey: phone.make(begun.json) }, cookie);
    expect([added.status, added.json]).toEqual([
      201,
      {
        id: phone.id,
        name: expect.stringMatching(/^Unknown device/),
        createdAt: expect.any(String),
        lastUsedAt: null,
        elsewhere: null,
      },
    ]);

    const entered = await enter(phone.answer(await options()));
    expect([entered.status, entered.json]).toEqual([200, { username: ADMIN.username }]);
    expect(await isSignedIn(sessionOf(entered))).toBe(true);
    expect((await call("PUT", `/passkeys/${phone.id}`, { name: "Ann's phone" }, cookie)).status).toBe(204);
    const listed = (await call("GET", "/passkeys", undefined, cookie)).json;
    expect(listed.unavailable).toBe(null);
    const mine = listed.passkeys.find((one: { id: string }) => one.id === phone.id);
    expect(mine).toMatchObject({ name: "Ann's phone", lastUsedAt: server.clock().toISOString() });
    const [newest, before] = (await server.send("GET", "/api/admin/audit", undefined, { cookie })).json.entries;
    expect(newest).toMatchObject({
      actor: ADMIN.username,
      act: "Renamed a passkey",
      before: { passkey: expect.stringMatching(/^Unknown device/) },
      after: { passkey: "Ann's phone" },
    });
    expect(before).toMatchObject({ actor: ADMIN.username, act: "Signed in with a passkey" });
  });

  test("a passkey response is accepted only once, in time, for its own challenge, from our site and with user verification", async () => {
    const cookie = await login();
    const phone = createAuthenticator(SITE);
    await addPasskey(cookie, phone);
    const good = phone.answer(await options());
    expect((await enter(good)).status).toBe(200);
    const statuses = {
      again: (await enter(good)).status,
      "from another site": (await enter(phone.answer(await options(), { origin: "https://cottage.example.evil" })))
        .status,
      "for another name": (await enter(phone.answer(await options(), { rpId: "evil.example" }))).status,
      "not unlocked": (await enter(phone.answer(await options(), { unlocked: false }))).status,
      "to a made-up challenge": (await enter(phone.answer({ challenge: "bWFkZSB1cC5hLmI" }))).status,
      "with a stranger's key": (await enter({ ...createAuthenticator(SITE).answer(await options()), id: phone.id }))
        .status,
      "of a stranger": (await enter(createAuthenticator(SITE).answer(await options()))).status,
    };
    expect(new Set(Object.values(statuses))).toEqual(new Set([401]));

    // A challenge for confirming an action cannot be used to sign in, and vice versa.
    const toConfirm = (await call("POST", "/confirm/options", {}, cookie)).json.options;
    expect((await enter(phone.answer(toConfirm))).status).toBe(401);
    expect((await call("POST", "/confirm", { passkey: phone.answer(await options()) }, cookie)).status).toBe(400);

    const late = await options();
    server.clock.advance(5 * MINUTE);
    expect((await enter(phone.answer(late))).status).toBe(401);
    expect((await enter(phone.answer(await options()))).status).toBe(200);
  });

  test("a removed passkey no longer works, and removing it ends every other session", async () => {
    const cookie = await login();
    const phone = createAuthenticator(SITE);
    await addPasskey(cookie, phone);
    const elsewhere = sessionOf(await enter(phone.answer(await options())));
    const removed = await call("DELETE", `/passkeys/${phone.id}`, undefined, cookie);
    expect(removed.status).toBe(204);
    expect([await isSignedIn(elsewhere), await isSignedIn(cookie), await isSignedIn(sessionOf(removed))]).toEqual([
      false,
      false,
      true,
    ]);
    expect((await enter(phone.answer(await options()))).status).toBe(401);
    expect((await call("DELETE", `/passkeys/${phone.id}`, undefined, sessionOf(removed))).status).toBe(404);
  });

  test("resetting the password on the machine removes the account's passkeys", async () => {
    const account = { username: `owner-${engine}`, password: "mist over the tea terraces" };
    expect(await server.app.admins.createAdmin(account)).toMatchObject({ ok: true });
    const phone = createAuthenticator(SITE);
    expect((await addPasskey(await login(account), phone)).status).toBe(201);
    expect((await enter(phone.answer(await options()))).json).toEqual({ username: account.username });
    await server.app.admins.resetPassword(account.username, "rain on the old tin roof");
    expect((await enter(phone.answer(await options()))).status).toBe(401);
  });

  test("adding a passkey asks for the password or a passkey, unless one was given in the last ten minutes", async () => {
    const cookie = await login();
    const phone = createAuthenticator(SITE);
    server.clock.advance(10 * MINUTE);
    const refused = await call("POST", "/passkeys/options", {}, cookie);
    expect([refused.status, refused.json]).toEqual([403, { message: "Please confirm that it's you.", confirm: true }]);
    expect((await call("POST", "/confirm", { password: "not the right sentence" }, cookie)).status).toBe(400);
    expect((await call("POST", "/passkeys/options", {}, cookie)).status).toBe(403);
    expect((await call("POST", "/confirm", { password: ADMIN.password }, cookie)).status).toBe(204);
    expect((await addPasskey(cookie, phone)).status).toBe(201);

    server.clock.advance(10 * MINUTE);
    expect((await call("POST", "/passkeys/options", {}, cookie)).status).toBe(403);
    const options = (await call("POST", "/confirm/options", {}, cookie)).json.options;
    expect(options.allowCredentials.map((one: { id: string }) => one.id)).toContain(phone.id);
    expect((await call("POST", "/confirm", { passkey: phone.answer(options) }, cookie)).status).toBe(204);
    expect((await call("POST", "/passkeys/options", {}, cookie)).status).toBe(200);
  });

  test("with two-factor sign-in turned on, a passkey replaces the code", async () => {
    const cookie = await login();
    const phone = createAuthenticator(SITE);
    await addPasskey(cookie, phone);
    const begun = await call("POST", "/second-factor/begin", { password: ADMIN.password }, cookie);
    const secret = Secret.fromBase32(String(begun.json.secret).replaceAll(" ", ""));
    const code = new TOTP({ secret }).generate({ timestamp: server.clock().getTime() });
    const enabled = await call("POST", "/second-factor/enable", { code }, sessionOf(begun));
    expect(enabled.status).toBe(200);

    const password = await call("POST", "/login", ADMIN);
    expect(password.json).toEqual({ secondFactor: "required" });
    const entered = await enter(phone.answer(await options()), {}, cookieOf(password));
    expect(entered.status).toBe(200);
    expect(await isSignedIn(sessionOf(entered))).toBe(true);
    // The password step is over: a code is no longer accepted with the cookie of that step.
    server.clock.advance(MINUTE);
    const next = new TOTP({ secret }).generate({ timestamp: server.clock().getTime() });
    expect((await call("POST", "/second-factor", { code: next }, cookieOf(password))).status).toBe(401);
    const off = { password: ADMIN.password };
    expect((await call("POST", "/second-factor/disable", off, sessionOf(entered))).status).toBe(204);
  });

  test("if the site moves to another address, the portal says that its passkeys belong to the old address", async () => {
    const phone = createAuthenticator(SITE);
    await addPasskey(await login(), phone);
    const moved = await startTestApp(engine, {
      config: { ...server.sameDatabase, publicUrl: "https://new.example" },
    });
    const post = (path: string, body: unknown) => moved.send("POST", `${AUTH}${path}`, body);
    const response = await post("/passkey/sign-in/options", {});
    expect(response.json).toMatchObject({ allElsewhere: true, options: { rpId: "new.example" } });
    const old = phone.answer(response.json.options, { origin: "https://new.example", rpId: "new.example" });
    expect((await post("/passkey/sign-in", { passkey: old })).status).toBe(401);

    const cookie = await moved.signIn();
    const { passkeys } = (await moved.send("GET", `${AUTH}/passkeys`, undefined, { cookie })).json;
    expect(new Set(passkeys.map((one: { elsewhere: string }) => one.elsewhere))).toEqual(new Set(["cottage.example"]));
    const fresh = createAuthenticator({ rpId: "new.example", origin: "https://new.example" });
    const begun = (await moved.send("POST", `${AUTH}/passkeys/options`, {}, { cookie })).json;
    expect(begun.excludeCredentials).toEqual([]);
    await moved.send("POST", `${AUTH}/passkeys`, { passkey: fresh.make(begun) }, { cookie });
    const again = (await post("/passkey/sign-in/options", {})).json;
    expect(again.allElsewhere).toBe(false);
    expect((await post("/passkey/sign-in", { passkey: fresh.answer(again.options) })).status).toBe(200);
    await moved.close();
  });

  test("at an address where browsers cannot create passkeys, the reason is shown", async () => {
    const plain = await startTestApp(engine, { config: { ...server.sameDatabase, publicUrl: "http://192.0.2.7" } });
    const response = await plain.send("POST", `${AUTH}/passkey/sign-in/options`, {});
    expect([response.status, response.json.message]).toEqual([409, expect.stringContaining("domain name")]);
    await plain.close();
  });

  test("a long session lasts for exactly 30 days, even without any activity", async () => {
    const phone = createAuthenticator(SITE);
    await addPasskey(await login(), phone);
    const byPassword = await call("POST", "/login", { ...ADMIN, keep: true });
    const byPasskey = await enter(phone.answer(await options()), { keep: true });
    for (const response of [byPassword, byPasskey]) {
      const header = response.headers.getSetCookie().find((cookie) => cookie.includes("-session="));
      expect(header).toContain(`Max-Age=${30 * 24 * 60 * 60}`);
    }
    const ordinary = await call("POST", "/login", ADMIN);
    expect(ordinary.headers.getSetCookie().find((cookie) => cookie.includes("-session="))).not.toContain("Max-Age");

    server.clock.advance(30 * DAY - MINUTE);
    expect(await isSignedIn(sessionOf(byPassword))).toBe(true);
    expect(await isSignedIn(sessionOf(byPasskey))).toBe(true);
    expect(await isSignedIn(sessionOf(ordinary))).toBe(false);
    server.clock.advance(MINUTE);
    expect(await isSignedIn(sessionOf(byPassword))).toBe(false);
    expect(await isSignedIn(sessionOf(byPasskey))).toBe(false);
  });

  test("a long session asks for confirmation before each sensitive action, and the host can end it from another device", async () => {
    const kept = await login({ keep: true });
    const ask = (method: string, path: string) =>
      server.send(method, path, method === "GET" ? undefined : {}, { cookie: kept });
    const DANGEROUS = [
      ["GET", "/api/admin/export"],
      ["GET", "/api/admin/backups/nothing/file"],
      ["GET", "/api/admin/import"],
      ["POST", "/api/admin/bookings/nothing/erase-guest"],
      ["GET", "/api/admin/bookings/nothing/personal-data"],
      ["GET", "/api/admin/bookings.csv"],
      ["GET", "/api/admin/bookings/nothing/dispute-evidence"],
      ["GET", "/api/admin/channel-runs/nothing/body"],
      ["PUT", "/api/admin/settings"],
      ["PUT", "/api/admin/notifications"],
      ["POST", "/api/admin/push/devices"],
      ["PUT", "/api/admin/push"],
      ["POST", "/api/admin/auth/passkeys/options"],
      ["DELETE", "/api/admin/auth/passkeys/nothing"],
      ["POST", "/api/admin/auth/passkeys"],
      ["POST", "/api/admin/people/invitations"],
      ["DELETE", "/api/admin/people/nothing"],
      ["PUT", "/api/admin/mail"],
      ["DELETE", "/api/admin/mail"],
      ["POST", "/api/admin/mail/test"],
      ["GET", "/api/admin/auth/confirm"],
    ] as const;
    server.clock.advance(10 * MINUTE);
    for (const [method, path] of DANGEROUS) {
      const refused = await ask(method, path);
      expect([path, refused.status, refused.json?.confirm]).toEqual([path, 403, true]);
    }
    const archive = await fetch(`${server.url}/api/admin/import`, {
      method: "PUT",
      headers: { "content-type": "application/octet-stream", cookie: kept },
      body: "x",
    });
    expect([archive.status, await archive.json()]).toMatchObject([403, { confirm: true }]);
    // Actions that are not sensitive are unaffected.
    expect((await ask("GET", "/api/admin/dashboard")).status).toBe(200);

    expect((await call("POST", "/confirm", { password: ADMIN.password }, kept)).status).toBe(204);
    for (const [method, path] of DANGEROUS) {
      if (path === "/api/admin/export") continue;
      expect([path, (await ask(method, path)).status]).not.toEqual([path, 403]);
    }

    const laptop = await login();
    const sessions = (await call("GET", "/sessions", undefined, laptop)).json;
    const phone = sessions.find((session: { kept: boolean }) => session.kept);
    expect((await call("DELETE", `/sessions/${phone.id}`, undefined, laptop)).status).toBe(204);
    expect(await isSignedIn(kept)).toBe(false);
  });

  test("an ordinary session asks for confirmation only before changes to passkeys, hosts and the email account", async () => {
    const cookie = await login();
    server.clock.advance(30 * MINUTE);
    expect((await call("GET", "/confirm", undefined, cookie)).status).toBe(204);
    expect((await server.send("GET", "/api/admin/import", undefined, { cookie })).status).toBe(200);
    for (const [method, path] of [
      ["POST", "/api/admin/auth/passkeys/options"],
      ["DELETE", "/api/admin/auth/passkeys/nothing"],
      ["POST", "/api/admin/people/invitations"],
      ["DELETE", "/api/admin/people/nothing"],
      ["PUT", "/api/admin/mail"],
      ["DELETE", "/api/admin/mail"],
      ["POST", "/api/admin/mail/test"],
    ] as const) {
      const refused = await server.send(method, path, {}, { cookie });
      expect([path, refused.status, refused.json?.confirm]).toEqual([path, 403, true]);
    }
  });

  test("known devices are listed and can be forgotten", async () => {
    const response = await call("POST", "/login", ADMIN);
    const [cookie, device] = [sessionOf(response), cookieOf(response)];
    const listed = (await call("GET", "/devices", undefined, device)).json;
    const mine = listed.find((one: { current: boolean }) => one.current);
    expect(mine.lastSignInAt).toBe(server.clock().toISOString());
    expect((await call("DELETE", `/devices/${mine.id}`, undefined, cookie)).status).toBe(204);
    expect((await call("DELETE", `/devices/${mine.id}`, undefined, cookie)).status).toBe(404);
    const left = (await call("GET", "/devices", undefined, device)).json;
    expect(left.some((one: { current: boolean }) => one.current)).toBe(false);
  });
});
