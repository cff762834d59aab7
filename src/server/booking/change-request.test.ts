import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { toLocalDate } from "#domain/calendar/local-date.ts";
import type { ImportedStay } from "#domain/channels/imported-stay.ts";
import { updateConflicts } from "../channels/update-conflicts.ts";
import { writeStay } from "../channels/write-stay.ts";
import { engines } from "../testing/engines.ts";
import { bookStay, GUEST } from "../testing/given.ts";
import type { HostNotification } from "../core/host.ts";
import { openChannel } from "../testing/open-channel.ts";
import { NO_PLATFORMS } from "../testing/scenarios/world.ts";
import { cookieOf, type TestResponse, startTestApp, type TestApp } from "../testing/test-app.ts";
import { expirePending } from "./expire-pending.ts";
import { createBookingStore } from "./store.ts";
import { createPromoCodes } from "../pricing/code-queries.ts";

const NOWHERE = { smtpUrl: "smtp://127.0.0.1:9", from: { address: "stay@cottage.example" } };
const CHRISTMAS = { checkInDate: "2026-12-15", checkOutDate: "2027-01-10", guestCount: 2, expectedTotal: "3900.00" };

function soldAt(startsOn: string, endsOn: string): ImportedStay {
  const at = new Date("2026-11-21T08:00:00Z");
  const span = { startsOn: toLocalDate(startsOn), endsOn: toLocalDate(endsOn) };
  const words = {
    uid: "sold",
    occurrence: "",
    summary: "Reserved",
    code: "",
    link: "",
    feedGuest: "",
    phoneDigits: "",
  };
  const seen = { firstSeenAt: at, lastSeenAt: at, missingSince: null, timesMissed: 0, kept: false, movedFrom: null };
  const what = { kind: "reservation", hostOverride: null, state: "active", exclusion: null } as const;
  return { id: "sold", channelId: "channel-airbnb", platform: "airbnb", ...span, ...words, ...seen, ...what };
}

describe.each(engines)("a guest's change of dates in request mode, on %s", (engine) => {
  let server: TestApp;
  let cookie: string;
  let own: { id: string; cookie: string };
  beforeEach(async () => {
    server = await startTestApp(engine, { config: { publicUrl: "http://cottage.example", mail: NOWHERE } });
    cookie = await server.signIn();
    const { json } = await host("GET", "/api/admin/settings");
    const { missing: _missing, debugUntil: _until, ...settings } = json;
    await host("PUT", "/api/admin/settings", { ...settings, bookingMode: "request" });
    const response = await bookStay(server, { checkInDate: "2026-12-15", checkOutDate: "2026-12-16" });
    own = { id: response.json.id, cookie: cookieOf(response) };
    const accepted = await host("POST", `${path()}/status`, { version: 1, status: "confirmed" });
    expect(accepted.status).toBe(200);
  });
  afterEach(() => server.close());

  const path = () => `/api/admin/bookings/${own.id}`;
  const host = (method: string, to: string, body?: unknown): Promise<TestResponse> =>
    server.send(method, to, body, { cookie });
  const detail = async () => (await host("GET", path())).json;
  const see = async () =>
    (await server.send("GET", `/api/bookings/${own.id}/confirmation`, undefined, { cookie: own.cookie })).json;
  const change = (body: object) => server.send("PUT", `/api/bookings/${own.id}/stay`, body, { cookie: own.cookie });
  const answer = async (accept: boolean) =>
    host("POST", `${path()}/change-request`, { version: (await detail()).version, accept });
  const held = async () =>
    (await server.send("GET", "/api/availability?from=2026-12-01&to=2027-02-01")).json.unavailable.length;
  const subjects = async (address: string) => {
    const rows = await server.db
      .selectFrom("scheduled_message")
      .select(["type", "subject"])
      .where("to_address", "=", address)
      .execute();
    return rows.map((row) => row.subject);
  };

  test("a request is tentative in the guest's calendar until the host has accepted it", async () => {
    const { id } = (await bookStay(server, { checkInDate: "2026-12-20", checkOutDate: "2026-12-21" })).json;
    const statusIn = async (bookingId: string) =>
      /^STATUS:(\w+)/m.exec((await server.send("GET", `/api/bookings/${bookingId}/stay.ics`)).text)?.[1];
    expect([await statusIn(id), await statusIn(own.id)]).toEqual(["TENTATIVE", "CONFIRMED"]);
    await host("POST", `/api/admin/bookings/${id}/status`, { version: 1, status: "confirmed" });
    expect(await statusIn(id)).toBe("CONFIRMED");
  });

  test("one confirmed night cannot become 26 over Christmas without the host's approval; the nights of both stays are held", async () => {
    const quoted = await server.send(
      "GET",
      `/api/bookings/${own.id}/stay-quote?checkInDate=2026-12-15&checkOutDate=2027-01-10&guestCount=2`,
      undefined,
      { cookie: own.cookie },
    );
    expect(quoted.json).toMatchObject({ totalAmount: "3900.00", asksHost: true });
    const response = await change(CHRISTMAS);
    expect([response.status, response.json]).toEqual([
      200,
      { status: "confirmed", totalAmount: "150.00", requested: true },
    ]);
    expect((await change(CHRISTMAS)).text).toBe(response.text);
    expect(await see()).toMatchObject({
      nights: 1,
      totalAmount: "150.00",
      changeRequest: { checkInDate: "2026-12-15", checkOutDate: "2027-01-10", nights: 26, totalAmount: "3900.00" },
    });
    expect(await held()).toBe(26);
    const elsewhere = await bookStay(server, { checkInDate: "2026-12-24", checkOutDate: "2026-12-27" });
    expect(elsewhere.status).toBe(409);
    const analytics = await host("GET", "/api/admin/bookings");
    expect(analytics.json.find((row: { id: string }) => row.id === own.id).nights).toBe(1);
  });

  test("while a request for other dates is open, neither the guest nor the host can change only the number of guests; a new request can change it", async () => {
    await change(CHRISTMAS);
    const now = { checkInDate: "2026-12-15", checkOutDate: "2026-12-16", guestCount: 4, expectedTotal: "150.00" };
    const alone = await change(now);
    expect([alone.status, alone.json.message]).toEqual([409, expect.stringMatching(/^You've asked for other dates/)]);
    const { version } = await detail();
    const byHost = await host("PUT", `${path()}/stay`, { ...now, price: "keep", version });
    expect([byHost.status, byHost.json.message]).toEqual([409, expect.stringContaining("Answer that request first.")]);
    expect((await change({ ...CHRISTMAS, guestCount: 4 })).status).toBe(200);
    expect((await answer(true)).json).toMatchObject({ nights: 26, guestCount: 4 });
  });

  test("the portal's calendar shows the nights that a guest has requested, with the booking that holds them", async () => {
    await change(CHRISTMAS);
    const calendar = async (span: string) => (await host("GET", `/api/admin/calendar?${span}`)).json;
    const nights = { checkIn: "2026-12-16", checkOut: "2027-01-10" };
    expect(await calendar("from=2026-12-21&to=2027-01-03")).toMatchObject({
      stays: [],
      requested: [{ id: own.id, guestName: GUEST.name, ...nights }],
    });
    expect((await calendar("from=2027-01-11&to=2027-01-31")).requested).toEqual([]);
    await answer(true);
    const accepted = await calendar("from=2026-12-21&to=2027-01-03");
    expect([accepted.stays.length, accepted.requested]).toEqual([1, []]);
  });

  test("if the host accepts, the change takes effect at the agreed price", async () => {
    await change(CHRISTMAS);
    const accepted = await answer(true);
    expect(accepted.json).toMatchObject({
      nights: 26,
      totalAmount: "3900.00",
      status: "confirmed",
      changeRequest: null,
    });
    expect(accepted.json.history.at(-1).event).toMatch(/^Request accepted\. Dates changed from Dec 15, 2026/);
    expect(await held()).toBe(26);
    expect((await answer(true)).json.message).toBe("This request to change the dates is no longer open.");
  });

  const BOOKED = { checkInDate: "2026-12-15", checkOutDate: "2026-12-16", guestCount: 2, expectedTotal: "150.00" };
  const emailsToHost = async () => {
    const rows = await server.db
      .selectFrom("scheduled_message")
      .select(["subject", "body", "status"])
      .where("type", "=", "host_notice")
      .where("channel", "=", "email")
      .where("subject", "like", "%change a stay%")
      .execute();
    return rows.filter(({ status }) => status !== "skipped");
  };

  test("a guest who asks for the booked stay again withdraws the request, and the host can no longer accept it", async () => {
    await change(CHRISTMAS);
    const request = await detail();
    const kept = await change(BOOKED);
    expect([kept.status, kept.json]).toEqual([200, { status: "confirmed", totalAmount: "150.00", requested: false }]);
    expect((await see()).changeRequest).toBeNull();
    expect(await held()).toBe(1);
    const late = await host("POST", `${path()}/change-request`, { version: request.version, accept: true });
    expect(late.status).toBe(409);
    expect((await answer(true)).json.message).toBe("This request to change the dates is no longer open.");
    const after = await detail();
    expect(after).toMatchObject({ nights: 1, totalAmount: "150.00", changeRequest: null });
    expect(after.history.at(-1)).toMatchObject({
      actor: "guest",
      event: "The guest has withdrawn the request to change the dates; the stay was not changed",
    });
    expect((await change(BOOKED)).text).toBe(kept.text);
    expect((await detail()).version).toBe(after.version);
    // The host had not been emailed about the request yet, so there is nothing to report.
    expect(await emailsToHost()).toEqual([]);
  });

  test("a host who has been emailed about a request is emailed when the guest withdraws it", async () => {
    await change(CHRISTMAS);
    await server.db.updateTable("scheduled_message").set({ status: "sent" }).where("status", "=", "pending").execute();
    await change(BOOKED);
    const [, withdrawn, ...more] = await emailsToHost();
    expect(more).toEqual([]);
    expect(withdrawn).toMatchObject({
      status: "pending",
      subject: expect.stringMatching(
        /^A guest has withdrawn a request to change a stay: Dec 15, 2026 – Dec 16, 2026, LK-/,
      ),
      body: expect.stringContaining("has withdrawn the request for Dec 15, 2026 – Jan 10, 2027, 2 guests, $3,900.00."),
    });
  });

  test("sending a request again, or replacing it, does not extend the time for which the nights are held", async () => {
    await change(CHRISTMAS);
    const { version, changeRequest } = await detail();
    server.clock.advance(23 * 3_600_000);
    expect((await change(CHRISTMAS)).status).toBe(200);
    cookie = await server.signIn();
    expect(await detail()).toMatchObject({ version, changeRequest });
    const other = { ...CHRISTMAS, checkOutDate: "2026-12-18", expectedTotal: "450.00" };
    expect((await change(other)).json.requested).toBe(true);
    expect((await detail()).changeRequest).toMatchObject({ checkOutDate: "2026-12-18", until: changeRequest.until });
    server.clock.advance(2 * 3_600_000);
    cookie = await server.signIn();
    // The time has run out, so this is a new request, even if the job has not ended the previous one yet.
    expect((await change(other)).json.requested).toBe(true);
    expect(Date.parse((await detail()).changeRequest.until) - server.clock().getTime()).toBe(24 * 3_600_000);
  });

  test("if the host declines, the old stay is unchanged, the other nights are freed, and the guest is notified", async () => {
    const before = await see();
    await change(CHRISTMAS);
    expect((await answer(false)).json).toMatchObject({ nights: 1, totalAmount: "150.00", changeRequest: null });
    expect(await held()).toBe(1);
    expect(await see()).toEqual(before);
    expect(await subjects(GUEST.email)).toContain(`Your stay ${before.reference} hasn't changed`);
  });

  test("if the host declines a request by a guest without an email address, no undeliverable email is queued", async () => {
    await change(CHRISTMAS);
    const guest = { name: GUEST.name, phone: GUEST.phone, email: "", version: (await detail()).version };
    expect((await host("PUT", `${path()}/guest`, guest)).status).toBe(200);
    expect((await answer(false)).status).toBe(200);
    await server.app.runJobs(/send messages by email/);
    expect((await host("GET", "/api/admin/dashboard")).text).not.toContain("could not be delivered");
    expect(await subjects("")).toEqual([]);
  });

  test("if the host moves the stay to other dates, the guest is told that the request is closed", async () => {
    await change(CHRISTMAS);
    const { reference, version } = await detail();
    const moved = { checkInDate: "2026-12-17", checkOutDate: "2026-12-18", guestCount: 2, price: "keep", version };
    const saved = await host("PUT", `${path()}/stay`, { ...moved, expectedTotal: "150.00" });
    expect([saved.status, saved.json.changeRequest]).toEqual([200, null]);
    const [email] = await server.db
      .selectFrom("scheduled_message")
      .select(["subject", "body"])
      .where("message_key", "like", "note/change-%")
      .execute();
    expect(email?.subject).toBe(`Your request to change stay ${reference} is closed`);
    expect(email?.body).toContain(
      "We have changed your stay to Dec 17, 2026 – Dec 18, 2026. This closes your request to change it to Dec 15, 2026 – Jan 10, 2027.",
    );
    expect(email?.body).not.toContain("ask again");
  });

  test("if the host moves the stay to the requested dates for another number of guests, the email names both numbers", async () => {
    await change({ ...CHRISTMAS, guestCount: 4 });
    const { version } = await detail();
    const saved = await host("PUT", `${path()}/stay`, { ...CHRISTMAS, guestCount: 3, price: "new", version });
    expect(saved.status, saved.text).toBe(200);
    const { body } = await server.db
      .selectFrom("scheduled_message")
      .select("body")
      .where("message_key", "like", "note/change-%")
      .executeTakeFirstOrThrow();
    expect(body).toContain(
      "We have changed your stay to Dec 15, 2026 – Jan 10, 2027 with 3 guests. This closes your request for 4 guests.",
    );
  });

  test("if the host moves the stay to the requested dates, the request counts as accepted", async () => {
    await change(CHRISTMAS);
    const { version } = await detail();
    const saved = await host("PUT", `${path()}/stay`, { ...CHRISTMAS, price: "new", version });
    expect(saved.status, saved.text).toBe(200);
    const keys = (await server.db.selectFrom("scheduled_message").select("message_key").execute()).map(
      ({ message_key }) => message_key,
    );
    expect(keys.filter((key) => key.startsWith("note/change-"))).toEqual([]);
  });

  test("without an answer the request expires, and the stay is unchanged", async () => {
    await change(CHRISTMAS);
    const needs = {
      listeners: [],
      record: null,
      checkCalendars: NO_PLATFORMS,
      preparationNights: async () => 0,
      codes: createPromoCodes(server.db),
      guarded: true,
    };
    const end = () => expirePending({ bookings: createBookingStore(server.database, needs), clock: server.clock });
    server.clock.advance(24 * 3_600_000 - 1000);
    await end();
    expect(await held()).toBe(26);
    server.clock.advance(1000);
    await end();
    expect(await held()).toBe(1);
    cookie = await server.signIn();
    expect(await detail()).toMatchObject({ status: "confirmed", nights: 1, changeRequest: null });
  });

  test("another number of guests needs no approval; cancelling also releases the requested nights", async () => {
    const guests = { checkInDate: "2026-12-15", checkOutDate: "2026-12-16", guestCount: 4, expectedTotal: "150.00" };
    expect((await change(guests)).json).toMatchObject({ requested: false });
    expect((await see()).guestCount).toBe(4);
    await change(CHRISTMAS);
    await server.send("POST", `/api/bookings/${own.id}/cancel`, { expectedFee: "0.00" }, { cookie: own.cookie });
    expect(await held()).toBe(0);
    expect((await detail()).changeRequest).toBeNull();
  });

  test("the host is notified of the request once, with the booked and the requested stay", async () => {
    await change(CHRISTMAS);
    await change(CHRISTMAS);
    const rows = await server.db
      .selectFrom("scheduled_message")
      .select("body")
      .where("channel", "=", "email")
      .where("subject", "like", "A guest asks to change a stay%")
      .execute();
    expect(rows).toHaveLength(1);
    expect(rows[0]?.body).toContain("asks for Dec 15, 2026 – Jan 10, 2027, 2 guests, $3,900.00.");
    expect(rows[0]?.body).toContain("Now booked: Dec 15, 2026 – Dec 16, 2026, 2 guests, $150.00.");
  });

  test("the platforms see the requested nights as taken until the host answers", async () => {
    const feed = await openChannel(server, cookie, "airbnb");
    const spans = async () => {
      const { text } = await server.send("GET", feed);
      return [...text.matchAll(/DTSTART;VALUE=DATE:(\d+)\r\nDTEND;VALUE=DATE:(\d+)/g)].map(([, from, to]) => [
        from,
        to,
      ]);
    };
    const booked = ["20261215", "20261216"];
    expect(await spans()).toEqual([booked]);
    await change({ ...CHRISTMAS, checkInDate: "2026-12-13", checkOutDate: "2026-12-18", expectedTotal: "750.00" });
    expect(await spans()).toEqual([["20261213", "20261215"], booked, ["20261216", "20261218"]]);
    await answer(false);
    expect(await spans()).toEqual([booked]);
    await change({ ...CHRISTMAS, checkInDate: "2027-02-01", checkOutDate: "2027-02-03", expectedTotal: "300.00" });
    expect(await spans()).toEqual([booked, ["20270201", "20270203"]]);
    await answer(true);
    expect(await spans()).toEqual([["20270201", "20270203"]]);
  });

  test("requested nights that a platform sells are a conflict until the request ends", async () => {
    await openChannel(server, cookie, "airbnb");
    await change(CHRISTMAS);
    const notified: HostNotification[] = [];
    const conflicts = async (
      at: Date,
    ): Promise<{ from_night: string; to_night: string; closed_at: string | null }[]> => {
      const note = async (_trx: unknown, one: HostNotification) => void notified.push(one);
      await server.db.transaction().execute((trx) => updateConflicts(trx, at, toLocalDate("2026-11-21"), note));
      return server.db.selectFrom("channel_conflict").select(["from_night", "to_night", "closed_at"]).execute();
    };
    await server.db
      .transaction()
      .execute((trx) =>
        writeStay(
          trx,
          { before: null, after: soldAt("2026-12-30", "2027-01-02"), event: "First seen" },
          { actor: "Import", at: server.clock(), runId: null },
        ),
      );
    expect(await conflicts(server.clock())).toEqual([
      { from_night: "2026-12-30", to_night: "2027-01-02", closed_at: null },
    ]);
    const [shown] = (await host("GET", "/api/admin/channel-conflicts")).json;
    const booked = shown.sides.find((side: { kind: string }) => side.kind === "booking");
    expect(booked).toMatchObject({ checkIn: "2026-12-15", checkOut: "2027-01-10" });
    expect(booked.title).toMatch(/^Booking LK-\w+, dates requested$/);
    expect(notified.map(({ subject }) => subject)).toEqual(["No longer free: 3 nights from December 30, 2026"]);
    for (const words of [shown.steps.join(" "), notified[0]?.lines.join(" ")]) {
      expect(words).toContain("decline the change, and the booking keeps its dates");
      expect(words).not.toMatch(/usually keeps the nights|To cancel the website's booking/);
    }
    await answer(false);
    expect((await host("GET", "/api/admin/channel-conflicts")).json).toEqual([]);
  });

  test("after the host accepts a change of dates, the booking's nights count as taken since the request; a declined request changes nothing", async () => {
    await openChannel(server, cookie, "airbnb");
    const { createdAt } = await detail();
    const sale = { before: null, after: soldAt("2026-12-15", "2026-12-18"), event: "First seen" };
    await server.db.transaction().execute(async (trx) => {
      await writeStay(trx, sale, { actor: "Import", at: server.clock(), runId: null });
      await updateConflicts(trx, server.clock(), toLocalDate("2026-11-21"), null);
    });
    const since = async () => {
      const [conflict] = (await host("GET", "/api/admin/channel-conflicts")).json;
      return conflict.sides.find(({ kind }: { kind: string }) => kind === "booking").knownSince;
    };
    const longer = { checkInDate: "2026-12-14", checkOutDate: "2026-12-16", guestCount: 2, expectedTotal: "300.00" };
    server.clock.advance(60_000);
    expect((await change(longer)).json.requested).toBe(true);
    expect(await since()).toBe(createdAt);
    await answer(false);
    expect(await since()).toBe(createdAt);
    server.clock.advance(60_000);
    const requestedAt = server.clock().toISOString();
    await change(longer);
    server.clock.advance(60_000);
    // A request for the same nights with another number of guests keeps the time of the first request.
    expect((await change({ ...longer, guestCount: 3 })).json.requested).toBe(true);
    const { warnings: confirmedWarnings } = (await answer(true)).json;
    const body = { version: (await detail()).version, accept: true, confirmedWarnings };
    expect((await host("POST", `${path()}/change-request`, body)).status).toBe(200);
    expect(await since()).toBe(requestedAt);
  });

  test("if a platform sells a night that a guest has requested, the host is advised to decline the request", async () => {
    await openChannel(server, cookie, "airbnb");
    const { reference } = (await bookStay(server, { checkInDate: "2026-12-20", checkOutDate: "2026-12-23" })).json;
    server.clock.advance(60_000);
    const change = { before: null, after: soldAt("2026-12-22", "2026-12-24"), event: "First seen" };
    const notified: HostNotification[] = [];
    await server.db.transaction().execute(async (trx) => {
      await writeStay(trx, change, { actor: "Import", at: server.clock(), runId: null });
      const note = async (_trx: unknown, one: HostNotification) => void notified.push(one);
      await updateConflicts(trx, server.clock(), toLocalDate("2026-11-21"), note);
    });
    expect(notified.map(({ subject }) => subject)).toEqual(["No longer free: 1 night from December 22, 2026"]);
    const [{ steps }] = (await host("GET", "/api/admin/channel-conflicts")).json;
    expect(steps[1]).toBe(
      `Airbnb stay is booked, and nothing is agreed about Booking ${reference} yet: decline the request.`,
    );
    expect(steps.join(" ")).not.toContain("usually keeps the nights");
  });

  test("only the host can answer a change request", async () => {
    await change(CHRISTMAS);
    const body = { version: 3, accept: true };
    for (const reader of ["", own.cookie])
      expect((await server.send("POST", `${path()}/change-request`, body, { cookie: reader })).status).toBe(401);
  });
});
