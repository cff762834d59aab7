import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { calendarFile } from "../backups/calendar-feed.ts";
import { withSnapshot } from "../database/snapshot.ts";
import { engines } from "../testing/engines.ts";
import { GUEST } from "../testing/given.ts";
import {
  AIRBNB,
  airbnbStay,
  BOOKING,
  bookingStay,
  calendarOf,
  type Platforms,
  type SimEvent,
  startPlatforms,
} from "../testing/platforms.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";

const MINUTE = 60_000;
const SITE = "linked.airbnb.com";
const CODE = "HMLINKED01";
/** Other stays on Airbnb, so that the calendar without the stay is not suddenly empty (S-33). */
const OTHERS = [
  airbnbStay("HMLINKED02", "2027-02-01", "2027-02-03"),
  airbnbStay("HMLINKED03", "2027-02-05", "2027-02-08"),
];

/** A guest who booked on Airbnb for 3 to 6 June is also entered here, and the host has linked the two records. */
describe.each(engines)("S-27: a booking and the platform's stay that the host linked to it, on %s", (engine) => {
  let server: TestApp;
  let platforms: Platforms;
  let cookie: string;
  let channel: string;
  let booking: { id: string; reference: string };
  beforeEach(async () => {
    platforms = await startPlatforms();
    server = await startTestApp(engine, { platforms: platforms.reach });
    cookie = await server.signIn();
    const dates = { checkInDate: "2027-06-03", checkOutDate: "2027-06-06", guestCount: 2 };
    booking = (await host("POST", "/bookings", { ...GUEST, ...dates, status: "confirmed" })).json;
    shows("2027-06-03", "2027-06-06");
    const url = `https://${SITE}/calendar/ical/4711.ics?s=0123456789abcdef`;
    channel = (await host("POST", "/channels", { platform: "airbnb", url })).json.id;
    await link();
  });
  afterEach(async () => {
    await server.close();
    await platforms.close();
  });

  const host = (method: string, path: string, body?: unknown) =>
    server.send(method, `/api/admin${path}`, body, { cookie });
  const shows = (from?: string, to?: string, more: SimEvent[] = []) => {
    const events = [...(from && to ? [airbnbStay(CODE, from, to)] : []), ...OTHERS, ...more];
    platforms.replies.set(SITE, { body: calendarOf(AIRBNB, events) });
  };
  const stay = async (code = CODE) =>
    (await host("GET", `/channel-stays?show=all&channelId=${channel}`)).json.find(
      (one: { code: string }) => one.code === code,
    );
  const link = async (code = CODE, bookingId = booking.id) => {
    const { id, version } = await stay(code);
    const words = { guestName: "", guestPhone: "", amount: null, notes: "", hostOverride: null };
    const linked = await host("PUT", `/channel-stays/${id}`, { ...words, bookingId, version });
    expect(linked.status, linked.text).toBe(200);
  };
  const sync = async () => {
    server.clock.advance(31 * MINUTE);
    cookie = await server.signIn();
    await host("POST", `/channels/${channel}/sync`);
  };
  const detail = async () => (await host("GET", `/bookings/${booking.id}`)).json;
  const openConflicts = async () => (await host("GET", "/channel-conflicts")).json;
  const close = ({ id, version }: { id: string; version: string }) =>
    host("POST", `/channel-conflicts/${id}/close`, { reason: "They will leave a day early", version });
  const taken = async (from: string, to: string): Promise<string[]> =>
    (await server.send("GET", `/api/availability?from=${from}&to=${to}`)).json.unavailable;
  const emails = async (subject: string) => {
    const rows = await server.db
      .selectFrom("scheduled_message")
      .select("body")
      .where("subject", "like", subject)
      .execute();
    return rows.map(({ body }) => body);
  };
  const quote = async (dates: { checkInDate: string; checkOutDate: string }) =>
    (await host("GET", `/stay-quote?${new URLSearchParams({ ...dates, guestCount: "2", bookingId: booking.id })}`))
      .json;
  const move = async (checkInDate: string, checkOutDate: string) => {
    const { version, totalAmount } = await detail();
    const stayOf = { checkInDate, checkOutDate, guestCount: 2 };
    return host("PUT", `/bookings/${booking.id}/stay`, {
      version,
      ...stayOf,
      price: "keep",
      expectedTotal: totalAmount,
    });
  };
  const cancel = async () => {
    const { version } = await detail();
    await host("POST", `/bookings/${booking.id}/cancel`, { version, waiveFee: true, expectedFee: "0.00" });
  };
  const restore = async () => {
    const { version } = await detail();
    return host("POST", `/bookings/${booking.id}/status`, { version, status: "confirmed" });
  };

  test("when the platform moves the stay, the host is told and can move the booking to the same nights", async () => {
    shows("2027-06-04", "2027-06-07");
    await sync();
    const [email] = await emails(`Airbnb stay ${CODE}: dates changed`);
    expect(email).toContain(`Booking ${booking.reference} keeps its dates`);
    expect((await quote({ checkInDate: "2027-06-04", checkOutDate: "2027-06-07" })).takenNights).toEqual([]);
    const moved = await move("2027-06-04", "2027-06-07");
    expect(moved.status, moved.text).toBe(200);
    expect(await taken("2027-06-01", "2027-06-10")).toEqual(["2027-06-04", "2027-06-05", "2027-06-06"]);
    expect(await openConflicts()).toEqual([]);
    // The nights that the booking gives up belong to the platform's stay again.
    expect((await move("2027-06-03", "2027-06-05")).status).toBe(200);
    expect(await taken("2027-06-01", "2027-06-10")).toHaveLength(4);
    await cancel();
    expect(await taken("2027-06-01", "2027-06-10")).toEqual(["2027-06-04", "2027-06-05", "2027-06-06"]);
  });

  test("if the booking already has the platform's new dates, the email does not ask the host to change it", async () => {
    expect((await move("2027-06-05", "2027-06-06")).status).toBe(200);
    shows("2027-06-05", "2027-06-06");
    await sync();
    const [email] = await emails(`Airbnb stay ${CODE}: dates changed`);
    expect(email).toContain("Now: June 5, 2027 to June 6, 2027, 1 night.");
    expect(email).toContain(`Booking ${booking.reference} already has these dates.`);
    expect(email).not.toContain("change its dates");
  });

  test("the host is told even if the calendar that moves the stay does not mark bookings", async () => {
    const site = "private.example.com";
    const own = (from: string, to: string): SimEvent[] => [{ uid: "own", from, to, summary: "Summer guest" }];
    const shown = (events: SimEvent[]) => platforms.replies.set(site, { body: calendarOf("-//Calendar//EN", events) });
    shown(own("2027-06-03", "2027-06-06"));
    const url = `https://${site}/calendar.ics`;
    channel = (await host("POST", "/channels", { platform: "other", name: "Family", url })).json.id;
    const moveTo = async (from: string, to: string) => {
      shown(own(from, to));
      await sync();
    };
    await moveTo("2027-06-03", "2027-06-05");
    expect(await emails("%dates changed")).toEqual([]);
    await link("");
    await moveTo("2027-06-04", "2027-06-07");
    const [email, ...more] = await emails("%dates changed");
    expect(email).toContain("Now: June 4, 2027 to June 7, 2027");
    expect(email).toContain(`Booking ${booking.reference} keeps its dates`);
    expect(more).toEqual([]);
  });

  describe("if Booking.com replaces the stay with one that has a new UID and new dates", () => {
    const site = "linked.booking.com";
    const others = [bookingStay("o1", "2027-02-10", "2027-02-13"), bookingStay("o2", "2027-02-20", "2027-02-23")];
    const shown = (...events: SimEvent[]) =>
      platforms.replies.set(site, { body: calendarOf(BOOKING, [...events, ...others]) });
    const old = bookingStay("old", "2027-06-03", "2027-06-06");
    const moved = bookingStay("new", "2027-06-04", "2027-06-07");
    const imported = async (day: string) =>
      (await host("GET", `/channel-stays?show=all&channelId=${channel}`)).json.find(
        ({ startsOn }: { startsOn: string }) => startsOn === day,
      );
    const save = async (day: string, notes: string, bookingId: string | null) => {
      const { id, version } = await imported(day);
      const words = { guestName: "", guestPhone: "", amount: null, notes, hostOverride: null };
      const saved = await host("PUT", `/channel-stays/${id}`, { ...words, bookingId, version });
      expect(saved.status, saved.text).toBe(200);
    };
    beforeEach(async () => {
      // Only Booking.com has the stay.
      shows();
      await sync();
      await sync();
      shown(old);
      const url = `https://${site}/calendar/ical/4711.ics?s=0123456789abcdef`;
      channel = (await host("POST", "/channels", { platform: "booking.com", url })).json.id;
      await save("2027-06-03", "They bring a dog", booking.id);
      expect(await openConflicts()).toEqual([]);
    });

    test("the new stay is linked to the same booking", async () => {
      const alerts = await emails("%ouble booking%");
      shown(moved);
      await sync();
      expect(await imported("2027-06-04")).toMatchObject({ state: "active", bookingId: booking.id });
      expect(await openConflicts()).toEqual([]);
      expect(await emails("%ouble booking%")).toEqual(alerts);
      const [email] = await emails("Booking.com stay: dates changed");
      expect(email).toContain(`Booking ${booking.reference} keeps its dates`);
      expect(email).toContain("If this is a different guest");
      expect((await move("2027-06-04", "2027-06-07")).status).toBe(200);
      await sync();
      expect(await imported("2027-06-03")).toMatchObject({ state: "released" });
      expect(await imported("2027-06-04")).toMatchObject({ notes: "They bring a dog", bookingId: booking.id });
      expect(await openConflicts()).toEqual([]);
      // Both stays are listed after all, so they belong to different guests.
      shown(old, moved);
      await sync();
      expect(await imported("2027-06-03")).toMatchObject({ state: "active", bookingId: booking.id });
      expect(await imported("2027-06-04")).toMatchObject({ state: "active", bookingId: null });
      expect(await openConflicts()).toHaveLength(1);
    });

    test("the host can answer that the new stay is a different guest's, which makes it a double booking", async () => {
      shown(moved);
      await sync();
      await save("2027-06-04", "", null);
      expect(await openConflicts()).toHaveLength(1);
      await sync();
      await sync();
      expect(await imported("2027-06-03")).toMatchObject({ state: "released" });
      expect(await imported("2027-06-04")).toMatchObject({ state: "active", bookingId: null });
      expect(await openConflicts()).toHaveLength(1);
    });
  });

  test("a booking that was cancelled by mistake can be restored", async () => {
    await cancel();
    const restored = await restore();
    expect(restored.status, restored.text).toBe(200);
    expect((await detail()).status).toBe("confirmed");
    expect(await openConflicts()).toEqual([]);
  });

  test("while the booking is only pending, the cleaning plan has the platform's stay, because the platform has sold it", async () => {
    const dates = { checkInDate: "2026-12-10", checkOutDate: "2026-12-14", guestCount: 2 };
    const request = (await host("POST", "/bookings", { ...GUEST, ...dates, status: "pending" })).json;
    shows("2027-06-03", "2027-06-06", [airbnbStay("HMLINKED04", "2026-12-10", "2026-12-15")]);
    await sync();
    const cleanings = async () =>
      (await host("GET", "/cleaning")).json.changeovers.map(({ day }: { day: string }) => day);
    expect(await cleanings()).toEqual(["2026-12-10", "2026-12-15"]);
    await link("HMLINKED04", request.id);
    expect(await cleanings()).toEqual(["2026-12-10", "2026-12-15"]);
    const { version } = (await host("GET", `/bookings/${request.id}`)).json;
    expect((await host("POST", `/bookings/${request.id}/status`, { version, status: "confirmed" })).status).toBe(200);
    expect(await cleanings()).toEqual(["2026-12-10", "2026-12-14"]);
  });

  test("the booking cannot move to nights that another booking occupies", async () => {
    shows("2027-06-04", "2027-06-07");
    await sync();
    const dates = { checkInDate: "2027-06-07", checkOutDate: "2027-06-09", guestCount: 2 };
    expect((await host("POST", "/bookings", { ...GUEST, ...dates, status: "confirmed" })).status).toBe(201);
    const refused = await move("2027-06-05", "2027-06-08");
    expect(refused.status).toBe(409);
    expect(refused.json.nights).toEqual(["2027-06-07"]);
    expect(await taken("2027-06-01", "2027-06-10")).toHaveLength(6);
  });

  test("after the host has closed a conflict, cancelling the booking opens one between the two platforms that have sold the nights", async () => {
    const site = "both.booking.com";
    platforms.replies.set(site, { body: calendarOf(BOOKING, [bookingStay("both", "2027-06-05", "2027-06-08")]) });
    const url = `https://${site}/calendar/ical/4711.ics?s=0123456789abcdef`;
    expect((await host("POST", "/channels", { platform: "booking.com", url })).status).toBe(201);
    const [shared] = await openConflicts();
    expect((await close(shared)).status).toBe(200);
    expect(await openConflicts()).toEqual([]);
    const alerts = await emails("Double booking%");
    await cancel();
    expect(await openConflicts()).toMatchObject([{ from: "2027-06-05", to: "2027-06-06" }]);
    expect(await emails("Double booking%")).toHaveLength(alerts.length + 1);
  });

  test("a conflict that ended because the stay was linked says so", async () => {
    const [conflict] = (await host("GET", "/channel-conflicts?show=all")).json;
    expect(conflict).toMatchObject({
      closedBy: "Latchkey",
      reason: "A platform's stay was linked to its booking here.",
    });
  });

  test("after the host has closed a conflict, a later one about more nights ends when the stays share only the nights of the first", async () => {
    const site = "both.booking.com";
    const sells = (from: string) =>
      platforms.replies.set(site, { body: calendarOf(BOOKING, [bookingStay("both", from, "2027-06-08")]) });
    sells("2027-06-05");
    const url = `https://${site}/calendar/ical/4711.ics?s=0123456789abcdef`;
    const { id: other } = (await host("POST", "/channels", { platform: "booking.com", url })).json;
    const syncOther = async (from: string) => {
      sells(from);
      await sync();
      await host("POST", `/channels/${other}/sync`);
    };
    const [shared] = await openConflicts();
    expect((await close(shared)).status).toBe(200);
    await syncOther("2027-06-04");
    const [longer] = await openConflicts();
    expect(longer).toMatchObject({ from: "2027-06-04", to: "2027-06-06" });
    await syncOther("2027-06-03");
    // The conflict now includes a night that the host has not seen.
    expect((await close(longer)).status).toBe(409);
    expect(await openConflicts()).toMatchObject([{ from: "2027-06-03", to: "2027-06-06" }]);
    await syncOther("2027-06-05");
    expect(await openConflicts()).toEqual([]);
    const all = (await host("GET", "/channel-conflicts?show=all")).json;
    expect(all.map(({ reason }: { reason: string }) => reason)).toContain(
      "One of the two stays has changed, and there is no open conflict between them.",
    );
    await syncOther("2027-06-04");
    expect(await openConflicts()).toHaveLength(1);
  });

  test("when the platform cancels the stay, the host is told that the booking still holds the nights", async () => {
    shows();
    await sync();
    expect(await emails("%still holds the nights")).toEqual([]);
    await sync();
    expect((await stay()).state).toBe("released");
    expect((await detail()).status).toBe("confirmed");
    const [email] = await emails(
      `Airbnb stay ${CODE} was probably cancelled, but booking ${booking.reference} still holds the nights`,
    );
    expect(email).toContain("If the guest is not coming, cancel the booking.");
  });

  test("when the host says that missing stays are cancelled, the host is told that the booking still holds the nights", async () => {
    platforms.replies.set(SITE, { body: calendarOf(AIRBNB, []) });
    await sync();
    const [{ id, kind, version }] = (await host("GET", "/channel-reviews")).json;
    expect(kind).toBe("sudden-drop");
    expect((await host("POST", `/channel-reviews/${id}`, { answer: "cancelled", version })).status).toBe(200);
    expect((await stay()).state).toBe("released");
    expect((await detail()).status).toBe("confirmed");
    expect(await emails("%still holds the nights")).toHaveLength(1);
    expect(await taken("2027-06-01", "2027-06-10")).toHaveLength(3);
  });

  test("when the guest's details are deleted, the platform's texts about the stay are deleted too, and the stay is not imported again", async () => {
    const site = "small.example-rentals.com";
    const url = `https://${site}/calendar/ical/4711.ics`;
    const dates = { checkInDate: "2026-11-23", checkOutDate: "2026-11-24", guestCount: 2 };
    const guest = (
      await host("POST", "/bookings", { ...GUEST, ...dates, email: "zora@example.com", status: "confirmed" })
    ).json;
    const own = { uid: "", from: "2026-11-23", to: "2026-11-24", summary: "Booked: Zora Zimtstern" };
    const shown = (...events: SimEvent[]) =>
      platforms.replies.set(site, { body: calendarOf("-//Rentals//EN", events).replaceAll("UID:\r\n", "") });
    const other: SimEvent = { uid: "next", from: "2027-03-01", to: "2027-03-04", summary: "Booked" };
    shown(own, other);
    channel = (await host("POST", "/channels", { platform: "other", url })).json.id;
    const imported = async () => (await host("GET", `/channel-stays?show=all&channelId=${channel}`)).json;
    const calendars = async () => {
      const { runs } = (await host("GET", `/channel-runs?channelId=${channel}&show=all`)).json;
      const stored = runs.filter(({ hasBody }: { hasBody: boolean }) => hasBody);
      const texts = stored.map(({ id }: { id: string }) => host("GET", `/channel-runs/${id}/body`));
      return (await Promise.all(texts)).map(({ text }) => text).join();
    };
    const [{ id: stayId, version }] = await imported();
    const words = { guestName: "", guestPhone: "", amount: null, notes: "", hostOverride: null };
    const linked = await host("PUT", `/channel-stays/${stayId}`, { ...words, bookingId: guest.id, version });
    expect(linked.status, linked.text).toBe(200);
    expect(await calendars()).toContain("Zimtstern");
    const erase = async () => {
      const erased = await host("POST", `/bookings/${guest.id}/erase-guest`, { reference: guest.reference });
      expect(erased.status, erased.text).toBe(200);
    };
    const uid = async () =>
      (await server.db.selectFrom("channel_stay").select("uid").where("id", "=", stayId).executeTakeFirstOrThrow()).uid;

    // Some platforms still list a stay on the day after check-out.
    server.clock.set("2026-11-25T08:00:00Z");
    cookie = await server.signIn();
    await erase();
    expect(await calendars()).not.toContain("Zimtstern");
    await sync();
    expect(await imported()).toHaveLength(2);
    shown(other);
    server.clock.set("2026-11-26T08:00:00Z");
    await sync();
    await erase();
    expect(await uid()).toBe("");
    expect(await calendars()).not.toContain("Zimtstern");
    await sync();
    expect((await imported()).map(({ state }: { state: string }) => state)).toEqual(["finished", "active"]);
  });

  test("the exported calendar contains the stay once", async () => {
    const { text } = await withSnapshot(server.config, calendarFile);
    expect(text).toContain(`(${booking.reference})`);
    expect(text.match(/DTSTART;VALUE=DATE:20270603/g)).toHaveLength(1);
    await cancel();
    expect((await withSnapshot(server.config, calendarFile)).text).toContain(`SUMMARY:Airbnb stay ${CODE}`);
  });

  test("a conflict whose nights have passed is closed for that reason", async () => {
    const dates = { checkInDate: "2026-11-24", checkOutDate: "2026-11-26", guestCount: 2 };
    await host("POST", "/bookings", { ...GUEST, ...dates, status: "confirmed" });
    shows("2026-11-25", "2026-12-27");
    await sync();
    expect(await openConflicts()).toHaveLength(1);
    const alerts = await emails("%ouble booking%");
    expect(alerts).not.toEqual([]);
    server.clock.advance(6 * 24 * 60 * MINUTE);
    await server.app.runJobs(/watch-channels/);
    cookie = await server.signIn();
    expect(await openConflicts()).toEqual([]);
    expect(await emails("%ouble booking%")).toEqual(alerts);
    const [closed] = (await host("GET", "/channel-conflicts?show=all")).json;
    expect(closed).toMatchObject({ from: "2026-11-25", closedBy: "Latchkey", reason: "The nights have passed." });
  });

  test("when the platform cancels the stay, the host is not told about a booking that is already cancelled", async () => {
    await cancel();
    shows();
    await sync();
    await sync();
    expect((await stay()).state).toBe("released");
    expect(await emails("%still holds the nights")).toEqual([]);
  });
});
