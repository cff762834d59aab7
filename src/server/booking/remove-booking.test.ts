import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays, toLocalDate } from "#domain/calendar/local-date.ts";
import { engines } from "../testing/engines.ts";
import { bookStay } from "../testing/given.ts";
import { openChannel } from "../testing/open-channel.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";

describe.each(engines)("removing a test booking on %s", (engine) => {
  let server: TestApp;
  let cookie: string;
  let feed: string;
  let from = toLocalDate("2027-01-01");
  beforeAll(async () => {
    server = await startTestApp(engine);
    cookie = await server.signIn();
    feed = await openChannel(server, cookie, "vrbo");
  });
  afterAll(() => server.close());

  const host = (method: string, path: string, body?: unknown) => server.send(method, path, body, { cookie });
  const book = async () => {
    from = addDays(from, 20);
    const { id, reference } = (await bookStay(server, { checkInDate: from, checkOutDate: addDays(from, 3) })).json;
    return { id, reference, path: `/api/admin/bookings/${id}` };
  };
  const version = async (path: string) => (await host("GET", path)).json.version;
  const figures = async () => [
    (await host("GET", "/api/admin/analytics")).json,
    (await host("GET", "/api/admin/dashboard")).json.stats,
    (await host("GET", "/api/admin/bookings")).json.length,
  ];
  const serve = () => server.send("GET", feed, undefined, { "user-agent": "Platform/1" });

  test("leaves no trace in figures, lists and calendars; the audit log keeps a record, and nobody is notified", async () => {
    await book();
    const before = await figures();
    const { reference, path } = await book();
    expect(await figures()).not.toEqual(before);
    const compact = from.replaceAll("-", "");
    expect((await serve()).text).toContain(compact);
    const messages = (await host("GET", "/api/admin/scheduled-messages")).json.length;

    const wrong = await host("POST", `${path}/remove`, { version: await version(path), reference: "LK-OTHER" });
    expect([wrong.status, wrong.json.fields]).toEqual([400, { reference: `Type the reference ${reference}` }]);
    const removed = await host("POST", `${path}/remove`, { version: await version(path), reference });
    expect(removed.status, removed.text).toBe(204);

    expect((await host("GET", path)).status).toBe(404);
    expect(await figures()).toEqual(before);
    const to = addDays(from, 3);
    expect((await server.send("GET", `/api/availability?from=${from}&to=${to}`)).json.unavailable).toEqual([]);
    const served = await serve();
    expect([served.status, served.text.includes(compact)]).toEqual([200, false]);
    expect((await host("GET", "/api/admin/scheduled-messages")).json.length).toBeLessThanOrEqual(messages);
    const [entry] = (await host("GET", "/api/admin/audit")).json.entries;
    expect(entry).toMatchObject({ act: "Removed a test booking", subject: `Booking ${reference}`, actor: "host" });
  });

  test("leaves no personal data in the audit log or in notifications to the host, and none of those notifications is sent", async () => {
    const { id, reference, path } = await book();
    const notes = { version: await version(path), notes: "Ann is allergic to nuts" };
    expect((await host("PUT", `${path}/notes`, notes)).status).toBe(200);
    const notifications = () =>
      server.db
        .selectFrom("scheduled_message")
        .select(["status", "body", "to_address"])
        .where("message_key", "like", `notice/%${id}%`)
        .execute();
    expect((await notifications()).map(({ status }) => status)).toContain("pending");
    const removed = await host("POST", `${path}/remove`, { version: await version(path), reference });
    expect(removed.status, removed.text).toBe(204);
    const audit = await server.db.selectFrom("audit_entry").select(["before_value", "after_value"]).execute();
    expect(JSON.stringify(audit)).not.toContain("allergic");
    for (const notification of await notifications())
      expect(notification).toEqual({ status: "skipped", body: null, to_address: null });
  });

  test("is refused if payments were recorded, the stay took place, or somebody else has just changed the booking", async () => {
    const { reference, path } = await book();
    const seen = await version(path);
    const payment = { version: seen, kind: "payment", amount: "50", method: "cash", paidOn: "2026-11-20" };
    expect((await host("POST", `${path}/payments`, payment)).status).toBe(201);
    expect((await host("POST", `${path}/remove`, { version: seen, reference })).status).toBe(409);
    const paid = await host("POST", `${path}/remove`, { version: await version(path), reference });
    expect([paid.status, paid.json.message]).toEqual([
      409,
      "A payment or refund is recorded for this booking, so it can't be removed.",
    ]);
    expect((await server.send("POST", `${path}/remove`, { version: 1, reference })).status).toBe(401);
    const past = await book();
    await server.db.updateTable("booking").set({ status: "checked-out" }).where("id", "=", past.id).execute();
    const tookPlace = { version: await version(past.path), reference: past.reference };
    const refused = await host("POST", `${past.path}/remove`, tookPlace);
    expect([refused.status, refused.json.message]).toEqual([409, "A stay that has taken place can't be removed."]);
    expect((await host("GET", path)).status).toBe(200);
  });
});
