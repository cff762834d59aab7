import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { addDays, toLocalDate } from "#domain/calendar/local-date.ts";
import { connectDatabase, type Database } from "../database/connect.ts";
import { createLogger } from "../runtime/logger.ts";
import { engines } from "../testing/engines.ts";
import { stayBody } from "../testing/given.ts";
import { ownLinkOf } from "../testing/own-link.ts";
import { besiege, lastLink } from "../testing/siege.ts";
import { cookieOf, type Sent, startTestApp, type TestApp } from "../testing/test-app.ts";
import { endWaits } from "./end-waits.ts";
import { createBookingStore } from "./store.ts";

const NOWHERE = { smtpUrl: "smtp://127.0.0.1:9", from: { address: "stay@cottage.example" } };
const HOUR_MS = 3_600_000;

describe.each(engines)("nights that nobody has proven to want, on %s", (engine) => {
  let server: TestApp;
  let database: Database;

  async function start(options: { mail: boolean }): Promise<void> {
    server = await startTestApp(engine, {
      config: {
        guardBookings: true,
        trustProxy: true,
        publicUrl: "http://cottage.example",
        mail: options.mail ? NOWHERE : null,
      },
    });
    database = connectDatabase(server.sameDatabase, createLogger("silent"));
  }
  beforeEach(() => start({ mail: true }));
  afterEach(async () => {
    await database.close();
    await server.close();
  });

  let people = 0;
  type Who = { ip?: string; email?: string; phone?: string; extra?: object };
  /** Books as somebody of their own network, mailbox and phone, but for what is said. */
  async function book(checkInDate: string, nights: number, who: Who = {}): Promise<Sent> {
    const n = ++people;
    const headers = { "x-forwarded-for": who.ip ?? `10.${n >> 8}.${n & 255}.1` };
    const guest = {
      name: "Ann Perera",
      email: who.email ?? `p${n}@example.com`,
      phone: who.phone ?? `+9477${100000 + n}`,
    };
    const registered = await server.send("POST", "/api/guests", guest, headers);
    const checkOutDate = addDays(toLocalDate(checkInDate), nights);
    const body = { ...stayBody({ checkInDate, checkOutDate }), guestId: registered.json.id, ...who.extra };
    return server.send("POST", "/api/bookings", body, headers);
  }
  const statusOf = async (id: string) => (await server.send("GET", `/api/bookings/${id}/confirmation`)).json;
  const endAllWaits = () =>
    endWaits({ bookings: createBookingStore(database, { listeners: [], record: null }), clock: server.clock });
  async function setMode(bookingMode: string): Promise<string> {
    const cookie = await server.signIn();
    const { json } = await server.send("GET", "/api/admin/settings", undefined, { cookie });
    const { missing: _missing, debugUntil: _until, ...settings } = json;
    const saved = await server.send("PUT", "/api/admin/settings", { ...settings, bookingMode }, { cookie });
    expect(saved.status).toBe(200);
    return cookie;
  }
  test("a usual guest books at once; above the limits of network, mailbox or phone the e-mail comes first", async () => {
    expect(
      (await book("2026-12-01", 4, { ip: "10.200.1.1", email: "Ann+a@example.com", phone: "0771234567" })).status,
    ).toBe(201);
    for (const who of [{ ip: "10.200.1.99" }, { email: "ann@example.com" }, { phone: "+94 77 123 4567" }]) {
      const refused = await book("2026-12-10", 4, who);
      expect(refused.status).toBe(409);
      expect(refused.json.message).toMatch(/^One more step: we've sent you an email/);
      expect(refused.json.nights).toBeUndefined();
    }
    expect((await book("2026-12-10", 3, { ip: "10.200.1.99" })).status).toBe(201);
  });

  test("nights of a network that nobody has proven count for 30 days, to the second", async () => {
    const who = { ip: "10.201.1.1" };
    expect((await book("2027-06-01", 7, who)).status).toBe(201);
    server.clock.advance(30 * 24 * HOUR_MS - 1000);
    expect((await book("2027-07-01", 1, who)).status).toBe(409);
    server.clock.advance(1000);
    expect((await book("2027-07-01", 1, who)).status).toBe(201);
  });

  test("the letter's link brings the guest back to the form, and the same e-mail books without limits for a day", async () => {
    const who = { email: "long@example.com" };
    expect((await book("2026-12-01", 12, who)).status).toBe(409);
    const link = await lastLink(database, who.email);
    const wrong = await server.send("GET", link.replace(/.\?/, "_?"));
    expect(wrong.status).toBe(303);
    expect((await book("2026-12-01", 12, who)).status).toBe(409);
    const answer = await server.send("GET", link);
    expect(answer.headers.get("location")).toBe("/book?in=2026-12-01&out=2026-12-13&guests=2&email=proven");
    expect((await book("2026-12-01", 12, who)).status).toBe(201);
    expect((await book("2027-01-01", 12, { email: "other@example.com" })).status).toBe(409);
    const late = await lastLink(database, "other@example.com");
    server.clock.advance(HOUR_MS + 1000);
    const tooLate = await server.send("GET", late);
    expect(tooLate.headers.get("location")).toBe("/book?in=2027-01-01&out=2027-01-13&guests=2&email=unproven");
    expect((await book("2027-01-01", 12, { email: "other@example.com" })).status).toBe(409);
  });

  test("a form filled in by a program waits an hour for the link, then its nights are free to the second", async () => {
    const trapped = await book("2026-12-01", 2, { extra: { website: "https://spam.example" } });
    const quick = await book("2026-12-05", 2, { extra: { filledMs: 200 } });
    expect((await statusOf(quick.json.id)).waiting).toEqual({ for: "guest", until: "2026-11-21T07:00:00.000Z" });
    const opened = await server.send("GET", await ownLinkOf(server, quick.json.id));
    expect(opened.status).toBe(303);
    expect(await statusOf(quick.json.id)).toMatchObject({ status: "upcoming", waiting: null });
    server.clock.advance(HOUR_MS - 1000);
    await endAllWaits();
    expect(trapped.json.status).toBe("pending");
    expect((await statusOf(trapped.json.id)).status).toBe("pending");
    server.clock.advance(1000);
    await endAllWaits();
    expect((await statusOf(trapped.json.id)).status).toBe("cancelled");
    await server.send("GET", await ownLinkOf(server, trapped.json.id));
    expect((await statusOf(trapped.json.id)).status).toBe("cancelled");
    const { json } = await server.send("GET", "/api/availability?from=2026-12-01&to=2026-12-10");
    expect(json.unavailable).toEqual(["2026-12-05", "2026-12-06"]);
  });

  test("without a mail server nobody is locked out: what needs a proof becomes a request to the host", async () => {
    await database.close();
    await server.close();
    await start({ mail: false });
    const { json, status } = await book("2026-12-01", 12);
    expect(status).toBe(201);
    expect(await statusOf(json.id)).toMatchObject({ status: "pending", waiting: { for: "host" } });
  });

  test("in request mode the host says yes, or time says no; a request costs nothing to take back", async () => {
    const cookie = await setMode("request");
    const [yes, no, back] = [await book("2026-12-01", 2), await book("2026-12-05", 2), await book("2026-12-08", 2)];
    const detail = await server.send("GET", `/api/admin/bookings/${yes.json.id}`, undefined, { cookie });
    const accepted = { version: detail.json.version, status: "confirmed" };
    expect((await server.send("POST", `/api/admin/bookings/${yes.json.id}/status`, accepted, { cookie })).status).toBe(
      200,
    );
    server.clock.set("2026-11-22T05:59:59Z");
    await endAllWaits();
    expect((await statusOf(no.json.id)).status).toBe("pending");
    const own = cookieOf(back);
    const taken = await server.send(
      "POST",
      `/api/bookings/${back.json.id}/cancel`,
      { expectedFee: "0.00" },
      { cookie: own },
    );
    expect(taken.json).toEqual({ status: "cancelled", cancellationFee: "0.00" });
    server.clock.set("2026-11-22T06:00:00Z");
    await endAllWaits();
    expect((await statusOf(no.json.id)).status).toBe("cancelled");
    expect((await statusOf(yes.json.id)).status).toBe("confirmed");
  });

  test("a booking cannot grow past the limits by changing its dates", async () => {
    const answer = await book("2026-12-01", 3);
    const change = (checkOutDate: string, expectedTotal: string) =>
      server.send(
        "PUT",
        `/api/bookings/${answer.json.id}/stay`,
        { checkInDate: "2026-12-01", checkOutDate, guestCount: 2, expectedTotal },
        { cookie: cookieOf(answer) },
      );
    expect((await change("2026-12-09", "1200.00")).json.message).toMatch(/^Please open the link in your e-mail first/);
    expect((await change("2026-12-08", "1050.00")).status).toBe(200);
    await server.send("GET", await ownLinkOf(server, answer.json.id));
    expect((await change("2026-12-09", "1200.00")).status).toBe(200);
  });

  // proof/inventory.proof.ts tries every few minutes; here once an hour.
  test.each([
    ["instant", 1, 7, 7],
    ["verified", 20, 14, 0],
  ] as const)(
    "S28: mode %s, %i networks take at most %i nights in a day, at most %i an hour later; guests get theirs",
    async (mode, networks, most, mostAfterwards) => {
      await setMode(mode);
      const siege = await besiege(server, database, { networks, everyMinutes: 60, guestEveryMinutes: 60 });
      expect(siege).toMatchObject({ attempts: 24 * networks, guests: 24, booked: 24 });
      expect(siege.mostHeld).toBeGreaterThan(0);
      expect(siege.mostHeld).toBeLessThanOrEqual(most);
      expect(siege.heldAfterAnHour).toBeLessThanOrEqual(mostAfterwards);
    },
  );

  test("S28: without a mail server one network holds at most one request, and is told to call", async () => {
    await database.close();
    await server.close();
    await start({ mail: false });
    const siege = await besiege(server, database, { networks: 2, everyMinutes: 60, guestEveryMinutes: 60 });
    expect(siege.mostHeld).toBeLessThanOrEqual(2 * 9);
    expect(siege).toMatchObject({ guests: 24, refused: 0 });
  });
});
