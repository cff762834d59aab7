import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Language, LANGUAGES } from "#domain/language/language.ts";
import { connectDatabase, type Database } from "../database/connect.ts";
import { createLogger } from "../runtime/logger.ts";
import { engines } from "../testing/engines.ts";
import { bookStay, GUEST } from "../testing/given.ts";
import { type PayBank, startPayBank } from "../testing/pay-bank.ts";
import { cookieOf, type Sent, startTestApp, type TestApp } from "../testing/test-app.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** P-21: off by default; where it is on, a stay whose rest does not come is cancelled after a warning and 48 hours. */
describe.each(engines)("cancelling stays whose rest is not paid, on %s", (engine) => {
  let server: TestApp;
  let bank: PayBank;
  let database: Database;
  let host: string;
  const start = (clock?: TestApp["clock"]) =>
    startTestApp(engine, {
      ...(clock ? { clock } : {}),
      config: { stripe: bank.account, localMailbox: true, ...(clock ? server.sameDatabase : {}) },
    });
  beforeAll(async () => {
    bank = await startPayBank(() => server.clock());
    server = await start();
    database = connectDatabase(server.sameDatabase, createLogger("silent"));
  });
  beforeEach(async () => {
    bank.away = false;
    bank.refuseKey(false);
    host = await server.signIn();
    await settings({
      paymentMode: "required",
      firstPart: "percent",
      firstPercent: 20,
      balanceDays: 30,
      cancelUnpaid: true,
    });
  });
  afterAll(async () => {
    await database.close();
    await server.close();
    await bank.close();
  });

  const admin = (method: string, address: string, body?: unknown) =>
    server.send(method, `/api/admin${address}`, body, { cookie: host });
  async function settings(change: object) {
    const { version } = (await admin("GET", "/settings")).json;
    const saved = await admin("PUT", "/settings", { ...change, version });
    expect(saved.status, saved.text).toBe(200);
  }
  let day = 0;
  /** Three nights that begin so many days from the clock's day, or a little later; each test has its own. */
  function nights(ahead = 45) {
    day += 4;
    const at = (n: number) => new Date(server.clock().getTime() + (ahead + day + n) * DAY).toISOString().slice(0, 10);
    return { checkInDate: at(0), checkOutDate: at(3) };
  }
  const own = (booked: Sent) => ({ cookie: cookieOf(booked) });
  const path = (booked: Sent) => `/api/bookings/${booked.json.id}`;
  const detail = async (booked: Sent) => (await admin("GET", `/bookings/${booked.json.id}`)).json;
  const onlineOf = async (booked: Sent) => (await admin("GET", `/bookings/${booked.json.id}/online-payments`)).json;
  async function openPage(booked: Sent): Promise<string> {
    const link = await server.send("POST", `${path(booked)}/pay`, {}, own(booked));
    expect(link.status, link.text).toBe(200);
    return bank.sessionOf(link.json.url);
  }
  async function payPage(booked: Sent): Promise<void> {
    bank.pay(await openPage(booked));
    await server.send("GET", `${path(booked)}/payment?back=paid`, undefined, own(booked));
  }
  /** A guest who has paid the first 90 of 450. */
  async function firstPaid(language: Language = "en"): Promise<Sent> {
    const booked = await bookStay(server, nights(), GUEST, { "x-latchkey-language": language });
    expect(booked.status, booked.text).toBe(201);
    await payPage(booked);
    expect(await detail(booked)).toMatchObject({ status: "upcoming", paidAmount: "90.00", dueAmount: "360.00" });
    return booked;
  }
  const jobs = (which = /payment|unpaid|refund/) => server.app.runJobs(which);
  const mails = () => server.app.runJobs(/messages|mail/);
  const later = async (ms: number) => {
    server.clock.advance(ms);
    host = await server.signIn();
  };
  /** Six in the morning, UTC, so many days after the rest was due. */
  async function dayAfterDue(booked: Sent, days: number): Promise<void> {
    const { plan } = await onlineOf(booked);
    server.clock.set(new Date(Date.parse(`${plan.restDueOn}T06:00:00Z`) + days * DAY).toISOString());
    host = await server.signIn();
  }
  /** The warnings of all are written, and have left, on the day after the last of them was due. */
  async function warned(...all: Sent[]): Promise<void> {
    const last = all.at(-1);
    if (last) await dayAfterDue(last, 1);
    await jobs();
    await mails();
    for (const booked of all) expect(await warningsOf(booked)).toMatchObject([{ status: "sent" }]);
  }
  const warningsOf = (booked: Sent) =>
    database.db
      .selectFrom("scheduled_message")
      .select(["subject", "body", "status", "sent_at", "language"])
      .where("message_key", "like", `note/last-warning:${booked.json.id}:%`)
      .orderBy("created_at")
      .execute();
  const toldHost = async (words: string, booked: Sent) => {
    const { reference } = await detail(booked);
    const rows = await database.db
      .selectFrom("scheduled_message")
      .select(["subject", "body"])
      .where("type", "=", "host_notice")
      .where("channel", "=", "email")
      .execute();
    return rows.filter(({ subject }) => subject?.includes(words) && subject.includes(reference));
  };
  const statusOf = async (booked: Sent) => (await detail(booked)).status;

  test("off by default, and not for guests who booked before it was on, nor when it was switched off again", async () => {
    const { json } = await admin("GET", "/settings");
    expect(json.cancelUnpaid).toBe(true);
    await settings({ cancelUnpaid: false });
    const before = await firstPaid();
    await settings({ cancelUnpaid: true });
    const under = await firstPaid();
    await warned(under);
    await dayAfterDue(before, 1);
    await jobs();
    expect(await warningsOf(before)).toEqual([]);
    await settings({ cancelUnpaid: false });
    await later(4 * DAY);
    await jobs();
    expect([await statusOf(before), await statusOf(under)]).toEqual(["upcoming", "upcoming"]);
    expect((await onlineOf(under)).alarms).toEqual([]);
  });

  test("warns guest and host, waits 48 hours, then cancels by the policy, once, and tells both", async () => {
    const booked = await firstPaid();
    await dayAfterDue(booked, 0);
    await jobs();
    expect(await warningsOf(booked)).toEqual([]);
    await warned(booked);
    await jobs();
    const [warning, ...more] = await warningsOf(booked);
    expect(more).toEqual([]);
    expect(warning?.body).toContain("$360");
    expect(warning?.subject).toMatch(/^Please pay by .+, or your stay .+ is cancelled$/);
    expect((await onlineOf(booked)).alarms).toMatchObject([{ kind: "last-warning" }]);
    expect(await toldHost("will be cancelled", booked)).toHaveLength(1);
    // No other email about the rest while this one holds.
    const subjects = await database.db
      .selectFrom("scheduled_message")
      .select("subject")
      .where("booking_id", "=", booked.json.id)
      .where("subject", "like", "Payment overdue%")
      .execute();
    expect(subjects).toEqual([]);

    await later(48 * HOUR - 10 * MINUTE);
    await jobs();
    expect(await statusOf(booked)).toBe("upcoming");
    await later(70 * MINUTE);
    const second = await start(server.clock);
    await Promise.all([server, second, server, second].map(({ app }) => app.runJobs(/unpaid stays/)));
    await second.close();
    const cancelled = await detail(booked);
    expect(cancelled).toMatchObject({ status: "cancelled", cancellationFee: "0.00" });
    const entries = cancelled.history.filter(({ event }: { event: string }) => event.startsWith("Cancelled"));
    expect(entries).toMatchObject([
      { actor: "time", event: "Cancelled free of charge: the rest was not paid in time" },
    ]);
    expect(await toldHost("Cancelled because the rest was not paid", booked)).toMatchObject([
      { body: expect.stringContaining("Goes back to the guest: $90") },
    ]);
    const guests = await database.db
      .selectFrom("scheduled_message")
      .select("type")
      .where("booking_id", "=", booked.json.id)
      .where("type", "=", "booking_cancelled")
      .execute();
    expect(guests).toHaveLength(1);
    // What was paid beyond the fee goes back, and the nights are free.
    await jobs();
    expect([...bank.refunds.values()].at(-1)).toMatchObject({ amount: 9000 });
    expect((await onlineOf(booked)).alarms).toEqual([]);
    const nightsLeft = await database.db
      .selectFrom("occupied_night")
      .select("night")
      .where("booking_id", "=", booked.json.id)
      .execute();
    expect(nightsLeft).toEqual([]);
  });

  test("never what was paid meanwhile: online, by hand, in part, or on the page that is open at the end", async () => {
    const [online, byHand, inPart, atTheEnd] = [
      await firstPaid(),
      await firstPaid(),
      await firstPaid(),
      await firstPaid(),
    ];
    await warned(online, byHand, inPart, atTheEnd);
    const record = async (booked: Sent, amount: string) => {
      const { version, today } = await detail(booked);
      const payment = { kind: "payment", amount, method: "bank-transfer", paidOn: today, version };
      expect((await admin("POST", `/bookings/${booked.json.id}/payments`, payment)).status).toBe(201);
    };
    await payPage(online);
    await record(byHand, "360");
    await record(inPart, "50");
    await later(48 * HOUR + 50 * MINUTE);
    const page = await openPage(atTheEnd);
    bank.pay(page);
    await later(20 * MINUTE);
    // No notice and no look has told of it: closing the page does.
    await jobs(/unpaid stays/);
    const all = [online, byHand, inPart, atTheEnd];
    await jobs();
    expect(await Promise.all(all.map(statusOf))).toEqual(all.map(() => "upcoming"));
    for (const booked of all) expect((await onlineOf(booked)).alarms).toEqual([]);
    expect((await detail(atTheEnd)).dueAmount).toBe("0.00");
  });

  test("never while the bank cannot say whether the open page was paid, and afterwards with the page closed first", async () => {
    const booked = await firstPaid();
    await warned(booked);
    await later(48 * HOUR + 50 * MINUTE);
    const page = await openPage(booked);
    await later(15 * MINUTE);
    bank.away = true;
    await jobs(/unpaid stays/);
    expect(await statusOf(booked)).toBe("upcoming");
    bank.away = false;
    await jobs(/unpaid stays/);
    expect([await statusOf(booked), bank.statusOf(page)]).toEqual(["cancelled", "expired"]);
  });

  test("never before the bank was asked what has happened since a backup that was restored", async () => {
    const booked = await firstPaid();
    await warned(booked);
    await later(49 * HOUR);
    const { holdAfterRestore } = await import("../backups/hold-store.ts");
    bank.away = true;
    await holdAfterRestore(database.db, server.clock());
    await jobs();
    await jobs(/unpaid stays/);
    expect(await statusOf(booked)).toBe("upcoming");
    bank.away = false;
    for (let times = 0; times < 4; times++) {
      await later(2 * MINUTE);
      await jobs();
    }
    expect(await statusOf(booked)).toBe("cancelled");
  });

  test("counts 48 hours from the moment at which the warning has left, also over a restart", async () => {
    const booked = await firstPaid();
    await dayAfterDue(booked, 1);
    await jobs();
    // The mail server was away for thirty hours.
    await later(30 * HOUR);
    await mails();
    await later(30 * HOUR);
    await jobs();
    expect(await statusOf(booked)).toBe("upcoming");
    await later(18 * HOUR + MINUTE);
    const restarted = await start(server.clock);
    await restarted.app.runJobs(/unpaid stays/);
    await restarted.close();
    expect(await statusOf(booked)).toBe("cancelled");
  });

  test("a host who closes the alert keeps the stay; so does a refund, a dispute, or a key that the bank refused", async () => {
    const kept = await firstPaid();
    const disputed = await firstPaid();
    const unlucky = await firstPaid();
    await warned(kept, disputed, unlucky);
    const [alarm] = (await onlineOf(kept)).alarms;
    const closed = await admin("POST", "/payment-alarms/close", { id: alarm.id, words: "Pays on arrival" });
    expect(closed.json).toEqual({ closed: true });
    const session = [...bank.sessions.values()].find(({ metadata }) => metadata["booking"] === disputed.json.id);
    bank.dispute(session?.id ?? "");
    await bank.tell(session?.id ?? "", `evt_dispute_${engine}`);
    await jobs();
    bank.refuseKey(true);
    expect((await server.send("POST", `${path(unlucky)}/pay`, {}, own(unlucky))).status).toBe(503);
    bank.refuseKey(false);
    await jobs();
    await later(3 * DAY);
    await jobs();
    const stood = { kept: await statusOf(kept), disputed: await statusOf(disputed), unlucky: await statusOf(unlucky) };
    expect(stood).toEqual({ kept: "upcoming", disputed: "upcoming", unlucky: "upcoming" });
  });

  test("nobody is warned who would be on the way by then, or cannot be written to", async () => {
    await settings({ balanceDays: 3 });
    const near = await bookStay(server, nights(20));
    await payPage(near);
    await settings({ balanceDays: 30 });
    await dayAfterDue(near, 1);
    await jobs();
    expect(await warningsOf(near)).toEqual([]);
    const unreachable = await firstPaid();
    await database.db
      .updateTable("guest")
      .set({ email: "" })
      .where("id", "in", (eb) => eb.selectFrom("booking").select("guest_id").where("id", "=", unreachable.json.id))
      .execute();
    await dayAfterDue(unreachable, 1);
    await jobs();
    expect(await warningsOf(unreachable)).toEqual([]);
    expect(await toldHost("is overdue", unreachable)).toMatchObject([
      { body: expect.stringContaining("could not remind them") },
    ]);
    await later(5 * DAY);
    await jobs();
    expect([await statusOf(near), await statusOf(unreachable)]).not.toContain("cancelled");
  });

  test("each guest is warned in the language in which they booked", async () => {
    const booked: Sent[] = [];
    for (const language of LANGUAGES) booked.push(await firstPaid(language));
    await warned(...booked);
    const warnings = (await Promise.all(booked.map(warningsOf))).flat();
    expect(warnings.map(({ language }) => language)).toEqual(LANGUAGES);
    expect(warnings.every(({ body }) => body?.includes("360"))).toBe(true);
    expect(new Set(warnings.map(({ body }) => body?.split("\n\n").at(-1))).size).toBe(LANGUAGES.length);
  });
});
