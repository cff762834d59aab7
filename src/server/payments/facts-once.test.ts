import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addDays, toLocalDate } from "#domain/calendar/local-date.ts";
import { differences, digestsOf } from "../database/tables.ts";
import { engines } from "../testing/engines.ts";
import { bookStay, GUEST } from "../testing/given.ts";
import { importStay, openChannel } from "../testing/open-channel.ts";
import { type PayBank, startPayBank } from "../testing/pay-bank.ts";
import { cookieOf, type TestResponse, startTestApp, type TestApp } from "../testing/test-app.ts";

const MINUTE = 60_000;

/** Two servers use one database and learn about the same payments, through webhooks, syncs and returning guests. */
describe.each(engines)("payment facts on two servers, on %s", (engine) => {
  let first: TestApp;
  let second: TestApp;
  let bank: PayBank;
  let host: string;
  beforeAll(async () => {
    bank = await startPayBank(() => first.clock());
    first = await startTestApp(engine, { config: { stripe: bank.account } });
    const config = { stripe: bank.account, ...first.sameDatabase };
    second = await startTestApp(engine, { clock: first.clock, config });
    bank.sendWebhooksTo(`${first.url}/api/webhooks/stripe`);
  });
  beforeEach(async () => {
    // Everything from the previous test has to expire first.
    first.clock.advance(25 * 60 * MINUTE);
    bank.away = false;
    for (let times = 0; times < 2; times++) await jobs();
    host = await first.signIn();
  });
  afterAll(async () => {
    await second.close();
    await first.close();
    await bank.close();
  });

  let day = 0;
  const nights = () => {
    day += 4;
    const checkInDate = addDays(toLocalDate("2027-06-01"), day);
    return { checkInDate, checkOutDate: addDays(checkInDate, 3) };
  };
  const own = (booked: TestResponse) => ({ cookie: cookieOf(booked) });
  const path = (booked: TestResponse) => `/api/bookings/${booked.json.id}`;
  const back = (server: TestApp, booked: TestResponse) =>
    server.send("GET", `${path(booked)}/payment?back=paid`, undefined, own(booked));
  const syncBoth = () => Promise.all([first, second].map((server) => server.app.runJobs(/sync payments$/)));
  const jobs = () => first.app.runJobs(/payment|unpaid|refund/);
  async function begun(stay = nights()) {
    const booked = await bookStay(first, stay, { ...GUEST, email: `ann${(day += 1)}@example.com` });
    const link = await first.send("POST", `${path(booked)}/pay`, {}, own(booked));
    expect(link.status, link.text).toBe(200);
    return { booked, session: bank.sessionOf(link.json.url) };
  }
  const admin = async (method: string, address: string, body?: unknown): Promise<TestResponse> => {
    const response = await first.send(method, `/api/admin${address}`, body, { cookie: host });
    if (response.status !== 401) return response;
    // Sessions expire as time passes in these tests.
    host = await first.signIn();
    return first.send(method, `/api/admin${address}`, body, { cookie: host });
  };
  const detail = async (booked: TestResponse) => (await admin("GET", `/bookings/${booked.json.id}`)).json;
  /** The effects of a charge, without the ids and dates that differ between two stays. */
  async function footprint(booked: TestResponse) {
    const { status, history, payments, paidAmount } = await detail(booked);
    const messages = await first.db
      .selectFrom("scheduled_message")
      .select(["type", "channel", "message_key"])
      .where("booking_id", "=", booked.json.id)
      .execute();
    const receipts = await first.db
      .selectFrom("receipt")
      .select("kind")
      .where("booking_id", "=", booked.json.id)
      .execute();
    return {
      status,
      paidAmount,
      payments: payments.map(({ method, amount }: { method: string; amount: string }) => [method, amount]),
      history: history.map(({ event }: { event: string }) => event.replaceAll(/\b(Jun|Jul|Aug) \d+/g, "day")),
      messages: messages.map(({ type, channel }) => `${type} ${channel}`).toSorted(),
      receipts: receipts.map(({ kind }) => kind),
    };
  }

  test("P-03: concurrent and repeated webhooks, syncs and returns leave the same rows, history, emails and receipts as one sync", async () => {
    const quiet = await begun();
    bank.pay(quiet.session);
    await first.app.runJobs(/sync payments$/);
    const crowded = await begun();
    bank.pay(crowded.session);
    const { booked, session } = crowded;
    const sendWebhook = (n: number) => bank.sendWebhook(session, `evt_${session}_${n % 3}`);
    const responses = await Promise.all([
      ...Array.from({ length: 12 }, (_unused, n) => sendWebhook(n)),
      syncBoth(),
      back(first, booked),
      back(second, booked),
      back(first, booked),
      syncBoth(),
    ]);
    expect(responses.flatMap((one) => (typeof one === "number" ? [one] : "status" in one ? [one.status] : []))).toEqual(
      Array.from({ length: 15 }, () => 200),
    );
    first.clock.advance(MINUTE);
    await Promise.all([syncBoth(), sendWebhook(7)]);
    await syncBoth();
    expect(await footprint(booked)).toEqual(await footprint(quiet.booked));
    const { status, payments, receipts } = await footprint(booked);
    expect([status, payments, receipts]).toEqual(["upcoming", [["online", "450.00"]], ["payment"]]);
  });

  test("P-04, P-25: forged, old or foreign webhooks change no row; signed but untrue ones are only recorded and cause a sync", async () => {
    const { session } = await begun();
    const digests = () => first.db.transaction().execute((trx) => digestsOf(trx, engine));
    const before = await digests();
    const changed = async () => differences(before, await digests());
    const statuses = [
      await bank.sendWebhook(session, "evt_forged", "another secret"),
      await bank.sendWebhook(session, "evt_old", undefined, -301),
      await bank.sendWebhook(session, "evt_live", undefined, 0, { livemode: true }),
      await bank.sendWebhook(session, "evt_else", undefined, 0, { installation: "another cottage" }),
    ];
    expect(statuses).toEqual([401, 401, 200, 200]);
    const browser = { state: "paid", amountCents: 45_000, status: "upcoming" };
    await first.send("POST", `/api/bookings/${"x".repeat(22)}/pay`, browser);
    expect(await changed()).toEqual([]);
    expect(await bank.sendWebhook(session, `evt_untrue_${session}`)).toBe(200);
    expect(await bank.sendWebhook(session, `evt_kind_${session}`, undefined, 0, { type: "a.type.of.tomorrow" })).toBe(
      200,
    );
    await jobs();
    expect((await changed()).map((one) => one.split(/\W/)[0])).toEqual(["checkout", "provider_notice"]);
  });

  /** Somebody else takes the nights of an expired stay, and then the payment for that stay arrives. */
  const takers: [string, (stay: ReturnType<typeof nights>) => Promise<unknown>][] = [
    [
      "another guest, who has paid",
      async (stay) => {
        const { booked, session } = await begun(stay);
        bank.pay(session);
        await back(first, booked);
        return booked.json.id;
      },
    ],
    ["another guest, who has not paid yet", async (stay) => (await begun(stay)).booked.json.id],
    [
      "another guest, for the last night alone",
      async ({ checkOutDate }) =>
        (await begun({ checkInDate: addDays(checkOutDate, -1), checkOutDate })).booked.json.id,
    ],
    [
      "the host, who blocked them",
      ({ checkInDate: startsOn, checkOutDate: endsOn }) =>
        admin("POST", "/blocks", { startsOn, endsOn, reason: "Roof" }),
    ],
    [
      "a booking platform",
      async (stay) => {
        await openChannel(first, host, "airbnb");
        await importStay(first.db, "channel-airbnb", stay);
      },
    ],
  ];
  describe.each(["before", "after"] as const)("P-06: a late payment made %s", (when) => {
    test.each(when === "before" ? takers : takers.slice(0, 1))(
      "the nights were taken by %s: it is refunded in full, guest and host are emailed, and the other stay is unchanged",
      async (_who, take) => {
        const stay = nights();
        const { booked, session } = await begun(stay);
        bank.away = true;
        first.clock.advance(34 * MINUTE + 2 * 60 * MINUTE);
        await jobs();
        bank.away = false;
        expect((await detail(booked)).status).toBe("cancelled");
        if (when === "before") bank.pay(session, { late: true });
        const other = await take(stay);
        if (when === "after") bank.pay(session, { late: true });
        const nightsOf = () =>
          first.db
            .selectFrom("occupied_night")
            .selectAll()
            .where("night", ">=", stay.checkInDate)
            .where("night", "<", stay.checkOutDate)
            .orderBy("night")
            .execute();
        const [taken, held] = [await nightsOf(), typeof other === "string" ? other : null];
        expect(taken.length).toBeGreaterThan(0);
        const stays = async () => held && (await admin("GET", `/bookings/${held}`)).json;
        const otherBefore = await stays();
        first.clock.advance(MINUTE);
        await first.app.runJobs(/sync payments$/);
        const mailsOf = async (kind: string) =>
          (
            await first.db
              .selectFrom("scheduled_message")
              .select("subject")
              .where("booking_id", "=", booked.json.id)
              .where("type", "=", kind as "guest_note")
              .execute()
          ).map(({ subject }) => subject);
        expect(await mailsOf("guest_note")).toContainEqual(expect.stringContaining("came too late"));
        const toHost = await first.db
          .selectFrom("scheduled_message")
          .select("subject")
          .where("subject", "like", `A late payment is being refunded: ${(await detail(booked)).reference}`)
          .execute();
        expect(toHost.length).toBeGreaterThan(0);
        for (let times = 0; times < 3; times++) await first.app.runJobs(/refund/);
        expect([(await detail(booked)).status, (await detail(booked)).paidAmount]).toEqual(["cancelled", "0.00"]);
        expect([bank.refunded(session), bank.refundCount(session)]).toEqual([45_000, 1]);
        expect(await nightsOf()).toEqual(taken);
        expect(await stays()).toEqual(otherBefore);
      },
    );
  });

  test("P-06: once a late payment has restored the stay, its nights cannot be booked", async () => {
    const stay = nights();
    const { booked, session } = await begun(stay);
    bank.away = true;
    first.clock.advance(34 * MINUTE + 2 * 60 * MINUTE);
    await jobs();
    bank.away = false;
    bank.pay(session, { late: true });
    first.clock.advance(MINUTE);
    await jobs();
    expect((await detail(booked)).status).toBe("upcoming");
    expect((await bookStay(second, stay)).status).toBe(409);
  });
});
