import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEFAULT_LIMITS } from "../http/rate-limit.ts";
import { type Authenticator, createAuthenticator } from "../testing/authenticator.ts";
import { engines } from "../testing/engines.ts";
import { type ReceivedEmail, type Mailbox, openMailbox } from "../testing/mailbox.ts";
import { ADMIN, cookieOf, type TestResponse, startTestApp, type TestApp } from "../testing/test-app.ts";
import { createPasswordHasher, TooBusy } from "./password-hasher.ts";

const MINUTE = 60_000;
const LOGIN = "/api/admin/auth/login";
const PASSKEY = "/api/admin/auth/passkey/sign-in";
const WRONG = "not the right sentence";
const STEP_MINUTES = 10;
const STEPS = (24 * 60) / STEP_MINUTES;

/**
 * A day on which an attacker, from a new network with each request, tries what needs no secret: guesses passwords with
 * and without codes, sends passkey responses, and requests links. The owner signs in from an unknown network.
 */
describe.each(engines)("a day of attacks on %s", (engine) => {
  let server: TestApp;
  let box: Mailbox;
  let networks = 0;
  beforeAll(async () => {
    box = await openMailbox();
    server = await startTestApp(engine, {
      limits: { signIn: DEFAULT_LIMITS.signIn, passkey: DEFAULT_LIMITS.passkey },
      outbox: { everyMs: 15 },
      config: {
        trustProxy: true,
        publicUrl: "https://cottage.example",
        mail: { smtpUrl: box.url, from: { address: "letters@cottage.example" } },
      },
    });
    await server.app.start();
  });
  afterAll(async () => {
    await server.close();
    await box.close();
  });

  const newNetwork = () => {
    networks += 1;
    return `10.${networks >> 16}.${(networks >> 8) & 255}.${networks & 255}`;
  };
  const post = (path: string, body: unknown, cookie = "") =>
    server.send("POST", path, body, { cookie, "x-forwarded-for": newNetwork(), "x-forwarded-proto": "https" });
  const deviceOf = (response: TestResponse) =>
    cookieOf(response)
      .split("; ")
      .find((cookie) => cookie.includes("-device=")) ?? "";

  test("the owner can sign in at any time, and strangers get to try fewer than a hundred passwords", async () => {
    const atHome = await post(LOGIN, ADMIN);
    const phone = deviceOf(atHome);
    const site = { rpId: "cottage.example", origin: "https://cottage.example" };
    const passkey = await addPasskey(createAuthenticator(site), cookieOf(atHome));
    const strangers = createAuthenticator(site);
    const { secret, recoveryCodes } = await turnOnSecondFactor(cookieOf(atHome));
    const codeNow = (steps = 0) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({
        timestamp: server.clock().getTime() + steps * 30_000,
      });

    const checkedSteps: number[] = [];
    const entered: Record<"phone" | "passkey" | "app" | "recovery code" | "email", number> = {
      phone: 0,
      passkey: 0,
      app: 0,
      "recovery code": 0,
      email: 0,
    };
    for (let step = 0; step < STEPS; step++) {
      for (const body of [
        { username: ADMIN.username, password: WRONG },
        { username: ADMIN.username, password: `${WRONG} ${step}` },
        { username: `guess-${step}`, password: WRONG },
        { username: ADMIN.username, password: WRONG, code: String(step).padStart(6, "0") },
      ]) {
        const response = await post(LOGIN, body);
        if (response.status === 401 && body.username === ADMIN.username && !("code" in body)) checkedSteps.push(step);
      }
      await post("/api/admin/auth/link", undefined);
      const { options } = (await post(`${PASSKEY}/options`, {})).json;
      expect((await post(PASSKEY, { passkey: { ...strangers.answer(options), id: passkey.id } })).status).toBe(401);

      if (step % 12 === 11) {
        const options = (await post(`${PASSKEY}/options`, {})).json;
        expect((await post(PASSKEY, { passkey: passkey.answer(options.options) })).status).toBe(200);
        entered.passkey += 1;
      }
      if (step % 12 === 7) {
        const begun = await post(LOGIN, ADMIN, phone);
        expect(begun.json).toEqual({ secondFactor: "required" });
        const signIn = cookieOf(begun);
        const done = await post("/api/admin/auth/second-factor", { code: codeNow() }, `${phone}; ${signIn}`);
        expect(done.status).toBe(200);
        entered.phone += 1;
      }
      if (step % 24 === 13) {
        const code = recoveryCodes[entered["recovery code"]];
        expect((await post(LOGIN, { ...ADMIN, code })).status).toBe(200);
        entered["recovery code"] += 1;
      }
      if (step % 24 === 3) {
        expect((await post(LOGIN, { ...ADMIN, code: `${codeNow(-1)} ${codeNow()}` })).status).toBe(200);
        expect((await post(LOGIN, { ...ADMIN, code: `${codeNow(-1)} ${codeNow()}` })).status).toBe(401);
        expect((await post(LOGIN, { ...ADMIN, code: `${codeNow(1)} ${codeNow()}` })).status).toBe(401);
        entered.app += 1;
      }
      if (step % 24 === 17) {
        // The newest link in the owner's mailbox works, whether the owner or an attacker requested it.
        const device = deviceOf(await post("/api/admin/auth/link/open", { token: await newestLink() }));
        const begun = await post(LOGIN, ADMIN, device);
        expect(begun.json).toEqual({ secondFactor: "required" });
        entered.email += 1;
      }
      server.clock.advance(STEP_MINUTES * MINUTE);
    }
    expect(entered).toEqual({ phone: 12, passkey: 12, app: 6, "recovery code": 6, email: 6 });
    expect(checkedSteps.length).toBeGreaterThan(0);
    expect(checkedSteps.length).toBeLessThan(100);
    // At most one email per hour, and one more for each link that was used.
    expect(new Set(emails().map(linkIn)).size).toBeLessThanOrEqual(24 + entered.email);
  }, 300_000);

  test("a sign-in link works once, within six hours, and only together with the password", async () => {
    server.clock.advance(2 * 60 * MINUTE);
    await post("/api/admin/auth/link", undefined);
    const token = await newestLink();
    const opened = await post("/api/admin/auth/link/open", { token });
    expect([
      opened.status,
      (await server.send("GET", "/api/admin/auth/user", undefined, { cookie: cookieOf(opened) })).status,
    ]).toEqual([204, 401]);
    expect((await post(LOGIN, { ...ADMIN, password: WRONG }, deviceOf(opened))).status).toBe(401);
    expect((await post("/api/admin/auth/link/open", { token })).status).toBe(410);
    const entry = await server.db.selectFrom("audit_entry").selectAll().orderBy("id", "desc").executeTakeFirst();
    expect(entry).toMatchObject({ actor: "sign-in link", act: "Opened an emailed sign-in link" });

    await post("/api/admin/auth/link", undefined);
    const old = await newestLink(token);
    server.clock.advance(6 * 60 * MINUTE);
    expect((await post("/api/admin/auth/link/open", { token: old })).status).toBe(410);
  });

  test("a sign-in link sent while the clock was ahead does not prevent another one", async () => {
    const right = server.clock().toISOString();
    server.clock.advance(365 * 24 * 60 * MINUTE);
    await post("/api/admin/auth/link", undefined);
    server.clock.set(right);
    const count = async () => (await server.db.selectFrom("sign_in_link").select("token_hash").execute()).length;
    const before = await count();
    await post("/api/admin/auth/link", undefined);
    expect(await count()).toBe(before + 1);
  });

  test("no sign-in link is promised while the contact email is still the sample address", async () => {
    const mail = { smtpUrl: box.url, from: { address: "letters@cottage.example" } };
    const config = { publicUrl: "https://cottage.example", mail };
    const fresh = await startTestApp(engine, { sampleContact: true, config });
    const response = await fresh.send("POST", "/api/admin/auth/link");
    expect([response.status, response.json?.message]).toEqual([409, expect.stringContaining("contact email")]);
    await fresh.close();
  });

  const emails = () => box.emails.filter(({ mail }) => mail.subject === "Your sign-in link");
  const linkIn = (email: ReceivedEmail | undefined) => /login#([\w-]{43})/.exec(email?.mail.text ?? "")?.[1] ?? "";
  async function newestLink(other = ""): Promise<string> {
    const newest = () => linkIn(emails().at(-1));
    await expect.poll(() => newest() !== "" && newest() !== other).toBe(true);
    return newest();
  }

  async function addPasskey(passkey: Authenticator, cookie: string): Promise<Authenticator> {
    const begun = await post("/api/admin/auth/passkeys/options", {}, cookie);
    const added = await post("/api/admin/auth/passkeys", { passkey: passkey.make(begun.json) }, cookie);
    expect(added.status).toBe(201);
    return passkey;
  }

  async function turnOnSecondFactor(cookie: string) {
    const base = "/api/admin/auth/second-factor";
    const begun = await post(`${base}/begin`, { password: ADMIN.password }, cookie);
    const secret = String(begun.json.secret).replaceAll(" ", "");
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: server.clock().getTime() });
    const enabled = await post(`${base}/enable`, { code }, cookieOf(begun));
    expect(enabled.status).toBe(200);
    server.clock.advance(MINUTE);
    return { secret, recoveryCodes: enabled.json.recoveryCodes as string[] };
  }
});

describe.each(engines)("limits for each kind of attempt on %s", (engine) => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp(engine, { config: { trustProxy: true } });
  });
  afterAll(() => server.close());
  const login = (body: unknown, cookie = "") => server.send("POST", LOGIN, body, { cookie });

  test("a known device is allowed twenty failed attempts of its own, but a device with a made-up cookie gets none", async () => {
    const device = cookieOf(await login(ADMIN)).split("; ")[1] ?? "";
    expect(device).toMatch(/^latchkey-device=/);
    const made = `latchkey-device=${"a".repeat(43)}`;
    for (let n = 0; n < 80; n++) await login({ ...ADMIN, password: WRONG }, made);
    expect((await login(ADMIN, made)).status).toBe(429);
    const statuses: number[] = [];
    for (let n = 0; n < 21; n++) statuses.push((await login({ ...ADMIN, password: WRONG }, device)).status);
    expect([statuses.filter((status) => status === 401).length, statuses.at(-1)]).toEqual([20, 429]);
    // The operator's command ends the lockout; without it, the device can sign in again after 24 hours.
    expect((await login(ADMIN, device)).status).toBe(429);
    expect((await server.app.admins.turnOffSecondFactor(ADMIN.username)).ok).toBe(true);
    expect((await login(ADMIN, device)).status).toBe(200);
    for (let n = 0; n < 21; n++) await login({ ...ADMIN, password: WRONG }, device);
    expect((await login(ADMIN, device)).status).toBe(429);
    server.clock.advance(24 * 60 * MINUTE);
    expect((await login(ADMIN, device)).status).toBe(200);
  });
});

test("an owner waits only for the password that is being hashed, and is never queued behind strangers", async () => {
  const hasher = createPasswordHasher({ memory: 1024, passes: 1, parallelism: 1 });
  const stored = await hasher.hash("the right sentence");
  const finished: string[] = [];
  const verify = (who: string, first: boolean) =>
    hasher.verify("a wrong sentence", stored, { first }).then(
      () => void finished.push(who),
      (error: unknown) => {
        if (!(error instanceof TooBusy)) throw error;
        finished.push("refused");
      },
    );
  const strangers = Array.from({ length: 30 }, () => verify("stranger", false));
  expect(() => hasher.refuseWhenBusy()).toThrow(TooBusy);
  await Promise.all([...strangers, verify("owner", true)]);
  expect(finished.filter((who) => who === "refused")).toHaveLength(9);
  expect(finished.filter((who) => who !== "refused").indexOf("owner")).toBeLessThanOrEqual(1);
});
