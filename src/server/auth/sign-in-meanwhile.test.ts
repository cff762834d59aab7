import { once } from "node:events";
import { readdirSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Secret, TOTP } from "otpauth";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../testing/engines.ts";
import { bookStay } from "../testing/given.ts";
import { startPushService } from "../testing/push-service.ts";
import { ADMIN, cookieOf, startTestApp, type TestApp } from "../testing/test-app.ts";

/** A hash slow enough that something else can happen while a password is being checked. */
const SLOW = { memory: 16_384, passes: 4, parallelism: 1 };
const PHOTO = await sharp({ create: { width: 60, height: 40, channels: 3, background: "teal" } })
  .png()
  .toBuffer();
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

describe.each(engines)("a session ends while a request with it is in progress, on %s", (engine) => {
  let server: TestApp;
  beforeEach(async () => {
    server = await startTestApp(engine);
  });
  afterEach(() => server.close());

  const auth = (method: string, path: string, cookie: string, body?: unknown) =>
    server.send(method, `/api/admin/auth${path}`, body, { cookie });
  const sessions = () => server.db.selectFrom("admin_session").select("token_hash").execute();
  const reset = () => server.app.admins.resetPassword(ADMIN.username, NEW_PASSWORD);

  /** Begins a request, and returns a function that sends its body. The server has already found the session. */
  function begin(method: string, path: string, cookie: string, body: unknown) {
    return beginSending(method, `/api/admin${path}`, cookie, JSON.stringify(body), "application/json");
  }

  async function beginSending(method: string, path: string, cookie: string, body: string | Buffer, type: string) {
    const headers = { cookie, "content-type": type, "content-length": Buffer.byteLength(body) };
    // The time of a session's last request is stored at most every 30 seconds.
    server.clock.advance(31_000);
    const sending = request(server.url + path, { method, headers });
    sending.flushHeaders();
    const seen = () =>
      server.db
        .selectFrom("admin_session")
        .select("token_hash")
        .where("last_seen_at", "=", server.clock().toISOString())
        .execute();
    await expect.poll(seen).toHaveLength(1);
    return async () => {
      const answered = once(sending, "response");
      sending.end(body);
      const [response]: IncomingMessage[] = await answered;
      response?.resume();
      return response?.statusCode;
    };
  }

  test("turning on two-factor sign-in does nothing after the password has been reset", async () => {
    const begun = await auth("POST", "/second-factor/begin", await server.signIn(), { password: ADMIN.password });
    const secret = Secret.fromBase32(begun.json.secret.replaceAll(" ", ""));
    // `begin` advances the clock by 31 seconds before it sends the request.
    const code = new TOTP({ secret }).generate({ timestamp: server.clock().getTime() + 31_000 });
    const send = await begin("POST", "/auth/second-factor/enable", cookieOf(begun), { code });
    expect(await reset()).toEqual({ ok: true });
    expect(await send()).toBe(401);
    expect(await sessions()).toEqual([]);
    const signedIn = await server.send("POST", "/api/admin/auth/login", { ...ADMIN, password: NEW_PASSWORD });
    expect(signedIn.json).toEqual({ username: ADMIN.username });
  });

  test("removing a passkey opens no session after the host has signed out everywhere", async () => {
    const [cookie, elsewhere] = [await server.signIn(), await server.signIn()];
    const { id } = await server.db.selectFrom("admin").select("id").executeTakeFirstOrThrow();
    const passkey = { credential_id: "phone", admin_id: id, public_key: "", counter: 0, transports: "[]", rp_id: "" };
    const created_at = server.clock().toISOString();
    await server.db
      .insertInto("passkey")
      .values({ ...passkey, name: "Phone", created_at })
      .execute();
    const send = await begin("DELETE", "/auth/passkeys/phone", cookie, {});
    expect((await auth("DELETE", "/sessions", elsewhere)).status).toBe(204);
    expect(await send()).toBe(401);
    expect(await sessions()).toEqual([]);
    expect(await server.db.selectFrom("passkey").select("name").execute()).toEqual([{ name: "Phone" }]);
  });

  test("a host who has just been removed cannot remove another host", async () => {
    const cookie = await server.signIn();
    const people = () => server.db.selectFrom("admin").select(["id", "username"]).orderBy("username").execute();
    for (const username of ["bert", "carla"]) await server.app.admins.createAdmin({ username, password: NEW_PASSWORD });
    const { id } = (await people()).find(({ username }) => username === "carla") ?? { id: "" };
    const bert = cookieOf(
      await server.send("POST", "/api/admin/auth/login", { username: "bert", password: NEW_PASSWORD }),
    );
    const remove = await begin("DELETE", `/people/${id}`, bert, {});
    const ofBert = (await people()).find(({ username }) => username === "bert");
    expect((await server.send("DELETE", `/api/admin/people/${ofBert?.id}`, undefined, { cookie })).status).toBe(200);
    expect(await remove()).toBe(401);
    expect((await people()).map(({ username }) => username)).toEqual(["carla", ADMIN.username]);
  });

  test("the contact address, which gets sign-in links, cannot be changed after the password has been reset", async () => {
    const change = { contactEmail: "thief@evil.example", newPassword: "" };
    const send = await begin("PUT", "/settings", await server.signIn(), change);
    await reset();
    expect(await send()).toBe(401);
    const contact = await server.db.selectFrom("site_content").select("value").where("name", "=", "contact").execute();
    expect(JSON.stringify(contact)).not.toContain("thief@evil.example");
  });

  test("push notifications cannot be redirected after the password has been reset", async () => {
    const service = await startPushService();
    const subscribe = await begin("POST", "/push/devices", await server.signIn(), service.subscribe());
    await reset();
    expect(await subscribe()).toBe(401);
    expect(await server.db.selectFrom("push_device").select("id").execute()).toEqual([]);
    await service.close();
  });

  test("notification emails cannot be redirected after the password has been reset", async () => {
    const choose = await begin("PUT", "/notifications", await server.signIn(), { emails: ["thief@evil.example"] });
    await reset();
    expect(await choose()).toBe(401);
    expect(await server.db.selectFrom("notification_choice").select("emails").execute()).toEqual([]);
  });

  test("a photo that arrives after the password has been reset is not stored", async () => {
    const cookie = await server.signIn();
    const opened = await server.send("POST", "/api/objects/upload", undefined, { cookie });
    const send = await beginSending("PUT", opened.json.uploadURL, cookie, PHOTO, "image/png");
    await reset();
    expect(await send()).toBe(401);
    expect(await server.db.selectFrom("upload").select("id").execute()).toEqual([]);
    expect(readdirSync(join(server.config.dataDir, "uploads"))).toEqual([]);
  });

  test("a picture sent to a guest is not stored if it arrives after the password has been reset", async () => {
    const { id } = (await bookStay(server)).json;
    const path = `/api/admin/bookings/${id}/pictures`;
    const send = await beginSending("POST", path, await server.signIn(), PHOTO, "image/png");
    await reset();
    expect(await send()).toBe(401);
    expect(await server.db.selectFrom("message_picture").select("id").execute()).toEqual([]);
  });

  test("an installation that arrives after the password has been reset is not imported", async () => {
    const cookie = await server.signIn();
    const send = await beginSending("PUT", "/api/admin/import", cookie, PHOTO, "application/octet-stream");
    await reset();
    expect(await send()).toBe(401);
  });

  test("an action that checks the password opens no session if the password is reset during the check", async () => {
    const slow = { memory: 65_536, passes: 4, parallelism: 1 };
    const other = await startTestApp(engine, { config: server.sameDatabase, passwordCost: slow });
    other.clock.set(server.clock().toISOString());
    const post = (path: string, body: unknown, cookie = "") =>
      other.send("POST", `/api/admin/auth${path}`, body, { cookie });
    const { id } = await server.db.selectFrom("admin").select("id").executeTakeFirstOrThrow();
    const factor = { admin_id: id, secret: "JBSWY3DPEHPK3PXP", last_step: 0, enabled_at: null };
    const counted = () =>
      server.db.selectFrom("sign_in_network").select("tries").where("network_hash", "=", `session ${id}`).execute();

    const stored = () => server.db.selectFrom("admin").select("password_hash").executeTakeFirstOrThrow();
    const store = (hash: { password_hash: string }) => server.db.updateTable("admin").set(hash).execute();
    const quickHash = await stored();
    await other.app.admins.resetPassword(ADMIN.username, ADMIN.password);
    const slowHash = await stored();

    for (const path of ["begin", "recovery-codes", "disable"]) {
      await server.db.deleteFrom("second_factor").execute();
      await server.db.deleteFrom("sign_in_network").execute();
      await store(quickHash);
      const cookie = await server.signIn();
      await store(slowHash);
      const enabled_at = path === "begin" ? null : server.clock().toISOString();
      await server.db
        .insertInto("second_factor")
        .values({ ...factor, enabled_at })
        .execute();
      const sent = post(`/second-factor/${path}`, { password: ADMIN.password }, cookie);
      // The attempt is counted before the password is checked.
      await expect.poll(counted).toHaveLength(1);
      await reset();
      expect([path, (await sent).status]).toEqual([path, 401]);
      expect([path, await sessions()]).toEqual([path, []]);
    }
    await other.close();
  });
});
