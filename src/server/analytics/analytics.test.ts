import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines } from "../testing/engines.ts";
import { bookStay } from "../testing/given.ts";
import { toLocalDate } from "#domain/calendar/local-date.ts";
import { importStay, openChannel } from "../testing/open-channel.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";

describe.each(engines)("analytics on %s", (engine) => {
  let server: TestApp;
  let cookie: string;
  beforeAll(async () => {
    server = await startTestApp(engine);
    cookie = await server.signIn();
    const booked = await bookStay(server, { checkInDate: "2027-02-01", checkOutDate: "2027-02-05" });
    expect(booked.status).toBe(201);
  });
  afterAll(() => server.close());

  const ask = (query: string) => server.send("GET", `/api/admin/analytics${query}`, undefined, { cookie });

  test("can be read only by the host", async () => {
    for (const path of ["/api/admin/analytics", "/api/admin/analytics/stays", "/api/admin/dashboard"]) {
      expect((await server.send("GET", path)).status).toBe(401);
    }
  });

  test("nights blocked by the host cannot be sold, so they do not lower the occupancy rate", async () => {
    const february = "?from=2027-02-01&to=2027-03-01";
    expect((await ask(february)).json).toMatchObject({ nightsSold: 4, nightsAvailable: 28, occupancyRate: 14.3 });
    const block = { startsOn: "2027-02-10", endsOn: "2027-02-18", reason: "Painting the veranda" };
    const blocked = await server.send("POST", "/api/admin/blocks", block, { cookie });
    expect(blocked.status, blocked.text).toBe(201);
    const response = await ask(february);
    expect(response.json).toMatchObject({ nightsSold: 4, nightsAvailable: 20, occupancyRate: 20, totalBookings: 1 });
    expect(response.json.periods[0]).toMatchObject({ label: "2027-02", nightsAvailable: 20 });
  });

  test("the dashboard's lists reflect who has checked in and out, not only the dates", async () => {
    const host = (method: string, path: string, body?: unknown) => server.send(method, path, body, { cookie });
    const board = async () => {
      const { arrivals, inHouse, nextSevenDays, stats } = (await host("GET", "/api/admin/dashboard")).json;
      expect((await host("GET", "/api/admin/bookings-page?status=expected")).json.found).toBe(stats.upcoming);
      return [arrivals, inHouse, nextSevenDays].map((list) =>
        list.map((stay: { guestName: string }) => stay.guestName),
      );
    };
    const entered = async (name: string, checkInDate: string, checkOutDate: string) => {
      const guest = { name, email: "", phone: "+94 77 123 4567", guestCount: 2, status: "confirmed" };
      return (await host("POST", "/api/admin/bookings", { ...guest, checkInDate, checkOutDate })).json.id;
    };
    const become = async (id: string, status: string) => {
      const { version } = (await host("GET", `/api/admin/bookings/${id}`)).json;
      expect((await host("POST", `/api/admin/bookings/${id}/status`, { version, status })).status).toBe(200);
    };
    // It is 21 November at the cottage.
    const today = await entered("Today", "2026-11-21", "2026-11-23");
    const tomorrow = await entered("Tomorrow", "2026-11-23", "2026-11-25");
    expect(await board()).toEqual([["Today"], [], ["Tomorrow"]]);
    await become(today, "checked-in");
    expect(await board()).toEqual([["Today"], ["Today"], ["Tomorrow"]]);
    await become(today, "checked-out");
    expect(await board()).toEqual([[], [], ["Tomorrow"]]);
    await become(tomorrow, "upcoming");
    expect(await board()).toEqual([[], [], ["Tomorrow"]]);
  });

  test("the alert about stays without a check-out opens the stay, or a list of exactly these stays", async () => {
    const other = await startTestApp(engine);
    const host = async (method: string, path: string, body?: unknown) =>
      other.send(method, path, body, { cookie: await other.signIn() });
    const opens = async () =>
      (await host("GET", "/api/admin/dashboard")).json.alerts.find(
        (alert: { id: string }) => alert.id === "overstayed",
      );
    const ids: string[] = [];
    for (const [checkInDate, checkOutDate] of [
      ["2026-11-21", "2026-11-22"],
      ["2026-11-22", "2026-11-24"],
      ["2027-05-01", "2027-05-04"],
    ]) {
      const guest = { name: "Ann", email: "", phone: "+94 77 123 4567", guestCount: 2, status: "confirmed" };
      ids.push((await host("POST", "/api/admin/bookings", { ...guest, checkInDate, checkOutDate })).json.id);
    }
    other.clock.set("2026-11-23T06:00:00Z");
    expect(await opens()).toMatchObject({
      title: "1 stay has ended without a check-out",
      href: `/admin/bookings/${ids[0]}`,
    });
    other.clock.set("2026-11-25T06:00:00Z");
    const { title, href } = await opens();
    expect(title).toBe("2 stays have ended without a check-out");
    const listed = async () =>
      (await host("GET", href.replace("/admin/bookings?", "/api/admin/bookings-page?"))).json.bookings.map(
        (one: { id: string }) => one.id,
      );
    expect(await listed()).toEqual([ids[1], ids[0]]);
    // Stays with different statuses, and past stays that were checked out or cancelled.
    const become = async (id: string | undefined, status: string) => {
      const { version } = (await host("GET", `/api/admin/bookings/${id}`)).json;
      expect((await host("POST", `/api/admin/bookings/${id}/status`, { version, status })).status).toBe(200);
    };
    await become(ids[0], "checked-in");
    await openChannel(other, await other.signIn(), "airbnb");
    await importStay(other.db, "channel-airbnb", {
      checkInDate: toLocalDate("2026-11-10"),
      checkOutDate: toLocalDate("2026-11-12"),
    });
    expect((await opens()).title).toBe("2 stays have ended without a check-out");
    expect(await listed()).toEqual([ids[1], ids[0]]);
    await become(ids[0], "checked-out");
    expect(await listed()).toEqual([ids[1]]);
    await other.close();
  });

  test("each booking counts under the status that the bookings list shows, and the figures' links list these bookings", async () => {
    const other = await startTestApp(engine);
    const host = async (method: string, path: string, body?: unknown) =>
      other.send(method, path, body, { cookie: await other.signIn() });
    const stay = (from: string, to: string) => ({ checkInDate: toLocalDate(from), checkOutDate: toLocalDate(to) });
    const booked = async (from: string, to: string) => (await bookStay(other, stay(from, to))).json.id;
    const cancel = async (id: string) => {
      const { version, feeIfCancelledNow: expectedFee } = (await host("GET", `/api/admin/bookings/${id}`)).json;
      const body = { version, waiveFee: true, expectedFee };
      expect((await host("POST", `/api/admin/bookings/${id}/cancel`, body)).status).toBe(200);
    };
    await openChannel(other, await other.signIn(), "airbnb");
    await importStay(other.db, "channel-airbnb", stay("2026-11-02", "2026-11-04"));
    await importStay(other.db, "channel-airbnb", stay("2026-11-29", "2026-12-03"));
    await booked("2026-11-22", "2026-11-24");
    await cancel(await booked("2026-11-24", "2026-11-26"));
    const { version } = (await host("GET", "/api/admin/settings")).json;
    await host("PUT", "/api/admin/settings", { version, bookingMode: "request" });
    await cancel(await booked("2026-11-26", "2026-11-28"));

    const { json } = await host("GET", "/api/admin/analytics?from=2026-11-01&to=2026-12-01");
    expect(json.statuses).toEqual([
      { status: "upcoming", bookings: 1 },
      { status: "confirmed", bookings: 1 },
      { status: "cancelled", bookings: 1 },
      { status: "completed", bookings: 1 },
    ]);
    const found = async (filters: string) =>
      (await host("GET", `/api/admin/bookings-page?${filters}&from=2026-11-01&to=2026-11-30`)).json.found;
    for (const { status, bookings } of json.statuses)
      expect(await found(`status=${status}&dates=check-in`), status).toBe(bookings);
    expect(await found("status=never-booked&dates=check-in")).toBe(1);
    expect(await found("status=not-cancelled&dates=check-in")).toBe(json.totalBookings);
    const { stats } = (await host("GET", "/api/admin/dashboard")).json;
    expect([stats.upcoming, await found("status=expected")]).toEqual([2, 2]);
    // The platform's stay of November 29 also has nights in December, but counts as a booking only in November.
    const december = "from=2026-12-01&to=2026-12-31";
    const inDecember = async (filters: string) =>
      (await host("GET", `/api/admin/bookings-page?${filters}&${december}`)).json.found;
    expect([await inDecember("status=all"), await inDecember("status=all&dates=check-in")]).toEqual([1, 0]);
    await other.close();
  });

  test("an incomplete or reversed date range is refused with a message that says what to correct", async () => {
    const half = await ask("?from=2027-02-01");
    expect(half.status).toBe(400);
    expect(half.json.fields).toEqual({ to: "Send both dates, or neither" });
    const turned = await ask("?from=2027-02-02&to=2027-02-01");
    expect(turned.json.fields).toEqual({ to: "The last day must not be before the first" });
    expect((await ask("?from=2027-02-30&to=2027-03-01")).json.message).toBe(
      "from must be the first day, as YYYY-MM-DD",
    );
  });

  test("a range with too many months is broken down by year", async () => {
    const { json } = await ask("?from=2024-07-01&to=2028-01-01");
    expect(json.periods.map((period: { label: string }) => period.label)).toEqual(["2024", "2025", "2026", "2027"]);
    expect(json.periods[3].nightsSold).toBe(4);
    expect(json.before).toMatchObject({ from: "2021-01-01", to: "2024-07-01" });
  });
});
