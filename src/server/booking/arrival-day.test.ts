import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../testing/engines.ts";
import { bookStay, GUEST } from "../testing/given.ts";
import { followLink, ownLinkOf } from "../testing/own-link.ts";
import { cookieOf, startTestApp, type TestApp } from "../testing/test-app.ts";

/** Midnight at the cottage, when November 22 is over. */
const DAY_OVER = "2026-11-22T18:30:00.000Z";
const JANUARY = { checkInDate: "2027-01-20", checkOutDate: "2027-01-22" };
const TONIGHT = { checkInDate: "2026-11-22", checkOutDate: "2026-11-24" };

describe.each(engines)("requests and offers end with the arrival day on %s", (engine) => {
  let server: TestApp;
  let cookie: string;
  beforeEach(async () => {
    server = await startTestApp(engine);
    cookie = await server.signIn();
    const { version } = (await host("GET", "/settings")).json;
    const saved = await host("PUT", "/settings", { bookingMode: "request", requestHours: 120, version });
    expect(saved.status, saved.text).toBe(200);
  });
  afterEach(() => server.close());

  const host = (method: string, path: string, body?: unknown) =>
    server.send(method, `/api/admin${path}`, body, { cookie });
  const at = async (now: string) => {
    server.clock.set(now);
    cookie = await server.signIn();
  };
  const detail = async (id: string) => (await host("GET", `/bookings/${id}`)).json;
  const confirm = async (id: string) =>
    host("POST", `/bookings/${id}/status`, { status: "confirmed", version: (await detail(id)).version });
  const page = async (id: string, own: { cookie: string }) =>
    (await server.send("GET", `/api/bookings/${id}/confirmation`, undefined, own)).json;

  test("a request for tonight can be answered until midnight, and its guest can withdraw it free of charge even later", async () => {
    await at("2026-11-22T10:00:00Z");
    const response = await bookStay(server, TONIGHT);
    const [id, own] = [response.json.id, { cookie: cookieOf(response) }];
    expect((await page(id, own)).waiting).toEqual({ for: "host", until: DAY_OVER });
    await at("2026-11-22T18:29:00Z");
    expect((await page(id, own)).acts).toMatchObject({ cancelRefused: null, feeIfCancelledNow: "0.00" });
    // The next day, before the job that ends requests has run.
    await at("2026-11-23T05:54:00Z");
    const late = await confirm(id);
    expect([late.status, late.json.message]).toEqual([
      409,
      "The arrival day has passed. Change the dates first, or cancel the booking.",
    ]);
    const withdrawn = await server.send("POST", `/api/bookings/${id}/cancel`, { expectedFee: "0.00" }, own);
    expect([withdrawn.status, withdrawn.json]).toEqual([200, { status: "cancelled", cancellationFee: "0.00" }]);
  });

  test("a request for tonight that nobody has answered ends at midnight", async () => {
    await at("2026-11-22T10:00:00Z");
    const { id } = (await bookStay(server, TONIGHT)).json;
    await at(DAY_OVER);
    await server.app.runJobs(/pending|hold/);
    expect(await detail(id)).toMatchObject({ status: "cancelled", cancellationFee: "0.00" });
  });

  test("a request that cannot be ended because its row is damaged does not keep the requests after it from ending", async () => {
    await at("2026-11-22T10:00:00Z");
    const damaged = (await bookStay(server, TONIGHT)).json.id;
    const { id } = (await bookStay(server, { checkInDate: "2027-01-11", checkOutDate: "2027-01-13" })).json;
    await server.db.updateTable("booking").set({ plan: "damaged" }).where("id", "=", damaged).execute();
    await at("2026-12-01T10:00:00Z");
    await expect(server.app.runJobs(/expire pending/)).rejects.toThrow("damaged");
    expect(await detail(id)).toMatchObject({ status: "cancelled", cancellationFee: "0.00" });
  });

  test("an offer ends with its arrival day, even if the host has given more time", async () => {
    const created = await host("POST", "/bookings", { ...GUEST, ...TONIGHT, guestCount: 2, status: "pending" });
    const { id } = created.json;
    const sent = await host("POST", `/bookings/${id}/offer`, { version: 1, hours: 336 });
    expect(sent.json.waiting.until).toBe(DAY_OVER);
    expect(sent.json.history.at(-1).event).toContain("until Nov 23, 2026, 12:00 AM");
    const own = { cookie: cookieOf(await followLink(server, await ownLinkOf(server, id))) };
    await at("2026-11-22T18:30:00Z");
    const late = await server.send("POST", `/api/bookings/${id}/accept`, { expectedTotal: "300.00" }, own);
    expect([late.status, late.json.message]).toEqual([409, expect.stringContaining("This offer has changed or ended")]);
    const again = await host("POST", `/bookings/${id}/offer`, { version: (await detail(id)).version, hours: 48 });
    expect([again.status, again.json.message]).toEqual([
      409,
      "The arrival day has passed. Change the dates first, or cancel the booking.",
    ]);
  });

  test.each([
    ["requested", JANUARY, TONIGHT, DAY_OVER],
    ["booked", { checkInDate: "2026-11-25", checkOutDate: "2026-11-27" }, JANUARY, "2026-11-25T18:30:00.000Z"],
  ])(
    "a request to change the dates ends with the arrival day of the %s stay",
    async (_which, booked, newDates, end) => {
      const response = await bookStay(server, booked);
      const [id, own] = [response.json.id, { cookie: cookieOf(response) }];
      expect((await confirm(id)).status).toBe(200);
      await at("2026-11-22T06:00:00Z");
      const change = { ...newDates, guestCount: 2, expectedTotal: "300.00" };
      const requested = await server.send("PUT", `/api/bookings/${id}/stay`, change, own);
      expect(requested.json.requested, requested.text).toBe(true);
      expect((await detail(id)).changeRequest.until).toBe(end);
      await at(end);
      const { version } = await detail(id);
      const accepted = await host("POST", `/bookings/${id}/change-request`, { version, accept: true });
      expect([accepted.status, accepted.json.message]).toEqual([
        409,
        "This request to change the dates is no longer open.",
      ]);
      await server.app.runJobs(/pending|hold/);
      expect(await detail(id)).toMatchObject({ ...booked, status: "confirmed", changeRequest: null });
    },
  );
});
