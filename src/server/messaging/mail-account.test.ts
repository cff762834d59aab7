import { mkdir, readFile, rm, rmdir, stat, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../testing/engines.ts";
import { createSecretBox } from "../core/secret-files.ts";
import { mailCheck } from "../doctor/mail-client.ts";
import { runCommand } from "../testing/command.ts";
import { bookStay, GUEST } from "../testing/given.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { createPortalMail } from "./portal-mail-client.ts";

const PASSWORD = "a-secret-of-the-mail-provider";
const ACCOUNT = {
  host: "smtp.provider.example",
  port: 587,
  security: "starttls",
  username: "stay@cottage.example",
  password: PASSWORD,
  from: "stay@cottage.example",
};

/** Starts a real SMTP server that requires a password. */
async function startProvider() {
  const received: string[] = [];
  const provider = {
    received,
    port: 0,
    /** Whether the provider refuses every password. */
    refused: false,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    logger: false,
    onAuth: ({ username, password }, _session, done) =>
      !provider.refused && username === ACCOUNT.username && password === PASSWORD
        ? done(null, { user: username })
        : done(Object.assign(new Error("5.7.8 Username and Password not accepted"), { responseCode: 535 })),
    onData: (stream, session, done) => {
      stream.resume();
      stream.on("end", () => {
        received.push(...session.envelope.rcptTo.map(({ address }) => address));
        done();
      });
    },
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve());
  });
  const { port } = server.server.address() as AddressInfo;
  provider.port = port;
  return provider;
}

describe.each(engines)("email set up in the portal, on %s", (engine) => {
  let provider: Awaited<ReturnType<typeof startProvider>>;
  let server: TestApp;
  let cookie: string;
  const reach = () => ({
    resolve: async () => [{ address: "127.0.0.1", family: 4 }],
    isAllowed: () => true,
    secure: false,
    port: provider.port,
  });
  beforeAll(async () => {
    provider = await startProvider();
    server = await startTestApp(engine, {
      outbox: { everyMs: 15, leaseMs: 2000, slots: 4 },
      mailServers: reach(),
      sampleContact: false,
      config: { publicUrl: "https://cottage.example" },
    });
    await server.app.start();
  });
  afterAll(async () => {
    await server.close();
    await provider.close();
  });
  beforeEach(async () => {
    cookie = await server.signIn();
    await host("DELETE", "/mail");
    await server.db.deleteFrom("scheduled_message").execute();
    await server.db.deleteFrom("message_channel").execute();
    provider.received.length = 0;
  });

  const host = (method: string, path: string, body?: unknown) =>
    server.send(method, `/api/admin${path}`, body, { cookie });
  let day = 0;
  const book = () =>
    bookStay(server, {
      checkInDate: `2027-0${1 + (day % 9)}-0${1 + Math.floor(day / 9) * 3}`,
      checkOutDate: `2027-0${1 + (day % 9)}-0${3 + Math.floor(day++ / 9) * 3}`,
    });

  test("messages wait until the email account is set up, and until then the dashboard shows an alert", async () => {
    expect((await book()).status).toBe(201);
    const titles = async () => (await host("GET", "/dashboard")).json.alerts.map((one: { title: string }) => one.title);
    expect(await titles()).toContain("Guests aren't getting emails");
    expect((await host("GET", "/messaging")).json.email).toEqual({
      configured: false,
      problem: "Email is not set up yet.",
    });
    expect((await host("PUT", "/mail", ACCOUNT)).status).toBe(204);
    await expect.poll(() => provider.received.toSorted()).toEqual([GUEST.email, "stay@kitulhill.example"]);
    expect(await titles()).not.toContain("Guests aren't getting emails");
    expect((await host("GET", "/messaging")).json.email).toEqual({ configured: true, problem: null });
    expect((await host("GET", "/mail")).json).toEqual({
      source: "portal",
      problem: null,
      account: {
        host: ACCOUNT.host,
        port: 587,
        security: "starttls",
        username: ACCOUNT.username,
        from: ACCOUNT.from,
        hasPassword: true,
      },
    });
  });

  test("the password is not in the responses, the account's database row or the audit log", async () => {
    const responses = [(await host("PUT", "/mail", ACCOUNT)).text, (await host("POST", "/mail/test", ACCOUNT)).text];
    for (const path of ["/mail", "/messaging", "/settings", "/dashboard", "/audit"]) {
      responses.push((await host("GET", path)).text);
    }
    const row = await server.db.selectFrom("mail_account").selectAll().executeTakeFirstOrThrow();
    const logged = await server.db.selectFrom("audit_entry").selectAll().execute();
    expect(logged.length).toBeGreaterThan(0);
    for (const text of [...responses, JSON.stringify([row, logged])]) expect(text).not.toContain(PASSWORD);
    const key = await readFile(server.config.secretsKeyFile, "utf8");
    expect((await stat(server.config.secretsKeyFile)).mode & 0o777).toBe(0o600);
    expect(JSON.stringify(row)).not.toContain(key.trim());
  });

  test("testing the account reports the result and saves nothing", async () => {
    const tested = async (change: object) => (await host("POST", "/mail/test", { ...ACCOUNT, ...change })).json;
    expect(await tested({})).toEqual({ ok: true, message: expect.stringContaining("stay@kitulhill.example") });
    expect(provider.received).toEqual(["stay@kitulhill.example"]);
    await host("PUT", "/notifications", { emails: ["ann@x.example"] });
    expect(await tested({})).toEqual({ ok: true, message: expect.stringContaining("ann@x.example") });
    expect(provider.received).toEqual(["stay@kitulhill.example", "ann@x.example"]);
    await host("PUT", "/notifications", { emails: [] });
    expect(await tested({ password: "wrong" })).toEqual({
      ok: false,
      message: "The mail server says that the user name or password is wrong. Please check the mail settings.",
    });
    expect((await host("GET", "/mail")).json).toMatchObject({ source: "none", account: null });
    expect((await host("POST", "/mail/test", { ...ACCOUNT, password: "" })).json.fields.password).toMatch(
      /Enter the password/,
    );
  });

  test("a stored password is sent only to the mail server it was saved for", async () => {
    await host("PUT", "/mail", ACCOUNT);
    expect((await host("PUT", "/mail", { ...ACCOUNT, password: "", from: "hello@cottage.example" })).status).toBe(204);
    for (const change of [{ host: "smtp.thief.example" }, { port: 2525 }, { username: "other" }]) {
      for (const [method, path] of [
        ["PUT", "/mail"],
        ["POST", "/mail/test"],
      ] as const) {
        expect((await host(method, path, { ...ACCOUNT, ...change, password: "" })).status).toBe(400);
      }
    }
    // Changing the database row does not reveal the password either.
    await server.db
      .updateTable("mail_account")
      .set({ host: "smtp.thief.example", changed_at: "2027-01-01T00:00:00.000Z" })
      .execute();
    await expect.poll(async () => (await host("GET", "/mail")).json.problem).toMatch(/changed outside/);
    expect((await host("GET", "/messaging")).json.email.problem).toMatch(/changed outside/);
  });

  // The engine makes no difference to the doctor, the key file or what is checked on input.
  if (engine !== "sqlite") return;

  test("the doctor signs in to the account set up in the portal, and says what is wrong with it", async () => {
    const env = { DATA_DIR: server.config.dataDir, DATABASE_URL: server.config.databaseUrl ?? "" };
    const reported = async (more: Record<string, string> = {}) => {
      const { checks } = JSON.parse((await runCommand(["doctor", "--json"], { ...env, ...more })).output);
      return checks.find(({ id }: { id: string }) => id === "mail");
    };
    expect(await reported()).toMatchObject({ message: "No mail server is set up, so no emails are sent." });
    await host("PUT", "/mail", ACCOUNT);
    // The command only connects to public mail servers, and this one has no public address.
    expect(await reported()).toMatchObject({ state: "bad", message: expect.stringContaining("name can't be found") });
    expect(await reported({ SECRETS_KEY_FILE: `${server.config.secretsKeyFile}.none` })).toMatchObject({
      state: "bad",
      message: expect.stringContaining("key file that is missing"),
    });
    const box = createSecretBox(server.config.secretsKeyFile);
    const look = () =>
      mailCheck(createPortalMail({ db: server.db, box, reach: reach(), connections: 1 }).server).look();
    expect(await look()).toEqual({ state: "good", message: "smtp.provider.example accepts our sign-in." });
    provider.refused = true;
    expect(await look()).toMatchObject({
      state: "bad",
      remedy: "The user name or password in the mail settings is wrong.",
    });
    provider.refused = false;
  });

  test("without the key file, for example after a restore, the portal says what to do", async () => {
    await host("PUT", "/mail", ACCOUNT);
    const key = await readFile(server.config.secretsKeyFile, "utf8");
    await rm(server.config.secretsKeyFile);
    await expect
      .poll(async () => (await host("GET", "/mail")).json.problem)
      .toMatch(/key file that is missing from this machine.*Enter the password again/);
    expect((await book()).status).toBe(201);
    const { alerts } = (await host("GET", "/dashboard")).json;
    expect(alerts.find((one: { title: string }) => one.title === "Guests aren't getting emails").detail).toMatch(
      /key file/,
    );
    expect((await host("PUT", "/mail", ACCOUNT)).status).toBe(204);
    await expect.poll(() => provider.received.length).toBe(2);
    await writeFile(server.config.secretsKeyFile, key);
  });

  test("if the key file was copied here but cannot be read, the portal does not ask for the password in vain", async () => {
    await host("PUT", "/mail", ACCOUNT);
    const key = await readFile(server.config.secretsKeyFile, "utf8");
    await rm(server.config.secretsKeyFile);
    // Root may read every file, but nobody can read a folder as a file.
    await mkdir(server.config.secretsKeyFile);
    await expect
      .poll(async () => (await host("GET", "/mail")).json.problem)
      .toMatch(/has to make Latchkey's user the owner/);
    for (const password of [ACCOUNT.password, ""]) {
      expect(await host("PUT", "/mail", { ...ACCOUNT, password })).toMatchObject({
        status: 409,
        json: { message: expect.stringContaining("has to make Latchkey's user the owner") },
      });
    }
    await rmdir(server.config.secretsKeyFile);
    await writeFile(server.config.secretsKeyFile, key);
  });

  test("a port that mail servers do not use, and an invalid host name, are refused", async () => {
    expect((await host("POST", "/mail/test", { ...ACCOUNT, port: 22 })).status).toBe(400);
    expect((await host("POST", "/mail/test", { ...ACCOUNT, host: "smtp example" })).status).toBe(400);
  });
});

test("a mail server on this machine or in its private network is refused", async () => {
  const server = await startTestApp("sqlite", { config: { publicUrl: "https://cottage.example" } });
  const cookie = await server.signIn();
  for (const host of ["localhost", "127.0.0.1", "10.0.0.1", "169.254.169.254"]) {
    const { json } = await server.send("POST", "/api/admin/mail/test", { ...ACCOUNT, host }, { cookie });
    expect(json).toEqual({ ok: false, message: expect.stringContaining("private network") });
  }
  await server.close();
});
