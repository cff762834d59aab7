import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectDatabase } from "../database/connect.ts";
import { createLogger } from "../runtime/logger.ts";
import { SERVER_ZONES, type ServerInZone, serveInZone } from "../testing/zone-server.ts";
import { ownLinkOf } from "../testing/own-link.ts";

const STAY = { checkInDate: "2027-01-10", checkOutDate: "2027-01-13", guestCount: 2, status: "upcoming" };

// Check-in at 14:00 in Kandy is 08:30 UTC, check-out at 11:00 is 05:30. Each boundary is tested at its exact second and
// at the second on its other side.
const FEE = [
  ["2027-01-08T08:30:00Z", "0.00"],
  ["2027-01-08T08:30:01Z", "150.00"],
];
const CANCEL_REFUSED = [
  ["2027-01-10T08:29:59Z", false],
  ["2027-01-10T08:30:00Z", true],
] as const;
const WIFI_SHOWN = [
  ["2027-01-07T08:29:59Z", false],
  ["2027-01-07T08:30:00Z", true],
  ["2027-01-13T05:29:59Z", true],
  ["2027-01-13T05:30:00Z", false],
] as const;

// The new year begins at the property at 18:30 UTC: the old day is then in the past, and the 730-day window moves on.
const DATES = [
  ["2026-12-31T18:29:59Z", "2026-12-31", "2027-01-02", undefined],
  ["2026-12-31T18:30:00Z", "2026-12-31", "2027-01-02", "Past dates can't be booked"],
  ["2026-12-31T18:29:59Z", "2028-12-29", "2028-12-31", "Dates more than two years away can't be booked"],
  ["2026-12-31T18:30:00Z", "2028-12-29", "2028-12-31", undefined],
  ["2026-12-31T18:30:00Z", "2027-02-01", "2027-03-03", undefined],
  ["2026-12-31T18:30:00Z", "2027-02-01", "2027-03-04", "The longest stay is 30 nights"],
] as const;

describe.each(SERVER_ZONES)("a guest's own page, with the server in time zone %s", (zone) => {
  let server: ServerInZone;
  let see: () => Promise<ReturnType<typeof JSON.parse>>;
  let refusalOf: (checkInDate: string, checkOutDate: string) => Promise<string | undefined>;
  beforeAll(async () => {
    server = await serveInZone("sqlite", zone);
    await server.setClock("2026-11-21T06:00:00Z");
    const post = async (path: string, body: object, cookie = "") => {
      const headers = { "content-type": "application/json", cookie };
      return fetch(server.url + path, { method: "POST", headers, body: JSON.stringify(body) });
    };
    const registered = await post("/api/guests", { name: "Ann Perera", email: "ann@example.com", phone: "+94 77 1" });
    const { id: guestId } = await registered.json();
    const cookie = registered.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const { id } = await (await post("/api/bookings", { propertyId: 1, guestId, ...STAY }, cookie)).json();
    // Otherwise the guest, who has not paid, would not see the WiFi password.
    const database = connectDatabase(server.config, createLogger("silent"));
    await fetch(server.url + (await ownLinkOf({ database }, id)), { method: "POST", redirect: "manual" });
    await database.close();
    see = async () => (await fetch(`${server.url}/api/bookings/${id}/confirmation`, { headers: { cookie } })).json();
    refusalOf = async (checkInDate, checkOutDate) => {
      const search = new URLSearchParams({ checkInDate, checkOutDate, guestCount: "2" });
      const response = await fetch(`${server.url}/api/bookings/${id}/stay-quote?${search}`, { headers: { cookie } });
      return (await response.json()).message;
    };
  });
  afterAll(() => server.close());

  test("the earliest bookable date and the booking window advance at midnight in the property's time zone; a stay has at most 30 nights", async () => {
    for (const [now, from, to, refusal] of DATES) {
      await server.setClock(now);
      expect(await refusalOf(from, to), `${now} ${from} ${to}`).toBe(refusal);
    }
  });

  test("the fee, the right to cancel and access to the WiFi password change at the exact second in the property's time zone", async () => {
    for (const [now, fee] of FEE) {
      await server.setClock(now ?? "");
      expect((await see()).acts.feeIfCancelledNow, now).toBe(fee);
    }
    for (const [now, refused] of CANCEL_REFUSED) {
      await server.setClock(now);
      expect((await see()).acts.cancelRefused !== null, now).toBe(refused);
    }
    for (const [now, shown] of WIFI_SHOWN) {
      await server.setClock(now);
      expect(JSON.stringify(await see()).includes("wifiPassword"), now).toBe(shown);
    }
  });
});
