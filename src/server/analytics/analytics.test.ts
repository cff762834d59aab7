import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines } from "../testing/engines.ts";
import { bookStay } from "../testing/given.ts";
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
      const { arrivals, inHouse, nextSevenDays } = (await host("GET", "/api/admin/dashboard")).json;
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

  test("the alert about stays without a check-out opens the stay, or a list that contains no later stays", async () => {
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
    const listed = await host("GET", href.replace("/admin/bookings?", "/api/admin/bookings-page?"));
    expect(listed.json.bookings.map((one: { id: string }) => one.id)).toEqual([ids[1], ids[0]]);
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
