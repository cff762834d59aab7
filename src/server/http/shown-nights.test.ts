import { resolve } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { DEFAULT_PRICES, type PriceDocument } from "#domain/pricing/price-document.ts";
import { createChangeNotifier } from "../database/change-notifier.ts";
import { connectDatabase } from "../database/connect.ts";
import { createLogger } from "../runtime/logger.ts";
import { engines } from "../testing/engines.ts";
import { fakeClock } from "../testing/fake-clock.ts";
import { bookStay, GUEST } from "../testing/given.ts";
import { followLink, ownLinkOf } from "../testing/own-link.ts";
import { AIRBNB, airbnbStay, calendarOf, type Platforms, startPlatforms } from "../testing/platforms.ts";
import { cookieOf, startTestApp, type TestApp } from "../testing/test-app.ts";
import { loadBuiltSite } from "./built-site.ts";

const SITE = "shown-nights.airbnb.com";
const LINK = `https://${SITE}/calendar/ical/4712.ics?s=0123456789abcdef0123456789abcdef`;

describe.each(engines)("nights on the cached landing page, on %s", (engine) => {
  let server: TestApp;
  let platforms: Platforms;
  let cookie: string;
  // 15:30 at the cottage.
  const clock = fakeClock("2026-12-01T10:00:00Z");
  beforeAll(async () => {
    platforms = await startPlatforms();
    server = await startTestApp(engine, {
      site: await loadBuiltSite(resolve("dist")),
      clock,
      platforms: platforms.reach,
    });
    await server.app.start();
  });
  // These tests move the clock, which ends sessions.
  beforeEach(async () => {
    cookie = await server.signIn();
  });
  afterAll(async () => {
    await server.close();
    await platforms.close();
  });

  const host = (method: string, path: string, body?: unknown) => server.send(method, path, body, { cookie });
  const rules = async (part: Partial<PriceDocument>) => {
    const { version } = (await host("GET", "/api/admin/prices")).json;
    const saved = { prices: { ...DEFAULT_PRICES, ...part }, version, confirmed: true };
    expect((await host("PUT", "/api/admin/prices", saved)).status).toBe(200);
  };
  const state = async (night: string) => {
    const { text } = await server.send("GET", "/");
    return new RegExp(`data-day="${night}" data-state="(\\w+)"`).exec(text)?.[1];
  };

  test("the host's decision about an imported stay also invalidates the cached pages of another instance", async () => {
    await rules({ preparationNights: 1 });
    const sold = airbnbStay("HMSHOWN002", "2026-12-10", "2026-12-12");
    platforms.replies.set(SITE, { body: calendarOf(AIRBNB, [sold]) });
    const connected = await host("POST", "/api/admin/channels", { platform: "airbnb", url: LINK });
    expect(connected.status, connected.text).toBe(201);
    const entries = `/api/admin/channel-stays?show=all&channelId=${connected.json.id}`;
    const [{ id, version }] = (await host("GET", entries)).json;

    const other = connectDatabase(server.sameDatabase, createLogger("silent"));
    const invalidated = vi.fn();
    const ignored = () => undefined;
    const notifier = createChangeNotifier(
      other,
      server.sameDatabase.databaseUrl,
      { onPublicContentChanged: invalidated, onLiveChange: ignored, onDatabaseReplaced: ignored },
      createLogger("silent"),
    );
    await notifier.start();
    try {
      invalidated.mockClear();
      const answer = { guestName: "", guestPhone: "", amount: null, notes: "", bookingId: null };
      const response = await host("PUT", `/api/admin/channel-stays/${id}`, {
        ...answer,
        hostOverride: "closure",
        version,
      });
      expect(response.status, response.text).toBe(200);
      await expect.poll(() => invalidated.mock.calls.length).toBeGreaterThan(0);
    } finally {
      await notifier.stop();
      await other.close();
    }
    expect((await server.send("GET", "/api/availability?from=2026-12-08&to=2026-12-15")).json.unavailable).toEqual([
      "2026-12-10",
      "2026-12-11",
    ]);
  });

  test("after a restore, and while a platform cannot be read, the pages say that a booking is or may be a request", async () => {
    const stay = "/book?in=2027-01-20&out=2027-01-22&guests=2";
    const inPages = async () =>
      (await Promise.all(["/", stay, `/fr${stay}`].map((path) => server.send("GET", path)))).map(
        ({ text }) => /You send us a request[^.]*|If we first have to check[^.]*|Si nous devons[^.]*/.exec(text)?.[0],
      );
    const request = "You send us a request first, without paying, and we answer within 24 hours";
    expect(await inPages()).toEqual([undefined, undefined, undefined]);
    const since = clock().toISOString();
    await server.db.insertInto("feed_hold").values({ id: 1, reason: "restored", since }).execute();
    await expect.poll(async () => (await inPages()).slice(0, 2)).toEqual([request, request]);
    expect((await server.send("GET", "/terms")).text).toContain("The booking form sends us a request.");
    await server.db.deleteFrom("feed_hold").execute();
    await expect.poll(inPages).toEqual([undefined, undefined, undefined]);

    const booked = async (day: number) => {
      clock.advance(3 * 60_000);
      const dates = { checkInDate: `2027-01-${day}`, checkOutDate: `2027-01-${day + 1}` };
      return (await bookStay(server, dates)).json.status;
    };
    const onUnreachable = async (choice: string) => {
      const saved = { ...(await host("GET", "/api/admin/channels")).json.rules, onUnreachable: choice };
      expect((await host("PUT", "/api/admin/channels/rules", saved)).status).toBe(200);
    };
    await onUnreachable("ask");
    const offered = {
      ...GUEST,
      checkInDate: "2027-01-26",
      checkOutDate: "2027-01-28",
      guestCount: 2,
      status: "pending",
    };
    const { id: offerId } = (await host("POST", "/api/admin/bookings", offered)).json;
    const sent = await host("POST", `/api/admin/bookings/${offerId}/offer`, { version: 1, hours: 48 });
    expect(sent.status, sent.text).toBe(200);
    const guest = { cookie: cookieOf(await followLink(server, await ownLinkOf(server, offerId))) };
    const inOffer = async () => {
      const { text } = await server.send("GET", `/fr/booking/confirmation/${offerId}`, undefined, guest);
      expect(text).toContain("Réserver pour");
      return /Si nous devons[^.]*/.exec(text)?.[0];
    };
    expect(await inOffer()).toBe(undefined);
    const site = "unread-nights.airbnb.com";
    platforms.replies.set(site, { body: calendarOf(AIRBNB, []) });
    const link = { platform: "airbnb", url: LINK.replace(`${SITE}/calendar/ical/4712`, `${site}/calendar/ical/4713`) };
    const { id } = (await host("POST", "/api/admin/channels", link)).json;
    platforms.replies.set(site, { status: 500 });
    expect(await booked(20)).toBe("pending");
    const maybe =
      "If we first have to check your dates, you send us a request, without paying, and we answer within 24 hours";
    const enFrancais =
      "Si nous devons d’abord vérifier vos dates, vous nous envoyez une demande, sans payer, et nous répondons sous 24 heures";
    await expect.poll(inPages).toEqual([maybe, maybe, enFrancais]);
    expect(await inOffer()).toBe(enFrancais);
    platforms.replies.set(site, { body: calendarOf(AIRBNB, []) });
    expect(await booked(22)).toBe("upcoming");
    await expect.poll(inPages).toEqual([undefined, undefined, undefined]);
    // A link that cannot be read when it is connected is deleted again, so this one is written to the database
    // directly.
    const connected = await server.db.selectFrom("channel").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    const unread = { ...connected, id: "unread", import_url: "https://a.example/b.ics", import_hash: "unread" };
    await server.db.insertInto("channel").values(unread).execute();
    await server.db.updateTable("channel").set({ last_state: "timeout" }).where("id", "=", "unread").execute();
    await expect.poll(inPages).toEqual([maybe, maybe, enFrancais]);
    await server.db.deleteFrom("channel").where("id", "=", "unread").execute();
    await expect.poll(inPages).toEqual([undefined, undefined, undefined]);
    await onUnreachable("sell");
  });

  test("tonight can be booked until the cut-off time for same-day bookings", async () => {
    await rules({ notice: { days: 0, until: "18:00" } });
    await expect.poll(() => state("2026-12-01")).toBe("open");
    clock.advance(3 * 3_600_000);
    await expect.poll(() => state("2026-12-01")).toBe("closed");
    expect(await state("2026-12-02")).toBe("open");
  });

  test("a free night within the minimum notice is not shown as booked, and the earliest arrival is stated", async () => {
    await rules({});
    await bookStay(server, { checkInDate: "2026-12-03", checkOutDate: "2026-12-04" });
    await rules({ notice: { days: 5, until: null } });
    const earliest = "The earliest arrival is December 6, 2026";
    const small = earliest.replace("The", "the");
    for (const path of ["/", "/book"]) {
      const { text } = await server.send("GET", path);
      const [tomorrow, sold] = ["2026-12-02", "2026-12-03"].map(
        (night) =>
          new RegExp(`aria-label="([^"]*)" (?:tabindex="-1" )?data-day="${night}" data-state="(\\w+)"`).exec(text) ??
          [],
      );
      expect([path, tomorrow?.[1], tomorrow?.[2]]).toEqual([path, expect.stringContaining(small), "closed"]);
      expect([path, sold?.[2]]).toEqual([path, "taken"]);
    }
    const stay = { in: "2026-12-02", out: "2026-12-03", guests: "2" };
    const page = (await server.send("GET", `/book?${new URLSearchParams(stay).toString()}`)).text;
    // The chosen dates are kept, and the nearest dates that can be booked are offered.
    expect(page).toContain('value="2026-12-02"');
    expect(page).toContain(earliest);
    expect(page).toContain("Use the nearest free dates: ");
    expect(page).not.toContain("Already booked");
    const form = {
      ...GUEST,
      checkInDate: stay.in,
      checkOutDate: stay.out,
      guestCount: "2",
      formKey: crypto.randomUUID(),
    };
    const sent = await server.send("POST", "/book", new URLSearchParams(form).toString(), {
      "content-type": "application/x-www-form-urlencoded",
    });
    expect([sent.status, sent.text.includes(earliest), sent.text.includes("Already booked")]).toEqual([
      expect.any(Number),
      true,
      false,
    ]);
    expect(sent.status).toBeGreaterThanOrEqual(400);
  });
});
