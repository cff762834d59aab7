import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines } from "../testing/engines.ts";
import { bookStay } from "../testing/given.ts";
import { ADMIN, cookieOf, startTestApp, type TestApp } from "../testing/test-app.ts";

describe.each(engines)("demo mode on %s", (engine) => {
  let demo: TestApp;
  beforeAll(async () => {
    demo = await startTestApp(engine, { config: { demoMode: true, localBank: true, firstAdmin: null } });
  });
  afterAll(() => demo.close());

  const signIn = (server: TestApp, body: object) => server.send("POST", "/api/auth/login", body);

  test("the credentials on the page give read-only access to the portal, and others give no access", async () => {
    const credentials = demo.app.demo ?? { username: "", password: "" };
    expect(credentials.password.length).toBeGreaterThanOrEqual(43);
    expect((await signIn(demo, { ...credentials, password: "demo" })).status).toBe(401);
    const signedIn = await signIn(demo, credentials);
    const cookie = cookieOf(signedIn);
    const user = await demo.send("GET", "/api/admin/auth/user", undefined, { cookie });
    expect(user.json).toEqual({ username: "demo", role: "demo", secondFactor: false });
    // A reloaded page continues its session.
    const again = await demo.send("POST", "/api/auth/login", credentials, { cookie });
    expect([again.status, again.headers.getSetCookie()]).toEqual([200, []]);

    const settings = await demo.send("GET", "/api/admin/settings", undefined, { cookie });
    const refused = await demo.send("PUT", "/api/admin/settings", settings.json, { cookie });
    expect([refused.status, refused.text]).toEqual([403, JSON.stringify({ message: "The demo account is read-only" })]);
    expect((await demo.send("POST", "/api/auth/logout", undefined, { cookie })).status).toBe(204);
    expect(demo.app.setupToken).toBeNull();
  });

  test("the portal shows a year of bookings, with 60 to 90 percent of the nights sold", async () => {
    const cookie = cookieOf(await signIn(demo, demo.app.demo ?? {}));
    const bookings = await demo.send("GET", "/api/admin/bookings", undefined, { cookie });
    expect(bookings.json.length).toBeGreaterThan(100);
    const cancelled = bookings.json.filter(({ status }: { status: string }) => status === "cancelled");
    expect(cancelled.length).toBeGreaterThan(2);
    for (const { id } of cancelled) {
      const { json: detail } = await demo.send("GET", `/api/admin/bookings/${id}`, undefined, { cookie });
      const events = detail.history.map(({ event }: { event: string }) => event);
      const fee = Number(detail.cancellationFee);
      const text = fee > 0 ? `Cancelled with a fee of $${detail.cancellationFee}` : "Cancelled free of charge";
      expect([detail.cancellationFee, events]).toEqual([expect.any(String), expect.arrayContaining([text])]);
      for (const { at } of detail.history) expect(Date.parse(at)).toBeLessThanOrEqual(Date.now());
    }
    const analytics = await demo.send("GET", "/api/admin/analytics", undefined, { cookie });
    // The sample bookings cost 150 a night. The amounts of some platform stays, a discount and a booking at the host's
    // new prices move the average a little.
    expect(Number(analytics.json.averageDailyRate)).toBeGreaterThan(145);
    expect(Number(analytics.json.averageDailyRate)).toBeLessThan(155);
    expect(Number(analytics.json.occupancyRate)).toBeGreaterThan(60);
    expect(Number(analytics.json.occupancyRate)).toBeLessThan(90);
    expect(analytics.json.guests.satisfaction).toBe(4.8);
  });

  test("the portal has channels, prices, conversations, messages and payments", async () => {
    const cookie = cookieOf(await signIn(demo, demo.app.demo ?? {}));
    const read = async (path: string) => (await demo.send("GET", `/api/admin/${path}`, undefined, { cookie })).json;
    const { channels } = await read("channels");
    expect(channels.map(({ health }: { health: string }) => health)).toEqual(["ok", "ok", "ok"]);
    expect((await read("channel-reviews")).map(({ kind }: { kind: string }) => kind)).toEqual(["long-span"]);
    expect(await read("channel-conflicts")).toEqual([]);
    const [settled, ...others] = await read("channel-conflicts?show=all");
    expect([settled.closedBy, others]).toEqual(["Nimal", []]);
    const { feeds } = await read("feeds");
    for (const { lastReadAt } of feeds) expect(lastReadAt).not.toBeNull();
    expect((await read("prices")).prices.seasons).toHaveLength(3);
    const site = (await demo.send("GET", "/api/site")).json;
    expect([site.host.name, site.rooms.bedrooms.length, site.offer.advantages.length]).toEqual(["Nimal", 3, 2]);
    const texts = site.testimonials.map(({ text }: { text: string }) => text);
    expect(new Set(texts).size).toBe(texts.length);
    expect((await read("quick-replies")).replies).toHaveLength(3);
    const own: { title: string; waiting: number }[] = (await read("custom-messages")).messages;
    expect(own).toMatchObject([{ title: "What to pack" }]);
    expect(own[0]?.waiting).toBeGreaterThan(5);
    expect(await read("conversations/unread")).toEqual({ unread: 1 });
    const { json: messages } = await demo.send("GET", "/api/admin/scheduled-messages", undefined, { cookie });
    expect(messages.filter(({ status }: { status: string }) => status === "pending").length).toBeGreaterThan(10);
    const dashboard = await read("dashboard");
    expect(dashboard.stats.money.paid).toBeGreaterThan(0);
    const bookings = await read("bookings");
    const { id } = bookings.find(
      ({ guest }: { guest: { email: string } }) => guest.email === "chloe.martin@example.com",
    );
    const paid = (await read(`bookings/${id}`)).payments;
    expect(paid).toMatchObject([{ kind: "payment", method: "online" }]);
    // The simulated provider has no webhook that a host could set up.
    const filledAt = demo.clock().toISOString();
    demo.clock.set(new Date(demo.clock().getTime() + 15 * 60_000).toISOString());
    const later: { id: string }[] = (await read("dashboard")).alerts;
    expect(later.map((one) => one.id)).not.toContain("payment-webhook");
    demo.clock.set(filledAt);
    // The account that filled the demo no longer exists.
    expect((await demo.send("POST", "/api/admin/auth/login", { username: "Nimal", password: "" })).status).not.toBe(
      200,
    );
    expect(await read("people").then(JSON.stringify)).not.toContain("Nimal");
  });

  test("no message or booking that the demo account reads contains the secret of a guest's link", async () => {
    const visited = await startTestApp(engine, {
      config: { demoMode: true, firstAdmin: null, localMailbox: true, publicUrl: "https://demo.example" },
      outbox: { everyMs: 15 },
    });
    const signedIn = { cookie: cookieOf(await signIn(visited, visited.app.demo ?? {})) };
    const guest = { name: "Ann Perera", email: "ann@example.com", phone: "+94 77 123 4567" };
    const booked = await bookStay(visited, { checkInDate: "2028-06-01", checkOutDate: "2028-06-03" }, guest);
    expect(booked.status).toBe(201);
    await visited.app.start();
    const mailbox = async () => (await visited.send("GET", "/api/admin/mailbox", undefined, signedIn)).text;
    await expect.poll(mailbox).toContain("Ann Perera");
    expect(await mailbox()).toContain(`/booking/link/${booked.json.id}/…`);
    const list = await visited.send("GET", "/api/admin/scheduled-messages", undefined, signedIn);
    const texts = await Promise.all(
      list.json.map(
        async ({ id }: { id: string }) =>
          (await visited.send("GET", `/api/admin/scheduled-messages/${id}`, undefined, signedIn)).text,
      ),
    );
    const ofBooking = await Promise.all(
      ["", "/conversation", "/message-fields", "/personal-data"].map(async (path) => {
        const read = await visited.send("GET", `/api/admin/bookings/${booked.json.id}${path}`, undefined, signedIn);
        expect([path, read.status]).toEqual([path, 200]);
        return read.text;
      }),
    );
    const everything = [await mailbox(), list.text, ...texts, ...ofBooking].join("\n");
    expect(everything).not.toMatch(/(?<![\w-])[\w-]{43}(?![\w-])/);
    await visited.close();
  });

  test("a real installation never starts in demo mode, and the demo account cannot sign in to it", async () => {
    const live = await startTestApp(engine);
    const sold = await startTestApp(engine, { config: { firstAdmin: null } });
    try {
      expect((await bookStay(sold)).status).toBe(201);
      for (const { sameDatabase } of [live, sold]) {
        const starting = startTestApp(engine, { config: { ...sameDatabase, demoMode: true, firstAdmin: null } });
        await expect(starting).rejects.toThrow(/^DEMO_MODE: .*real installation/);
      }
      expect((await signIn(live, { username: "demo", password: "demo" })).status).toBe(404);
      expect((await live.send("GET", "/api/admin/bookings", undefined, { cookie: await live.signIn() })).status).toBe(
        200,
      );
    } finally {
      await sold.close();
      await live.close();
    }
  });

  test("after a restart without demo mode, the demo's bookings are kept and its account is gone", async () => {
    const first = await startTestApp(engine, { config: { demoMode: true, firstAdmin: null } });
    const before = cookieOf(await signIn(first, first.app.demo ?? {}));
    const live = await startTestApp(engine, { config: { ...first.sameDatabase, firstAdmin: ADMIN } });
    try {
      expect((await live.send("GET", "/api/admin/auth/user", undefined, { cookie: before })).status).toBe(401);
      expect((await signIn(live, first.app.demo ?? {})).status).toBe(404);
      const admin = await live.send("POST", "/api/admin/auth/login", first.app.demo ?? {});
      expect(admin.status).toBe(401);
      expect(live.app.demo).toBeNull();
      const bookings = await live.send("GET", "/api/admin/bookings", undefined, { cookie: await live.signIn() });
      expect(bookings.json.length).toBeGreaterThan(100);
    } finally {
      await live.close();
      await first.close();
    }
  });
});
