import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addDays } from "#domain/calendar/local-date.ts";
import { connectDatabase } from "../database/connect.ts";
import { createLogger } from "../runtime/logger.ts";
import { engines, scratchDatabase } from "../testing/engines.ts";
import { bookStay, GUEST, onlyEvents } from "../testing/given.ts";
import { HOSTILE_LINKS } from "../testing/hostile-links.ts";
import { ended, startServerProcess } from "../testing/processes.ts";
import { type PushService, startPushService } from "../testing/push-service.ts";
import { ADMIN, cookieOf, startTestApp, type TestApp } from "../testing/test-app.ts";

describe.each(engines)("push notifications on %s", (engine) => {
  let server: TestApp;
  let service: PushService;
  let cookie: string;
  /** Whether the push service's name resolves to a private network. */
  let inside = false;
  beforeAll(async () => {
    service = await startPushService();
    server = await startTestApp(engine, {
      outbox: { everyMs: 15, leaseMs: 2000, slots: 4 },
      pushServices: { ...service.reach, isAllowed: () => !inside },
      config: { publicUrl: "https://cottage.example", localMailbox: true },
    });
    await server.app.start();
  });
  afterAll(async () => {
    await server.close();
    await service.close();
  });
  beforeEach(async () => {
    await server.db.deleteFrom("push_device").execute();
    await server.db.deleteFrom("push_choice").execute();
    await server.db.deleteFrom("scheduled_message").execute();
    service.pushed.length = 0;
    cookie = await server.signIn();
  });

  let day = 0;
  const book = (guest = GUEST) => {
    const month = String((day++ % 12) + 1).padStart(2, "0");
    const start = 2 + 4 * Math.floor(day / 13);
    const on = (n: number) => `2027-${month}-${String(n).padStart(2, "0")}`;
    return bookStay(server, { checkInDate: on(start), checkOutDate: on(start + 2) }, guest);
  };
  const host = (method: string, path: string, body?: unknown, as = cookie) =>
    server.send(method, `/api/admin/push${path}`, body, { cookie: as });
  async function turnOn(as = cookie): Promise<string> {
    const { id, endpoint, keys } = service.subscribe();
    expect((await host("POST", "/devices", { endpoint, keys }, as)).status).toBe(201);
    return id;
  }
  const notesTo = (device: string) => service.pushed.filter((one) => one.device === device).map(({ note }) => note);
  const arrived = (device: string, count: number) => expect.poll(() => notesTo(device).length).toBe(count);
  const rows = () =>
    server.db
      .selectFrom("scheduled_message")
      .select(["status", "note", "retry_count", "to_address"])
      .where("channel", "=", "push")
      .execute();

  test("the host's phone is notified of a booking: encrypted, signed, and without data about the guest", async () => {
    const phone = await turnOn();
    const { json } = await book();
    await arrived(phone, 1);
    const [first] = service.pushed;
    const [headers, claims] = [first?.headers ?? {}, first?.claims];
    expect(first?.note).toEqual({
      title: "New booking",
      body: "Open the portal to see it.",
      url: `/admin/bookings/${json.id}`,
      tag: `guest-act/${json.id}`,
      request: null,
      version: 1,
    });
    expect(headers).toMatchObject({ "content-encoding": "aes128gcm", ttl: "86400", urgency: "high" });
    expect(headers).toMatchObject({ topic: expect.stringMatching(/^[\w-]{32}$/) });
    const at = server.clock().getTime() / 1000;
    expect(claims).toMatchObject({ aud: "https://push.example", sub: "https://cottage.example" });
    expect((claims?.exp ?? 0) - at).toBeLessThanOrEqual(24 * 3600);
    // Like every message, it is in the outbox, addressed to the device by its name.
    await expect.poll(async () => (await rows())[0]?.status).toBe("sent");
    const listed = await server.send("GET", "/api/admin/scheduled-messages", undefined, { cookie });
    expect(listed.json).toContainEqual(expect.objectContaining({ channel: "push", to: "Unknown device" }));
  });

  test("each host chooses which events their own devices show, and in how much detail", async () => {
    const other = { username: `second-${engine}`, password: "mist over the tea terraces" };
    await server.app.admins.createAdmin(other);
    const theirs = cookieOf(await server.send("POST", "/api/admin/auth/login", other));
    const [mine, second] = [await turnOn(), await turnOn(theirs)];
    expect((await host("PUT", "", { events: onlyEvents(["cancellation"]), detail: "brief" }, theirs)).status).toBe(204);
    expect((await host("PUT", "", { events: onlyEvents(["booking", "change"]), detail: "full" })).status).toBe(204);
    expect((await host("GET", "")).json).toMatchObject({ events: ["booking", "change"], detail: "full" });

    const { json } = await book();
    await arrived(mine, 1);
    expect(notesTo(mine)[0]?.title).toContain(json.reference);
    expect(notesTo(mine)[0]?.body).toContain(GUEST.name);
    // Two tabs each change a different event.
    const changes = [{ events: { change: false }, detail: "summary" }, { events: { payment: true } }];
    const saved = await Promise.all(changes.map((change) => host("PUT", "", change)));
    expect(saved.map(({ status }) => status)).toEqual([204, 204]);
    expect((await host("GET", "")).json).toMatchObject({ events: ["booking", "payment"], detail: "summary" });
    await book();
    await arrived(mine, 2);
    expect(JSON.stringify(notesTo(mine)[1])).not.toContain(GUEST.name);
    expect(notesTo(mine)[1]?.title).toMatch(/^New booking: .*LK-/);
    expect(notesTo(second)).toEqual([]);
  });

  test("notifications of a booking and of its cancellation have the same tag, so a device shows only the newer one", async () => {
    const phone = await turnOn();
    service.responses.set(phone, { status: 503 });
    const booked = await book();
    await expect.poll(async () => (await rows())[0]?.retry_count).toBe(1);
    service.responses.delete(phone);
    server.clock.advance(1000);
    const id: string = booked.json.id;
    const own = cookieOf(booked);
    const cancelled = await server.send("POST", `/api/bookings/${id}/cancel`, { expectedFee: "0.00" }, { cookie: own });
    expect(cancelled.status).toBe(200);
    // The newer notification waits for the older one, which is sent again after a minute.
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(notesTo(phone)).toEqual([]);
    server.clock.advance(60_000);
    await arrived(phone, 2);
    expect(notesTo(phone).map(({ title }) => title)).toEqual(["New booking", "A guest has cancelled"]);
    expect(new Set(notesTo(phone).map(({ tag }) => tag))).toEqual(new Set([`guest-act/${id}`]));
    expect(new Set(service.pushed.map(({ headers }) => headers["topic"])).size).toBe(1);
  });

  test("the notification of a booking request contains what a device needs to answer it", async () => {
    const phone = await turnOn();
    await server.send("PUT", "/api/admin/settings", { bookingMode: "request" }, { cookie });
    const { json } = await book();
    await server.send("PUT", "/api/admin/settings", { bookingMode: "instant" }, { cookie });
    await arrived(phone, 1);
    expect(notesTo(phone)[0]).toMatchObject({
      title: "New booking request",
      url: `/admin/bookings/${json.id}`,
      request: "booking",
      version: 1,
    });
  });

  test("notifications of guests' messages and requests have tags that count towards a device's daily limit", async () => {
    const phone = await turnOn();
    const booked = await book();
    const path = `/api/bookings/${booked.json.id}`;
    const own = { cookie: cookieOf(booked) };
    // Notifications on different topics may overtake each other, so the test waits for each of them.
    await arrived(phone, 1);
    expect((await server.send("POST", `${path}/messages`, { text: "Is there a kettle?" }, own)).status).toBe(201);
    await arrived(phone, 2);
    await server.send("PUT", "/api/admin/settings", { bookingMode: "request" }, { cookie });
    const page = (await server.send("GET", `${path}/confirmation`, undefined, own)).json;
    const change = { checkInDate: page.checkInDate, checkOutDate: addDays(page.checkOutDate, 1), guestCount: 2 };
    const response = await server.send("PUT", `${path}/stay`, { ...change, expectedTotal: "450.00" }, own);
    await server.send("PUT", "/api/admin/settings", { bookingMode: "instant" }, { cookie });
    expect(response.json.requested, response.text).toBe(true);
    await arrived(phone, 3);
    const tag = `guest-act/${booked.json.id}`;
    expect(notesTo(phone).map((note) => note.tag)).toEqual([tag, `${tag}/message`, tag]);
    // A tap on the notification accepts what the notification describes, and nothing that the guest has requested since
    // then.
    const { version } = (await server.send("GET", `/api/admin/bookings/${booked.json.id}`, undefined, { cookie })).json;
    expect(notesTo(phone)[2]).toMatchObject({ request: "change", version });
  });

  test.each([404, 410])(
    "a device that its push service reports as gone (%i) is removed, without retries",
    async (status) => {
      const [gone, here] = [await turnOn(), await turnOn()];
      service.responses.set(gone, { status });
      await book();
      await arrived(here, 1);
      await expect.poll(async () => (await rows()).map((row) => row.status).toSorted()).toEqual(["sent", "skipped"]);
      const { devices } = (await host("GET", "")).json;
      expect(devices).toHaveLength(1);
      await book();
      await arrived(here, 2);
      expect(await rows()).toHaveLength(3);
    },
  );

  test.each(["172800", "1e300"])(
    "a push service that asks us to wait %s seconds is retried after an hour",
    async (retryAfter) => {
      const phone = await turnOn();
      service.responses.set(phone, { status: 503, retryAfter });
      await book();
      await expect.poll(async () => (await rows())[0]?.retry_count).toBe(1);
      service.responses.delete(phone);
      server.clock.advance(3_600_000);
      await arrived(phone, 1);
    },
  );

  test("a failing push service is retried at the time it asks for", async () => {
    const phone = await turnOn();
    service.responses.set(phone, { status: 503, retryAfter: 120 });
    await book();
    await expect.poll(async () => (await rows())[0]?.retry_count).toBe(1);
    service.responses.delete(phone);
    server.clock.advance(119_000);
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(notesTo(phone)).toEqual([]);
    server.clock.advance(1000);
    await arrived(phone, 1);
    await expect.poll(async () => (await rows())[0]?.status).toBe("sent");
  });

  test("turning notifications on and off on a device, and changing what they show, is recorded in the audit log", async () => {
    await turnOn();
    const [phone] = (await host("GET", "")).json.devices;
    expect((await host("PUT", "", { events: onlyEvents([]), detail: "brief" })).status).toBe(204);
    expect((await host("DELETE", `/devices/${phone.id}`)).status).toBe(204);
    const acts = await server.db.selectFrom("audit_entry").select("act").orderBy("id").execute();
    expect(acts.map(({ act }) => act).slice(-3)).toEqual([
      "Turned on notifications on a device",
      "Changed notifications",
      "Turned off notifications on a device",
    ]);
  });

  test("a push address on a private network is refused; a stored one that later resolves to a private address is not reached, and its device is removed", async () => {
    const { keys } = service.subscribe();
    const harmless = "https://feeds.example.com/@127.0.0.1/";
    for (const endpoint of HOSTILE_LINKS.filter((link) => URL.parse(link)?.href !== harmless)) {
      const response = await host("POST", "/devices", { endpoint, keys });
      expect([endpoint, response.status]).toEqual([endpoint, 400]);
    }
    const phone = await turnOn();
    inside = true;
    await host("POST", "/test");
    await expect.poll(async () => (await rows())[0]?.status).toBe("failed");
    inside = false;
    expect(notesTo(phone)).toEqual([]);
    expect((await host("GET", "")).json.devices).toEqual([]);
  });
});

test.each(engines)(
  "a notification is sent again, with the same tag, if the process that was sending it was killed (%s)",
  async (engine) => {
    const [scratch, service] = [await scratchDatabase(engine), await startPushService()];
    const start = () => startServerProcess(scratch, { firstAdmin: ADMIN, pushPort: service.port, leaseMs: 1000 });
    const first = await start();
    const ask = async (method: string, path: string, body: unknown, cookie = "") => {
      const headers = { "content-type": "application/json", cookie };
      return fetch(first.url + path, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    };
    const entered = await ask("POST", "/api/admin/auth/login", ADMIN);
    const cookie = entered.headers
      .getSetCookie()
      .map((one) => one.split(";")[0])
      .join("; ");
    const { id, endpoint, keys } = service.subscribe();
    expect((await ask("POST", "/api/admin/push/devices", { endpoint, keys }, cookie)).status).toBe(201);
    // The push service has received the message, but the sender does not find out.
    service.responses.set(id, null);
    expect((await ask("POST", "/api/admin/push/test", {}, cookie)).status).toBe(204);
    await expect.poll(() => service.pushed.length).toBe(1);
    first.child.kill("SIGKILL");
    await ended(first.child);
    service.responses.delete(id);

    const second = await start();
    await expect.poll(() => service.pushed.length, { timeout: 20_000 }).toBe(2);
    const [cut, copy] = service.pushed;
    expect([copy?.note, copy?.headers["topic"]]).toEqual([cut?.note, cut?.headers["topic"]]);
    const database = connectDatabase(scratch, createLogger("silent"));
    const status = async () =>
      (
        await database.db
          .selectFrom("scheduled_message")
          .select("status")
          .where("channel", "=", "push")
          .executeTakeFirst()
      )?.status;
    await expect.poll(status).toBe("sent");
    // The private key for the public key that browsers know is in the database, and therefore in every backup.
    const key = await database.db
      .selectFrom("signing_key")
      .select("secret")
      .where("name", "=", "vapid")
      .executeTakeFirst();
    expect(key?.secret).toMatch(/^[\w-]{43}$/);
    expect(new Set(service.pushed.map(({ headers }) => headers.authorization?.split("k=")[1])).size).toBe(1);
    await database.close();
    second.child.kill("SIGTERM");
    await ended(second.child);
    await service.close();
    await scratch.remove();
  },
  60_000,
);
