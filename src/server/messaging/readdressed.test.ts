import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines } from "../testing/engines.ts";
import { GUEST } from "../testing/given.ts";
import { type Mailbox, openMailbox, sendingTo } from "../testing/mailbox.ts";
import { followLink } from "../testing/own-link.ts";
import { cookieOf, startTestApp, type TestApp } from "../testing/test-app.ts";

const SITE = "https://cottage.example";

describe.each(engines)("an email that is waiting while the guest's address is corrected, on %s", (engine) => {
  let box: Mailbox;
  let server: TestApp;
  beforeAll(async () => {
    box = await openMailbox();
    server = await startTestApp(engine, sendingTo(box, { publicUrl: SITE }));
    await server.app.start();
  });
  afterAll(async () => {
    await server.close();
    await box.close();
  });

  test("goes to the corrected address, with a link to the booking", async () => {
    const cookie = await server.signIn();
    const host = (method: string, path: string, body?: unknown) =>
      server.send(method, `/api/admin/bookings${path}`, body, { cookie });
    const stay = { checkInDate: "2026-12-10", checkOutDate: "2026-12-12", guestCount: 2, status: "pending" };
    const { id } = (await host("POST", "", { ...GUEST, ...stay, email: "strangre@example.com" })).json;
    const version = async () => (await host("GET", `/${id}`)).json.version;
    box.answer = (to) => (to === "strangre@example.com" ? { code: 451, text: "later" } : null);
    expect((await host("POST", `/${id}/offer`, { version: await version(), hours: 48 })).status).toBe(200);
    const waits = async () =>
      (await server.send("GET", "/api/admin/scheduled-messages", undefined, { cookie })).json.some(
        (one: { nextTryAt: string | null }) => one.nextTryAt !== null,
      );
    await expect.poll(waits).toBe(true);

    const corrected = { ...GUEST, email: "stranger@example.com", version: await version() };
    expect((await host("PUT", `/${id}/guest`, corrected)).status).toBe(200);
    box.answer = () => null;
    server.clock.advance(50 * 60_000);
    const offer = () => box.emails.find(({ mail }) => mail.subject?.startsWith("Our offer for you"));
    await expect.poll(() => offer()?.to).toEqual(["stranger@example.com"]);
    const link = /https:\/\/cottage\.example(\/booking\/link\/\S+)/.exec(offer()?.mail.text ?? "")?.[1] ?? "";
    const opened = await followLink(server, link);
    const page = await server.send("GET", `/api/bookings/${id}/confirmation`, undefined, { cookie: cookieOf(opened) });
    expect(page.json.guest.email).toBe("stranger@example.com");
  });

  test("is withdrawn while the guest has no address, and planned again for a new one", async () => {
    const cookie = await server.signIn();
    const host = (method: string, path: string, body?: unknown) =>
      server.send(method, `/api/admin${path}`, body, { cookie });
    const stay = { checkInDate: "2027-02-10", checkOutDate: "2027-02-12", guestCount: 2, status: "confirmed" };
    const { id } = (await host("POST", "/bookings", { ...GUEST, ...stay })).json;
    const messages = async (): Promise<string[]> =>
      (await host("GET", "/scheduled-messages")).json
        .filter((one: { bookingId: string }) => one.bookingId === id)
        .map((one: { messageType: string; status: string }) => `${one.messageType} ${one.status}`)
        .toSorted();
    const planned = ["check_in_reminder", "check_out_reminder", "feedback_request"];
    const all = (status: string) => expect.arrayContaining(planned.map((type) => `${type} ${status}`));
    expect(await messages()).toEqual(all("pending"));
    const correct = async (email: string) => {
      const { version } = (await host("GET", `/bookings/${id}`)).json;
      expect((await host("PUT", `/bookings/${id}/guest`, { ...GUEST, email, version })).status).toBe(200);
    };
    await correct("");
    expect(await messages()).toEqual(all("skipped"));
    await correct("new@example.com");
    expect(await messages()).toEqual(all("pending"));
  });
});
