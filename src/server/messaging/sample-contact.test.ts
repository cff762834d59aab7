import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines } from "../testing/engines.ts";
import { bookStay, GUEST } from "../testing/given.ts";
import { type Mailbox, openMailbox, sendingTo } from "../testing/mailbox.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { WHATSAPP_ACCOUNT } from "../testing/test-config.ts";
import { addMessages } from "./queue-queries.ts";
import { startSimulatedWhatsapp, type SimulatedWhatsapp } from "./simulated-whatsapp-server.ts";

describe.each(engines)("the sample contact address, on %s", (engine) => {
  let box: Mailbox;
  let meta: SimulatedWhatsapp;
  let server: TestApp;
  let cookie: string;
  beforeAll(async () => {
    box = await openMailbox();
    meta = await startSimulatedWhatsapp({ ...WHATSAPP_ACCOUNT, webhook: () => null });
    server = await startTestApp(engine, {
      sampleContact: true,
      ...sendingTo(box, { whatsapp: { ...WHATSAPP_ACCOUNT, apiUrl: meta.apiUrl } }),
    });
    cookie = await server.signIn();
    expect((await host("PUT", "/settings", { whatsappNotifications: true })).status).toBe(200);
    await server.app.start();
  });
  afterAll(async () => {
    await server.close();
    await meta.close();
    await box.close();
  });

  const host = (method: string, path: string, body?: unknown) =>
    server.send(method, `/api/admin${path}`, body, { cookie });
  const alerts = async () =>
    (await host("GET", "/dashboard")).json.alerts.map(({ id }: { id: string }) => id) as string[];
  const notificationsToHost = () =>
    server.db
      .selectFrom("scheduled_message")
      .select(["channel", "status", "note"])
      .where("type", "=", "host_notice")
      .where("channel", "in", ["email", "whatsapp"])
      .orderBy("channel")
      .execute();
  const toHosts = () => box.emails.flatMap(({ to }) => to).filter((address) => address !== GUEST.email);

  test("gets no notifications, and the host sees an alert until they enter a real address", async () => {
    expect(await alerts()).toContain("messages-no-host-address");
    await bookStay(server, { checkInDate: "2026-12-01", checkOutDate: "2026-12-03" });
    // Urgent notifications are also sent by WhatsApp.
    const at = server.clock();
    const urgent = { key: "notice/urgent", bookingId: null, type: "host_notice", channel: "whatsapp" } as const;
    await server.db.transaction().execute((trx) => addMessages(trx, [{ ...urgent, due: at, at, subject: "Now" }]));
    await expect.poll(notificationsToHost).toEqual([
      { channel: "email", status: "skipped", note: "Not sent: the cottage has no contact email yet." },
      { channel: "whatsapp", status: "skipped", note: "Not sent: the cottage has no phone number yet." },
    ]);
    const tested = await host("POST", "/messaging/test", {});
    expect([tested.status, tested.json.message]).toEqual([409, expect.stringContaining("Set your contact email")]);
    const setup = await host("GET", "/messaging");
    expect(setup.json.testEmailTo).toBe("");
    await box.wait(1);
    expect(toHosts()).toEqual([]);
    expect(meta.messages).toEqual([]);

    const chosen = "me@cottage.example";
    const saved = await host("PUT", "/settings", { contactEmail: chosen });
    expect(saved.status, saved.text).toBe(200);
    expect(await alerts()).not.toContain("messages-no-host-address");
    await bookStay(server, { checkInDate: "2026-12-10", checkOutDate: "2026-12-12" });
    await expect.poll(toHosts).toEqual([chosen]);
  });
});
