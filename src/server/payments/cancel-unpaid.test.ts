import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Language, LANGUAGES } from "#domain/language/language.ts";
import { engines } from "../testing/engines.ts";
import { bookStay, GUEST, unusedNights } from "../testing/given.ts";
import { type PayBank, startPayBank } from "../testing/pay-bank.ts";
import { cookieOf, type TestResponse, startTestApp, type TestApp } from "../testing/test-app.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * P-21: the setting is off by default. If it is on, a stay with an overdue balance is cancelled 48 hours after a
 * warning.
 */
describe.each(engines)("cancelling stays with an unpaid balance, on %s", (engine) => {
  let server: TestApp;
  let bank: PayBank;
  let host: string;
  const start = (clock?: TestApp["clock"]) =>
    startTestApp(engine, {
      ...(clock ? { clock } : {}),
      config: { stripe: bank.account, localMailbox: true, ...(clock ? server.sameDatabase : {}) },
    });
  beforeAll(async () => {
    bank = await startPayBank(() => server.clock());
    server = await start();
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
  const unused = unusedNights(() => server.clock());
  const nights = (ahead = 45) => unused(ahead);
  const own = (booked: TestResponse) => ({ cookie: cookieOf(booked) });
  const path = (booked: TestResponse) => `/api/bookings/${booked.json.id}`;
  const detail = async (booked: TestResponse) => (await admin("GET", `/bookings/${booked.json.id}`)).json;
  const onlineOf = async (booked: TestResponse) =>
    (await admin("GET", `/bookings/${booked.json.id}/online-payments`)).json;
  async function openPage(booked: TestResponse): Promise<string> {
    const link = await server.send("POST", `${path(booked)}/pay`, {}, own(booked));
    expect(link.status, link.text).toBe(200);
    return bank.sessionOf(link.json.url);
  }
  async function payPage(booked: TestResponse): Promise<void> {
    bank.pay(await openPage(booked));
    await server.send("GET", `${path(booked)}/payment?back=paid`, undefined, own(booked));
  }
  /** A guest who has paid the first $90 of $450. */
  async function depositPaid(language: Language = "en"): Promise<TestResponse> {
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
  /** Moves the clock to 06:00 UTC, this many days after the balance was due. */
  async function daysAfterDue(booked: TestResponse, days: number): Promise<void> {
    const { plan } = await onlineOf(booked);
    server.clock.set(new Date(Date.parse(`${plan.restDueOn}T06:00:00Z`) + days * DAY).toISOString());
    host = await server.signIn();
  }
  /** Sends all of these guests their warnings on the day after the last due date. */
  async function warned(...all: TestResponse[]): Promise<void> {
    const last = all.at(-1);
    if (last) await daysAfterDue(last, 1);
    await jobs();
    await mails();
    for (const booked of all) expect(await warningsOf(booked)).toMatchObject([{ status: "sent" }]);
  }
  const warningsOf = (booked: TestResponse) =>
    server.db
      .selectFrom("scheduled_message")
      .select(["subject", "body", "status", "sent_at", "language"])
      .where("message_key", "like", `note/last-warning:${booked.json.id}:%`)
      .orderBy("created_at")
      .execute();
  const overdueEmails = (booked: TestResponse) =>
    server.db
      .selectFrom("scheduled_message")
      .select("subject")
      .where("booking_id", "=", booked.json.id)
      .where("subject", "like", "Payment overdue%")
      .execute();
  const hostEmails = async (words: string, booked: TestResponse) => {
    const { reference } = await detail(booked);
    const rows = await server.db
      .selectFrom("scheduled_message")
      .select(["subject", "body"])
      .where("type", "=", "host_notice")
      .where("channel", "=", "email")
      .execute();
    return rows.filter(({ subject }) => subject?.includes(words) && subject.includes(reference));
  };
  const statusOf = async (booked: TestResponse) => (await detail(booked)).status;

  test("does not affect guests who booked while it was off, nor any guest once it is switched off again", async () => {
    const { json } = await admin("GET", "/settings");
    expect(json.cancelUnpaid).toBe(true);
    await settings({ cancelUnpaid: false });
    const bookedWhileOff = await depositPaid();
    await settings({ cancelUnpaid: true });
    const bookedWhileOn = await depositPaid();
    await warned(bookedWhileOn);
    await daysAfterDue(bookedWhileOff, 1);
    await jobs();
    expect(await warningsOf(bookedWhileOff)).toEqual([]);
    await settings({ cancelUnpaid: false });
    await later(4 * DAY);
    await jobs();
    expect([await statusOf(bookedWhileOff), await statusOf(bookedWhileOn)]).toEqual(["upcoming", "upcoming"]);
    expect((await onlineOf(bookedWhileOn)).alerts).toEqual([]);
  });

  test.each([
    ["everything is paid at once", { firstPart: "all" }],
    ["guests do not pay online", { paymentMode: "off" }],
  ])("stops while the host has chosen that %s, because the portal then hides the switch", async (_, choice) => {
    const booked = await depositPaid();
    // The balance of this stay is due at least three days later.
    const unwarned = await depositPaid();
    await warned(booked);
    await settings(choice);
    await later(4 * DAY);
    await jobs();
    expect([await statusOf(booked), (await onlineOf(booked)).alerts]).toEqual(["upcoming", []]);
    expect([await warningsOf(booked), await warningsOf(unwarned)]).toMatchObject([[{}], []]);
    const [email, ...more] = await hostEmails("will not be cancelled automatically", booked);
    expect([email?.body, more]).toEqual([expect.stringContaining("still overdue"), []]);
  });

  test("warns guest and host, waits 48 hours, cancels once under the policy, and emails both", async () => {
    const booked = await depositPaid();
    await daysAfterDue(booked, 0);
    await jobs();
    expect(await warningsOf(booked)).toEqual([]);
    await warned(booked);
    await jobs();
    const [warning, ...more] = await warningsOf(booked);
    expect(more).toEqual([]);
    expect(warning?.body).toContain("$360");
    expect(warning?.subject).toMatch(/^Please pay by .+, or your stay .+ will be cancelled$/);
    expect((await onlineOf(booked)).alerts).toMatchObject([{ kind: "last-warning" }]);
    // At that moment, the warning has only been queued.
    expect(await hostEmails("will be cancelled", booked)).toMatchObject([
      { body: expect.stringContaining("We are emailing the guest a warning.") },
    ]);
    // No other email about the overdue balance is sent while the warning is in effect.
    expect(await overdueEmails(booked)).toEqual([]);

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
      { actor: "time", event: "Cancelled free of charge: the balance was not paid in time" },
    ]);
    expect(await hostEmails("Cancelled because the balance was not paid", booked)).toMatchObject([
      { body: expect.stringContaining("Refund to the guest: $90") },
    ]);
    const guests = await server.db
      .selectFrom("scheduled_message")
      .select("type")
      .where("booking_id", "=", booked.json.id)
      .where("type", "=", "booking_cancelled")
      .execute();
    expect(guests).toHaveLength(1);
    await jobs();
    expect([...bank.refunds.values()].at(-1)).toMatchObject({ amount: 9000 });
    expect((await onlineOf(booked)).alerts).toEqual([]);
    const nightsLeft = await server.db
      .selectFrom("occupied_night")
      .select("night")
      .where("booking_id", "=", booked.json.id)
      .execute();
    expect(nightsLeft).toEqual([]);
  });

  test("does not cancel a stay paid in the meantime: online, by hand, in part, or on a page still open at the deadline", async () => {
    const [online, byHand, inPart, atTheEnd] = [
      await depositPaid(),
      await depositPaid(),
      await depositPaid(),
      await depositPaid(),
    ];
    await warned(online, byHand, inPart, atTheEnd);
    const record = async (booked: TestResponse, amount: string) => {
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
    // Neither a webhook nor a sync has reported the payment, but closing the page reveals it.
    await jobs(/unpaid stays/);
    const all = [online, byHand, inPart, atTheEnd];
    await jobs();
    expect(await Promise.all(all.map(statusOf))).toEqual(all.map(() => "upcoming"));
    for (const booked of all) expect((await onlineOf(booked)).alerts).toEqual([]);
    expect((await detail(atTheEnd)).dueAmount).toBe("0.00");
  });

  test("waits while a payment page is open and the provider is unreachable, then closes the page before cancelling", async () => {
    const booked = await depositPaid();
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

  test("waits after a restore, until payments missing from the backup have been fetched from the provider", async () => {
    const booked = await depositPaid();
    await warned(booked);
    await later(49 * HOUR);
    const { holdAfterRestore } = await import("../backups/hold-after-restore.ts");
    bank.away = true;
    await holdAfterRestore(server.db, { madeAt: server.clock().toISOString(), now: server.clock() });
    // Otherwise, bookings that other tests make on this server would be requests.
    await server.db.deleteFrom("feed_hold").execute();
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

  test("warns nobody after a restore, until payments missing from the backup have been fetched from the provider", async () => {
    const [unpaid, paidSince] = [await depositPaid(), await depositPaid()];
    await daysAfterDue(paidSince, -1);
    const inBackup = (await server.db.selectFrom("checkout").select("id").execute()).map(({ id }) => id);
    const madeAt = server.clock().toISOString();
    bank.pay(await openPage(paidSince));
    await server.db.deleteFrom("checkout").where("id", "not in", inBackup).execute();
    await daysAfterDue(paidSince, 1);
    const { holdAfterRestore } = await import("../backups/hold-after-restore.ts");
    await holdAfterRestore(server.db, { madeAt, now: server.clock() });
    // Otherwise, bookings that other tests make on this server would be requests.
    await server.db.deleteFrom("feed_hold").execute();
    bank.away = true;
    await jobs();
    expect([await warningsOf(unpaid), await warningsOf(paidSince)]).toEqual([[], []]);
    bank.away = false;
    for (let times = 0; times < 4; times++) {
      await later(2 * MINUTE);
      await jobs();
    }
    expect((await detail(paidSince)).dueAmount).toBe("0.00");
    expect([await warningsOf(unpaid), await warningsOf(paidSince)]).toEqual([[expect.anything()], []]);
  });

  test("counts 48 hours from the moment the warning was sent, even across a restart", async () => {
    const booked = await depositPaid();
    await daysAfterDue(booked, 1);
    await jobs();
    // The mail server is down for thirty hours.
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

  test("is prevented by closing the alert, by a dispute and by a rejected API key", async () => {
    const kept = await depositPaid();
    const disputed = await depositPaid();
    const unlucky = await depositPaid();
    await warned(kept, disputed, unlucky);
    const [alert] = (await onlineOf(kept)).alerts;
    const closed = await admin("POST", "/payment-alerts/close", { id: alert.id, words: "Pays on arrival" });
    expect(closed.json).toEqual({ closed: true });
    const session = [...bank.sessions.values()].find(({ metadata }) => metadata["booking"] === disputed.json.id);
    bank.dispute(session?.id ?? "");
    await bank.sendWebhook(session?.id ?? "", `evt_dispute_${engine}`);
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

  test("a guest whose stay the host keeps by closing the alert gets the usual emails about the balance again", async () => {
    const kept = await depositPaid();
    await warned(kept);
    const overdue = async () =>
      (
        await server.db
          .selectFrom("scheduled_message")
          .select("subject")
          .where("message_key", "like", `note/rest:${kept.json.id}:%`)
          .execute()
      ).filter(({ subject }) => subject?.startsWith("Payment overdue")).length;
    expect(await overdue()).toBe(0);
    const [alert] = (await onlineOf(kept)).alerts;
    await admin("POST", "/payment-alerts/close", { id: alert.id, words: "Pays on arrival" });
    await jobs();
    expect(await overdue()).toBe(1);
    const bodies = (await hostEmails("is overdue", kept)).map(({ body }) => body);
    expect(bodies).toContainEqual(expect.stringContaining("The booking stays as it is."));
    await later(2 * DAY);
    await jobs();
    expect([await overdue(), await statusOf(kept)]).toEqual([2, "upcoming"]);
  });

  test("a stay that the host restores is not cancelled again, and its guest gets the usual emails about the balance", async () => {
    const booked = await depositPaid();
    await warned(booked);
    await later(50 * HOUR);
    await jobs(/unpaid stays/);
    const { status, version } = await detail(booked);
    expect(status).toBe("cancelled");
    const restored = await admin("POST", `/bookings/${booked.json.id}/status`, { status: "confirmed", version });
    expect(restored.json).toMatchObject({ status: "confirmed", paidAmount: "90.00", dueAmount: "360.00" });
    await later(HOUR);
    for (let days = 0; days < 5; days++) {
      await jobs();
      await later(DAY);
    }
    expect([await statusOf(booked), (await warningsOf(booked)).length]).toEqual(["confirmed", 1]);
    const reminders = await server.db
      .selectFrom("scheduled_message")
      .select("subject")
      .where("booking_id", "=", booked.json.id)
      .where("message_key", "like", "note/rest:%")
      .orderBy("created_at")
      .execute();
    expect(reminders.map(({ subject }) => subject?.split(" for ")[0]).slice(-3)).toEqual([
      "Payment due today",
      "Payment overdue",
      "Payment overdue",
    ]);
  });

  test("if the guest or the host moves the stay, the balance stays due the same number of days before arrival", async () => {
    const booked = await depositPaid();
    const due = async () => {
      const [{ plan }, { checkInDate }] = [await onlineOf(booked), await detail(booked)];
      return (Date.parse(checkInDate) - Date.parse(plan.restDueOn)) / DAY;
    };
    expect(await due()).toBe(30);
    const later = nights(200);
    const { totalAmount, version } = await detail(booked);
    const change = { ...later, guestCount: 2, expectedTotal: totalAmount };
    const moved = await server.send("PUT", `${path(booked)}/stay`, change, own(booked));
    expect(moved.status, moved.text).toBe(200);
    expect(await due()).toBe(30);
    const sooner = { ...nights(90), guestCount: 2, expectedTotal: totalAmount, price: "keep", version: version + 1 };
    const byHost = await admin("PUT", `/bookings/${booked.json.id}/stay`, sooner);
    expect(byHost.status, byHost.text).toBe(200);
    expect(await due()).toBe(30);
  });

  test("guests who may be travelling by the deadline, or have no email address, are not warned", async () => {
    await settings({ balanceDays: 3 });
    const near = await bookStay(server, nights(20));
    await payPage(near);
    await settings({ balanceDays: 30 });
    await daysAfterDue(near, 1);
    await jobs();
    expect(await warningsOf(near)).toEqual([]);
    const unreachable = await depositPaid();
    await server.db
      .updateTable("guest")
      .set({ email: "" })
      .where("id", "in", (eb) => eb.selectFrom("booking").select("guest_id").where("id", "=", unreachable.json.id))
      .execute();
    await daysAfterDue(unreachable, 1);
    await jobs();
    expect(await warningsOf(unreachable)).toEqual([]);
    expect(await hostEmails("is overdue", unreachable)).toMatchObject([
      { body: expect.stringContaining("could not remind them") },
    ]);
    await later(5 * DAY);
    await jobs();
    expect([await statusOf(near), await statusOf(unreachable)]).not.toContain("cancelled");
  });

  test("a guest who has been warned is not also reminded of the balance, even two days before arrival", async () => {
    await settings({ balanceDays: 5 });
    const booked = await depositPaid();
    await settings({ balanceDays: 30 });
    await warned(booked);
    // Not quite 48 hours have passed since the warning was sent.
    await later(2 * DAY - MINUTE);
    await jobs();
    expect([await overdueEmails(booked), await statusOf(booked)]).toEqual([[], "upcoming"]);
    await later(HOUR);
    await jobs();
    expect(await statusOf(booked)).toBe("cancelled");
  });

  test("each guest is warned in the language in which they booked", async () => {
    const booked: TestResponse[] = [];
    for (const language of LANGUAGES) booked.push(await depositPaid(language));
    await warned(...booked);
    const warnings = (await Promise.all(booked.map(warningsOf))).flat();
    expect(warnings.map(({ language }) => language)).toEqual(LANGUAGES);
    expect(warnings.every(({ body }) => body?.includes("360"))).toBe(true);
    expect(new Set(warnings.map(({ body }) => body?.split("\n\n").at(-1))).size).toBe(LANGUAGES.length);
  });
});
