import { Writable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLogger } from "../runtime/logger.ts";
import { engines } from "../testing/engines.ts";
import { bookStay } from "../testing/given.ts";
import { type Mailbox, openMailbox, sendingTo } from "../testing/mailbox.ts";
import { followLink, ownLinkOf } from "../testing/own-link.ts";
import { ADMIN, startTestApp, type TestApp } from "../testing/test-app.ts";
import { createPasswordHasher, PASSWORD_COST } from "./password-hasher.ts";
import type { PasswordHasher } from "./ports.ts";

/**
 * CPU time of this process in milliseconds, including its hashing threads. CPU time is less affected by a busy machine
 * than wall-clock time is.
 */
async function workOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * The difference between the lowest times of `a` and `b`, in milliseconds; the lowest times are used because other work
 * on the machine can only add to a time. Both run at least ten and at most `times` times, until the lowest times differ
 * by at most `enough`: a real difference never gets that small. `a` and `b` take turns going first, because the garbage
 * collection after every second hash would otherwise always slow down the same one.
 */
async function difference(
  { times, enough }: { times: number; enough: number },
  a: () => Promise<unknown>,
  b: () => Promise<unknown>,
): Promise<number> {
  const [as, bs]: [number[], number[]] = [[], []];
  let apart = Infinity;
  for (let n = 0; n < times && !(n >= 10 && apart <= enough); n++) {
    if (n % 2 === 0) as.push(await workOf(a));
    bs.push(await workOf(b));
    if (n % 2 === 1) as.push(await workOf(a));
    apart = Math.abs(Math.min(...as) - Math.min(...bs));
  }
  return apart;
}

test("S02: each guess at a stored password costs 64 MiB and three passes of argon2id", async () => {
  const server = await startTestApp("sqlite", { passwordCost: PASSWORD_COST });
  const { password_hash } = await server.db.selectFrom("admin").select("password_hash").executeTakeFirstOrThrow();
  await server.close();
  expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
});

describe("S04: the response time does not reveal which names exist", () => {
  /** About a fifth of the real cost; hashing still takes longer than the difference to be detected. */
  const cost = { memory: 12_288, passes: 3, parallelism: 1 };
  const LIMIT_MS = 5;

  async function namesLeak(hasher: PasswordHasher, times: number): Promise<boolean> {
    const stored = await hasher.hash("the right sentence");
    const apart = await difference(
      { times, enough: LIMIT_MS },
      () => hasher.verify("a wrong sentence", stored),
      () => hasher.verify("a wrong sentence", null),
    );
    return apart > LIMIT_MS;
  }

  test("hashing takes as long for an unknown name as for a known one; a hasher that skips unknown names is detected", async () => {
    const hasher = createPasswordHasher(cost);
    // On a busy machine, it may take many attempts until the lowest times are the same.
    expect(await namesLeak(hasher, 200)).toBe(false);
    const hole: PasswordHasher = {
      ...hasher,
      verify: async (password, stored) => stored !== null && hasher.verify(password, stored),
    };
    expect(await namesLeak(hole, 20)).toBe(true);
  }, 90_000);

  test("the whole sign-in request takes the same time for a known and an unknown name", async () => {
    const server = await startTestApp("sqlite", { passwordCost: cost, config: { trustProxy: true } });
    let attempts = 0;
    const attempt = (username: string) => () => {
      attempts += 1;
      const headers = { "x-forwarded-for": `10.0.${Math.floor(attempts / 200)}.${attempts % 200}` };
      return server.send("POST", "/api/admin/auth/login", { username, password: "a wrong sentence" }, headers);
    };
    const apart = await difference({ times: 200, enough: LIMIT_MS }, attempt(ADMIN.username), attempt("hosh"));
    await server.close();
    expect(apart).toBeLessThanOrEqual(LIMIT_MS);
  }, 90_000);
});

describe.each(engines)("S14: no log line contains what guests and admins type, on %s", (engine) => {
  const CANARY = { name: "Canary Quillfeather", email: "canary.quill@example.com", phone: "+94 70 731 9942" };
  const METRICS_TOKEN = "a token for whoever counts";
  const SECRETS = [
    CANARY.name,
    "Quillfeather",
    CANARY.email,
    CANARY.phone,
    "cot by the window",
    "guessed sentence",
    ADMIN.password,
    METRICS_TOKEN,
  ];
  const found = (log: string) => SECRETS.filter((secret) => log.includes(secret));
  let log = "";
  const logger = createLogger(
    "debug",
    new Writable({
      write: (chunk, _encoding, done) => {
        log += String(chunk);
        done();
      },
    }),
  );
  let server: TestApp;
  let box: Mailbox;
  beforeAll(async () => {
    box = await openMailbox();
    // A mail server that rejects the email and names the recipient in its reply; that reply must not be logged either.
    box.answer = (to) => ({ code: 550, text: `no mailbox for ${to}` });
    server = await startTestApp(engine, {
      logger,
      ...sendingTo(box, { metricsToken: METRICS_TOKEN }),
    });
    await server.app.start();
  });
  afterAll(async () => {
    await server.close();
    await box.close();
  });

  test("throughout a booking, its confirmation, errors, sign-ins and the portal, at the most detailed log level", async () => {
    const booked = await bookStay(server, { checkInDate: "2027-02-01", checkOutDate: "2027-02-03" }, CANARY);
    expect(booked.status).toBe(201);
    await bookStay(server, { checkInDate: "2027-02-01", checkOutDate: "2027-02-03" }, CANARY);
    await server.send("POST", "/api/guests", { ...CANARY, email: `${CANARY.email}\u0000` });
    await server.send("POST", "/api/guests", `{"name":"${CANARY.name}", broken`);
    await server.send("GET", `/api/bookings/${booked.json.id}/confirmation?email=${CANARY.email}`);
    await server.send("GET", `/api/nothing/${encodeURIComponent(CANARY.name)}`);
    await server.send("POST", "/api/admin/auth/login", { username: CANARY.name, password: "guessed sentence" });
    const cookie = await server.signIn();
    expect((await server.send("GET", "/api/admin/bookings", undefined, { cookie })).text).toContain(CANARY.name);

    const host = (method: string, path: string, body?: unknown) => server.send(method, path, body, { cookie });
    const id: string = booked.json.id;
    await followLink(server, await ownLinkOf(server, id));
    await host("GET", `/api/admin/bookings.csv?search=${encodeURIComponent(CANARY.name)}`);
    const notes = await host("PUT", `/api/admin/bookings/${id}/notes`, { version: 1, notes: "cot by the window" });
    const paid = { version: 2, kind: "payment", amount: "20.00", method: "cash", paidOn: "2026-11-21" };
    expect((await host("POST", `/api/admin/bookings/${id}/payments`, paid)).status).toBe(201);
    const emails = async (): Promise<string[]> =>
      (await host("GET", "/api/admin/scheduled-messages")).json.map((email: { status: string }) => email.status);
    await expect.poll(emails).toContain("failed");
    const { version } = (await host("GET", `/api/admin/bookings/${id}`)).json;
    const cancelled = { version, waiveFee: true, expectedFee: "0.00" };
    expect([notes.status, (await host("POST", `/api/admin/bookings/${id}/cancel`, cancelled)).status]).toEqual([
      200, 200,
    ]);

    const metrics = await server.send("GET", "/api/metrics", undefined, { authorization: `Bearer ${METRICS_TOKEN}` });
    expect(metrics.status).toBe(200);
    expect(found(metrics.text)).toEqual([]);
    expect(metrics.text).not.toContain(id);
    expect(log).toContain('"answered"');
    expect(found(log)).toEqual([]);
    expect(log).not.toContain(booked.json.id);
    expect(log).not.toContain(cookie.split(/[=;]/)[1]);
  });

  test("the check detects a log line that contains guest data", () => {
    const before = log.length;
    logger.info({ guest: CANARY }, "a careless line");
    expect(found(log.slice(before))).toContain(CANARY.email);
    log = log.slice(0, before);
  });
});
