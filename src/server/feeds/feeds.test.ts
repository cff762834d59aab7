import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addDays, toLocalDate } from "#domain/calendar/local-date.ts";
import { HOST_PAGES } from "#domain/channels/channel.ts";
import { engines } from "../testing/engines.ts";
import { bookStay, GUEST } from "../testing/given.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import type { NotifyHost } from "../core/host.ts";
import { createFeedStore } from "./feed-queries.ts";
import { notifyOfWaiting } from "./notify-of-waiting.ts";
import { importStay, openChannel } from "../testing/open-channel.ts";

const MINUTE = 60_000;
const today = toLocalDate("2026-11-21");
/** The tables that are read or written when a calendar is served. */
const FEED_TABLES = [
  ...(["feed", "feed_hold", "feed_item", "feed_read", "feed_version", "channel"] as const),
  ...(["booking", "occupied_night", "owner_block", "channel_stay", "property", "site_content"] as const),
];

describe.each(engines)("our calendar for the platforms on %s", (engine) => {
  let server: TestApp;
  let cookie: string;
  let path: Record<string, string>;
  let firstFree = addDays(today, 5);

  beforeAll(async () => {
    server = await startTestApp(engine);
    cookie = await server.signIn();
    path = {};
    for (const platform of ["airbnb", "vrbo"] as const) path[platform] = await openChannel(server, cookie, platform);
  });
  // Tests move the clock by hours, which ends sessions.
  beforeEach(async () => {
    cookie = await server.signIn();
  });
  afterAll(() => server.close());

  const host = (method: string, address: string, body?: unknown) => server.send(method, address, body, { cookie });
  const read = (platform = "airbnb", headers: Record<string, string> = {}) =>
    server.send("GET", path[platform] ?? "", undefined, { "user-agent": "Platform/1", ...headers });
  /** Nights that no other test uses. */
  function span(count: number) {
    const checkInDate = addDays(firstFree, 2);
    firstFree = addDays(checkInDate, count + 2);
    return { checkInDate, checkOutDate: addDays(checkInDate, count) };
  }
  const shows = (text: string, { checkInDate, checkOutDate }: { checkInDate: string; checkOutDate: string }) =>
    text.includes(
      `DTSTART;VALUE=DATE:${checkInDate.replaceAll("-", "")}\r\nDTEND;VALUE=DATE:${checkOutDate.replaceAll("-", "")}\r\n`,
    );
  const feedOf = async (platform: string) => {
    const list = await host("GET", "/api/admin/feeds");
    return list.json.feeds.find((feed: { platform: string }) => feed.platform === platform);
  };
  const deliveries = async (id: string) => {
    const response = await host("GET", `/api/admin/deliveries?kind=booking&id=${id}`);
    return Object.fromEntries(
      response.json.map((one: { platform: string; state: string; at: string }) => [one.platform, one]),
    );
  };
  const rotated = async (channel: string) => {
    await host("POST", `/api/admin/feeds/${channel}/rotate`, { keepOldHours: 0 });
    path["vrbo"] = (await feedOf("vrbo")).path;
  };
  const cancel = async (id: string) => {
    const { json } = await host("GET", `/api/admin/bookings/${id}`);
    const { version, feeIfCancelledNow } = json;
    return host("POST", `/api/admin/bookings/${id}/cancel`, {
      version,
      waiveFee: true,
      expectedFee: feeIfCancelledNow,
    });
  };

  test("S-50, S-51: each channel reads the occupied nights at its own address, and learns nothing about the guests", async () => {
    expect(path["airbnb"]).toMatch(/^\/calendar\/[\w-]{43}\/airbnb\.ics$/);
    expect(path["airbnb"]).not.toBe(path["vrbo"]);
    const stay = span(3);
    await bookStay(server, stay);
    const block = span(2);
    await host("POST", "/api/admin/blocks", {
      startsOn: block.checkInDate,
      endsOn: block.checkOutDate,
      reason: "Painting the veranda",
    });
    const response = await read();
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    expect(shows(response.text, stay) && shows(response.text, block)).toBe(true);
    for (const secret of [GUEST.name, GUEST.email, GUEST.phone, "Painting", "450.00", "45000", "airbnb"]) {
      expect(response.text).not.toContain(secret);
    }
    expect(response.text).not.toContain("METHOD");
    expect(shows((await read("vrbo")).text, stay)).toBe(true);
  });

  test("S-50: a stay sold by a channel is published to all channels except that one", async () => {
    const stay = span(2);
    const { json } = await bookStay(server, stay);
    await server.db.updateTable("booking").set({ source: "airbnb" }).where("id", "=", json.id).execute();
    expect(shows((await read("airbnb")).text, stay)).toBe(false);
    expect(shows((await read("vrbo")).text, stay)).toBe(true);
    expect(Object.keys(await deliveries(json.id))).toEqual(["vrbo"]);
  });

  test("S-50: a stay imported from one platform is published to the others while it occupies nights", async () => {
    const stay = span(3);
    await importStay(server.db, "channel-airbnb", stay);
    expect(shows((await read("airbnb")).text, stay)).toBe(false);
    expect(shows((await read("vrbo")).text, stay)).toBe(true);
    await server.db.updateTable("channel_stay").set({ holds_nights: 0, spared: "echo" }).execute();
    expect(shows((await read("vrbo")).text, stay)).toBe(false);
  });

  test("S-51: changed dates raise an event's sequence number but do not change its id; a note changes nothing", async () => {
    const stay = span(4);
    const { json } = await bookStay(server, stay);
    const eventOf = (text: string, checkIn: string) =>
      text.split("BEGIN:VEVENT").find((event) => event.includes(`DTSTART;VALUE=DATE:${checkIn.replaceAll("-", "")}`)) ??
      "";
    const before = eventOf((await read()).text, stay.checkInDate);
    server.clock.advance(10 * MINUTE);
    const booking = (await host("GET", `/api/admin/bookings/${json.id}`)).json;
    await host("PUT", `/api/admin/bookings/${json.id}/notes`, { version: booking.version, notes: "Comes by train" });
    expect(eventOf((await read()).text, stay.checkInDate)).toBe(before);

    const moved = { ...stay, checkInDate: addDays(toLocalDate(stay.checkInDate), 1) };
    const quote = await host(
      "GET",
      `/api/admin/stay-quote?checkInDate=${moved.checkInDate}&checkOutDate=${moved.checkOutDate}&bookingId=${json.id}`,
    );
    const changed = await host("PUT", `/api/admin/bookings/${json.id}/stay`, {
      version: booking.version + 1,
      ...moved,
      guestCount: 2,
      price: "new",
      expectedTotal: quote.json.totalAmount,
    });
    expect(changed.status).toBe(200);
    const after = eventOf((await read()).text, moved.checkInDate);
    const uid = (event: string) => /UID:(.*)/.exec(event)?.[1];
    expect(uid(after)).toBe(uid(before));
    expect(before).toContain("SEQUENCE:0");
    expect(after).toContain("SEQUENCE:1");
    expect(after).not.toContain(/DTSTAMP:.*/.exec(before)?.[0]);
    expect(after).not.toContain(json.id);
  });

  test("S-52: a booking request is published, and a cancelled booking disappears at once", async () => {
    const stay = span(2);
    const entered = await host("POST", "/api/admin/bookings", { ...GUEST, ...stay, guestCount: 2, status: "pending" });
    expect(entered.status).toBe(201);
    expect(shows((await read()).text, stay)).toBe(true);
    expect((await cancel(entered.json.id)).status).toBe(200);
    expect(shows((await read()).text, stay)).toBe(false);
  });

  test("S-53: the same data gives the same bytes with a strong ETag; 304 responses and HEAD requests work", async () => {
    const first = await read();
    server.clock.advance(3 * MINUTE);
    const second = await read();
    expect(second.text).toBe(first.text);
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    expect(second.headers.get("etag")).toBe(etag);
    const unchanged = await read("airbnb", { "if-none-match": `"other", ${etag}` });
    expect([unchanged.status, unchanged.text, unchanged.headers.get("etag")]).toEqual([304, "", etag]);
    const head = await server.send("HEAD", path["airbnb"] ?? "");
    expect([head.status, head.text, head.headers.get("etag")]).toEqual([200, "", etag]);
    for (const response of [first, unchanged, head]) {
      expect(response.headers.get("cache-control")).toBe("no-cache");
      expect(response.headers.get("x-robots-tag")).toBe("noindex");
      expect(response.headers.getSetCookie()).toEqual([]);
    }
    const unknown = await server.send("GET", `/calendar/${"A".repeat(43)}/airbnb.ics`);
    expect([unknown.status, unknown.headers.get("location")]).toEqual([404, null]);
    expect((await server.send("GET", (path["airbnb"] ?? "").replace(".ics", ".txt"))).status).toBe(404);
  });

  test("S-53: one network address may make more than 120 requests per hour", async () => {
    for (let turn = 0; turn < 13; turn++) {
      const responses = await Promise.all(Array.from({ length: 10 }, () => read("vrbo")));
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    }
  });

  test("S-54: when bookings vanish from the records, no calendar is published until the host confirms that the calendar is complete", async () => {
    const stay = span(2);
    const { json } = await bookStay(server, stay);
    await read("vrbo");
    await server.db.deleteFrom("booking_event").where("booking_id", "=", json.id).execute();
    await server.db.deleteFrom("booking_access").where("booking_id", "=", json.id).execute();
    await server.db.transaction().execute(async (trx) => {
      await trx.deleteFrom("booking").where("id", "=", json.id).execute();
      await trx.deleteFrom("occupied_night").where("booking_id", "=", json.id).execute();
    });
    const refused = await read("vrbo");
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "300"]);
    expect(refused.text).not.toContain("VCALENDAR");
    expect((await read("airbnb")).status).toBe(503);
    expect((await host("GET", "/api/admin/feeds")).json.hold).toEqual({
      reason: "lost",
      since: server.clock().toISOString(),
    });
    const confirm = (since: Date) => host("POST", "/api/admin/feeds/serve-again", { since: since.toISOString() });
    // The host answers an earlier warning that is still open in another tab.
    expect((await confirm(new Date(server.clock().getTime() - MINUTE))).status).toBe(409);
    expect((await read("vrbo")).status).toBe(503);
    expect((await confirm(server.clock())).json.hold).toBeNull();
    for (const platform of ["airbnb", "vrbo"]) expect((await read(platform)).status).toBe(200);
    expect((await host("GET", "/api/admin/audit")).text).toContain("Confirmed that the calendar is complete");
  });

  test("S-54: if a table that a calendar needs cannot be read, the response is a 503, not an incomplete calendar", async () => {
    await bookStay(server, span(2));
    for (const table of FEED_TABLES) {
      await server.db.schema.alterTable(table).renameTo("away").execute();
      const response = await read();
      await server.db.schema.alterTable("away").renameTo(table).execute();
      expect([table, response.status, response.headers.get("retry-after"), response.headers.get("etag")]).toEqual([
        table,
        503,
        "300",
        null,
      ]);
      expect(response.text).not.toContain("VCALENDAR");
    }
    expect((await read()).status).toBe(200);
  });

  test("S-04: a new address works at once, the old one works for the chosen number of hours, and the log contains no secret", async () => {
    const old = path["vrbo"] ?? "";
    const id = (await feedOf("vrbo")).channel;
    const rotate = (keepOldHours: number) => host("POST", `/api/admin/feeds/${id}/rotate`, { keepOldHours });
    await rotate(48);
    const next = (await feedOf("vrbo")).path;
    expect(next).not.toBe(old);
    expect((await server.send("GET", next)).status).toBe(200);
    expect((await server.send("GET", old)).status).toBe(200);
    expect((await feedOf("vrbo")).reads[0].address).toBe("old");
    server.clock.advance(48 * 60 * MINUTE);
    expect((await server.send("GET", old)).status).toBe(404);
    cookie = await server.signIn();
    await rotate(0);
    path["vrbo"] = (await feedOf("vrbo")).path;
    expect((await server.send("GET", next)).status).toBe(404);
    expect((await rotate(73)).status).toBe(400);
    expect((await host("POST", "/api/admin/feeds/nothing/rotate", { keepOldHours: 1 })).status).toBe(404);
    const log = (await host("GET", "/api/admin/audit")).text;
    expect(log).toContain("Replaced a calendar link");
    for (const address of [old, next, path["vrbo"]]) expect(log).not.toContain(address?.split("/")[2]);
  });

  test("S-04: if a new address is replaced before a platform has read it, the address in use keeps working", async () => {
    const used = path["vrbo"] ?? "";
    const id = (await feedOf("vrbo")).channel;
    const rotate = (keepOldHours: number) => host("POST", `/api/admin/feeds/${id}/rotate`, { keepOldHours });
    await rotate(48);
    const unread = (await feedOf("vrbo")).path;
    await rotate(48);
    expect((await server.send("GET", used)).status).toBe(200);
    expect((await server.send("GET", unread)).status).toBe(404);
    const read = (await feedOf("vrbo")).path;
    server.clock.advance(MINUTE);
    expect((await server.send("GET", read)).status).toBe(200);
    await rotate(48);
    expect((await server.send("GET", read)).status).toBe(200);
    expect((await server.send("GET", used)).status).toBe(404);
    await rotate(0);
    expect((await server.send("GET", read)).status).toBe(404);
    path["vrbo"] = (await feedOf("vrbo")).path;
  });

  test("S-70: requests for a calendar are logged, with their outcome, user agent and network", async () => {
    // It takes three reads to know the usual interval.
    await read();
    server.clock.advance(5 * MINUTE);
    const etag = (await read()).headers.get("etag") ?? "";
    server.clock.advance(25 * MINUTE);
    await read("airbnb", { "if-none-match": etag, "user-agent": "Airbnb/2" });
    server.clock.advance(20 * MINUTE);
    await server.send("HEAD", path["airbnb"] ?? "");
    const feed = await feedOf("airbnb");
    expect(feed.reads.slice(0, 3).map((one: { outcome: string }) => one.outcome)).toEqual([
      "headers",
      "unchanged",
      "whole",
    ]);
    expect(feed.reads[1]).toEqual({
      at: feed.lastReadAt,
      outcome: "unchanged",
      address: "current",
      userAgent: "Airbnb/2",
      network: "127.0.0.0/24",
    });
    expect(new Date(feed.lastReadAt).getTime()).toBe(server.clock().getTime() - 20 * MINUTE);
    expect([feed.quiet, typeof feed.usualGapMs]).toEqual([false, "number"]);
  });

  test("S-72: the host is alerted to unknown readers from many networks", async () => {
    const { channel } = await feedOf("vrbo");
    // Reads in other tests have to be earlier than the new address.
    server.clock.advance(MINUTE);
    await rotated(channel);
    const at = server.clock().toISOString();
    const strange = (network: number) => ({
      channel,
      at,
      outcome: "whole" as const,
      address: "current" as const,
      user_agent: "Mozilla/5.0",
      network: `198.51.${network}.0/24`,
    });
    await server.db.insertInto("feed_read").values([1, 2, 3, 4].map(strange)).execute();
    for (let i = 0; i < 6; i++) await read("vrbo");
    expect((await feedOf("vrbo")).seemsPublic).toBe(false);
    await server.db.insertInto("feed_read").values(strange(5)).execute();
    expect((await feedOf("vrbo")).seemsPublic).toBe(true);
    const { alerts } = (await host("GET", "/api/admin/dashboard")).json;
    expect(alerts).toContainEqual(expect.objectContaining({ id: `feed-public-${channel}` }));
    server.clock.advance(MINUTE);
    await rotated(channel);
    expect((await feedOf("vrbo")).seemsPublic).toBe(false);
  });

  test("S-71: a booking is shown as waiting until a channel has read it, and so is its cancellation", async () => {
    const { json } = await bookStay(server, span(2));
    expect(await deliveries(json.id)).toMatchObject({ airbnb: { state: "waiting" }, vrbo: { state: "waiting" } });
    await server.send("HEAD", path["airbnb"] ?? "");
    expect((await deliveries(json.id))["airbnb"].state).toBe("waiting");
    await read("airbnb");
    const readAt = server.clock().toISOString();
    server.clock.advance(5 * MINUTE);
    await read("airbnb");
    expect(await deliveries(json.id)).toMatchObject({
      airbnb: { state: "delivered", at: readAt },
      vrbo: { state: "waiting" },
    });
    await cancel(json.id);
    expect(await deliveries(json.id)).toMatchObject({ airbnb: { state: "waiting" }, vrbo: { state: "never-told" } });
    await read("airbnb");
    expect((await deliveries(json.id))["airbnb"]).toMatchObject({
      state: "delivered",
      at: server.clock().toISOString(),
    });
    expect((await host("GET", "/api/admin/deliveries?kind=booking&id=nobody")).status).toBe(404);
  });

  test("S-71: the host is notified when a platform has not read an imminent stay from our calendar within three hours", async () => {
    const tomorrow = addDays(toLocalDate(server.clock().toISOString().slice(0, 10)), 1);
    const stay = { checkInDate: tomorrow, checkOutDate: addDays(tomorrow, 1) };
    const { json } = await bookStay(server, stay);
    await read("airbnb");
    const notified: Parameters<NotifyHost>[1][] = [];
    const look = () =>
      notifyOfWaiting({
        feeds: createFeedStore(server.database),
        clock: server.clock,
        today: async () => addDays(tomorrow, -1),
        notifyHost: async (_trx, notification) => void notified.push(notification),
      });
    const ours = () => notified.splice(0).filter(({ link }) => link === `/admin/bookings/${json.id}`);
    server.clock.advance(2 * 60 * MINUTE);
    await look();
    expect(ours()).toEqual([]);
    server.clock.advance(61 * MINUTE);
    await look();
    const [notification, ...others] = ours();
    expect(others).toEqual([]);
    expect(notification?.subject).toBe(`Vrbo does not know about booking ${json.reference} yet`);
    expect(notification?.lines.join(" ")).toContain(HOST_PAGES.vrbo);
    // A note changes nothing for the platform. The key stays the same, so the host is not notified again.
    const { version } = (await host("GET", `/api/admin/bookings/${json.id}`)).json;
    await host("PUT", `/api/admin/bookings/${json.id}/notes`, { notes: "Vegetarian", version });
    server.clock.advance(181 * MINUTE);
    await look();
    expect(ours().map(({ key }) => key)).toEqual([notification?.key]);
    const feeds = createFeedStore(server.database);
    const hold = { reason: "restored", since: server.clock() } as const;
    await feeds.locked((trx) => feeds.setHold(trx, hold));
    await look();
    expect(ours()).toEqual([]);
    await feeds.locked((trx) => feeds.setHold(trx, null));
    await read("vrbo");
    await look();
    expect(ours()).toEqual([]);
  });

  test("S-70: the dashboard shows a platform that has stopped reading, and reads complete a step of the set-up", async () => {
    const dashboard = async () => (await host("GET", "/api/admin/dashboard")).json;
    // Several reads, so that pauses in other tests do not count as the usual interval.
    for (let n = 0; n < 4; n++) await read("airbnb");
    await read("vrbo");
    const ids = async () => (await dashboard()).alerts.map((one: { id: string }) => one.id);
    expect(await ids()).not.toContain("feed-quiet-channel-airbnb");
    expect((await dashboard()).setup).toContainEqual(expect.objectContaining({ id: "first-feed", done: true }));
    server.clock.advance(26 * 60 * MINUTE);
    await read("vrbo");
    cookie = await server.signIn();
    expect(await ids()).toContain("feed-quiet-channel-airbnb");
    expect(await ids()).not.toContain("feed-quiet-channel-vrbo");
    // While nobody may read our calendar, the platform is not the cause.
    const feeds = createFeedStore(server.database);
    const hold = { reason: "restored", since: server.clock() } as const;
    await feeds.locked((trx) => feeds.setHold(trx, hold));
    expect(await ids()).toContain("feeds-held");
    expect(await ids()).not.toContain("feed-quiet-channel-airbnb");
    await feeds.locked((trx) => feeds.setHold(trx, null));
  });

  test("S-71: the delivery of blocks is shown too, even after they are freed", async () => {
    const nights = span(2);
    const block = await host("POST", "/api/admin/blocks", {
      startsOn: nights.checkInDate,
      endsOn: nights.checkOutDate,
      reason: "Family",
    });
    const states = async () => {
      const response = await host("GET", `/api/admin/deliveries?kind=block&id=${block.json.id}`);
      return response.json.map((one: { state: string }) => one.state).toSorted();
    };
    expect(await states()).toEqual(["waiting", "waiting"]);
    await read("airbnb");
    expect(await states()).toEqual(["delivered", "waiting"]);
    await host("DELETE", `/api/admin/blocks/${block.json.id}?version=1`);
    expect(await states()).toEqual(["never-told", "waiting"]);
  });
});
