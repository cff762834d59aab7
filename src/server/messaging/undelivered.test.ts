import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines } from "../testing/engines.ts";
import { bookStay, GUEST, onlyEvents } from "../testing/given.ts";
import { type Mailbox, openMailbox, sendingTo } from "../testing/mailbox.ts";
import { type PushService, startPushService } from "../testing/push-service.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { WHATSAPP_ACCOUNT } from "../testing/test-config.ts";
import { report, type SimulatedWhatsapp, startSimulatedWhatsapp } from "./simulated-whatsapp-server.ts";

const GONE = "gone@guest.example";

describe.each(engines)("a message that cannot be delivered, on %s", (engine) => {
  let box: Mailbox;
  let whatsapp: SimulatedWhatsapp;
  let service: PushService;
  let server: TestApp;
  let cookie: string;
  let failsEarly = false;
  const reports = { appSecret: WHATSAPP_ACCOUNT.appSecret, webhook: () => `${server.url}/api/webhooks/whatsapp` };
  beforeAll(async () => {
    box = await openMailbox();
    service = await startPushService();
    whatsapp = await startSimulatedWhatsapp({
      ...WHATSAPP_ACCOUNT,
      webhook: () => null,
      taken: async (message) => {
        if (failsEarly) await report(reports, message, "failed");
      },
    });
    server = await startTestApp(engine, {
      ...sendingTo(box, { whatsapp: { ...WHATSAPP_ACCOUNT, apiUrl: whatsapp.apiUrl } }),
      pushServices: { ...service.reach, isAllowed: () => true },
    });
    await server.app.start();
    cookie = await server.signIn();
    const { endpoint, keys } = service.subscribe();
    expect((await host("POST", "/push/devices", { endpoint, keys })).status).toBe(201);
    const choice = { events: onlyEvents(["delivery"]), detail: "full" };
    expect((await host("PUT", "/push", choice)).status).toBe(204);
  });
  afterAll(async () => {
    await server.close();
    await service.close();
    await whatsapp.close();
    await box.close();
  });

  const host = (method: string, path: string, body?: unknown) =>
    server.send(method, `/api/admin${path}`, body, { cookie });
  const notifications = () => service.pushed.map(({ note }) => note.body);

  test("is reported to the host's devices; the report is exported and erased together with the guest", async () => {
    box.answer = (to) => (to === GONE ? { code: 550, text: `No mailbox ${to} here` } : null);
    const stay = { checkInDate: "2026-12-01", checkOutDate: "2026-12-03" };
    const { id, reference } = (await bookStay(server, stay, { ...GUEST, email: GONE })).json;
    await expect.poll(notifications).toContainEqual(expect.stringContaining(GONE));
    const file = await host("GET", `/bookings/${id}/personal-data`);
    expect(file.text).toContain(`No mailbox ${GONE} here`);
    const { version } = (await host("GET", `/bookings/${id}`)).json;
    await host("POST", `/bookings/${id}/cancel`, { version, waiveFee: true, expectedFee: "0.00" });
    const pending = server.db.selectFrom("scheduled_message").select("id").where("status", "=", "pending");
    const waiting = pending.where("scheduled_for", "<=", server.clock().toISOString());
    await expect.poll(() => waiting.execute()).toEqual([]);
    expect((await host("POST", `/bookings/${id}/erase-guest`, { reference })).json).toEqual({ stays: 1 });
    const rows = await server.db.selectFrom("scheduled_message").selectAll().execute();
    expect(rows.filter((row) => JSON.stringify(row).includes(GONE)).map((row) => row.message_key)).toEqual([]);
  });

  test.each([
    ["later", "2026-12-10"],
    ["before it responds to our request", "2026-12-20"],
  ])("is reported even if WhatsApp accepts it and reports the failed delivery %s", async (when, checkIn) => {
    failsEarly = when !== "later";
    const stay = { checkInDate: checkIn, checkOutDate: checkIn.replace(/0$/, "2") };
    service.pushed.length = 0;
    whatsapp.messages.length = 0;
    const { id } = (await bookStay(server, stay, { ...GUEST, whatsapp: true } as typeof GUEST)).json;
    const welcome = server.db.selectFrom("scheduled_message").select("status").where("booking_id", "=", id);
    const status = () => welcome.where("channel", "=", "whatsapp").where("type", "=", "welcome").executeTakeFirst();
    await expect.poll(status).toEqual({ status: failsEarly ? "failed" : "sent" });
    const [message] = whatsapp.messages;
    if (!message) throw new Error("nothing was sent");
    for (const _ of ["once", "again"]) expect(await report(reports, message, "failed")).toBe(200);
    expect(await status()).toEqual({ status: "failed" });
    const reported = () => notifications().filter((text) => text.includes("WhatsApp"));
    await expect.poll(reported).toEqual(["WhatsApp could not deliver it."]);
  });
});
