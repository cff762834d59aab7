import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createClockGuard } from "../runtime/clock-guard.ts";
import { engines } from "../testing/engines.ts";
import { fakeClock } from "../testing/fake-clock.ts";
import { bookStay, GUEST } from "../testing/given.ts";
import { type Mailbox, openMailbox } from "../testing/mailbox.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";

const MINUTE_MS = 60_000;
const RIGHT = "2026-11-21T06:00:00Z";
const A_YEAR_AHEAD = "2027-11-21T06:00:00Z";

/** One process takes bookings with the right clock; then a process with a wrong clock starts on the same data. */
describe.each(engines)("a server that starts with its clock a year ahead, on %s", (engine) => {
  let box: Mailbox;
  let first: TestApp;
  let steady: number;
  const config = () => ({
    publicUrl: "https://cottage.example",
    mail: { smtpUrl: box.url, from: { address: "mail@cottage.example" } },
  });
  beforeEach(async () => {
    box = await openMailbox();
    steady = 0;
    first = await startTestApp(engine, { config: config() });
    return async () => {
      await first.close();
      await box.close();
    };
  });
  let second: TestApp | null = null;
  afterEach(async () => {
    await second?.close();
    second = null;
  });

  async function startWith(now: string) {
    const clock = fakeClock(now);
    second = await startTestApp(engine, {
      clock,
      clockGuard: createClockGuard(clock, () => steady),
      outbox: { everyMs: 15, leaseMs: 2000, slots: 4 },
      config: { ...config(), ...first.sameDatabase, firstAdmin: null },
    });
    await second.app.start();
    return clock;
  }
  /** The host's view, from the process with the right clock. */
  const host = async (method: string, path: string, body?: unknown) =>
    first.send(method, path, body, { cookie: await first.signIn() });
  const statusOf = async (type: string, id: string): Promise<string> =>
    (await host("GET", "/api/admin/scheduled-messages")).json.find(
      (one: { messageType: string; bookingId: string }) => one.messageType === type && one.bookingId === id,
    )?.status;
  /** Waits until the host's nth test email has arrived. By then, the sender has checked everything that is due. */
  async function checkedByTheSender(nth: number) {
    expect((await host("POST", "/api/admin/messaging/test")).status).toBe(201);
    await expect.poll(() => box.emails.filter(({ mail }) => mail.subject?.startsWith("Test email"))).toHaveLength(nth);
  }

  test("neither skips nor sends messages for a future stay, and sends those that are due once the clock is right", async () => {
    first.clock.set(RIGHT);
    const own = {
      title: "Market",
      timing: { event: "check-out", side: "after", unit: "days", amount: 1, time: "09:00" },
      on: true,
      texts: { en: { subject: "Market", body: "On Sunday" } },
    };
    expect((await host("POST", "/api/admin/custom-messages", own)).status).toBe(201);
    const { json } = await bookStay(first, { checkInDate: "2026-12-01", checkOutDate: "2026-12-04" });
    const clock = await startWith(A_YEAR_AHEAD);
    await checkedByTheSender(1);
    for (const type of ["check_in_reminder", "check_out_reminder", "feedback_request", "custom"]) {
      expect(await statusOf(type, json.id), type).toBe("pending");
    }

    clock.set("2026-11-30T09:00:00Z");
    first.clock.set("2026-11-30T09:00:00Z");
    steady += 5 * MINUTE_MS;
    clock.advance(5 * MINUTE_MS);
    // The sender notices that the clock was corrected, and from then on has to wait 15 minutes.
    await checkedByTheSender(2);
    steady += 16 * MINUTE_MS;
    clock.advance(16 * MINUTE_MS);
    await expect
      .poll(() =>
        box.emails.filter(({ to, mail }) => to[0] === GUEST.email && mail.subject?.startsWith("Your arrival on")),
      )
      .toHaveLength(1);
    expect(await statusOf("check_out_reminder", json.id)).toBe("pending");
  });

  test("does not expire open requests", async () => {
    first.clock.set(RIGHT);
    const settings = (await host("GET", "/api/admin/settings")).json;
    const { debugUntil: _until, missing: _missing, ...saved } = settings;
    expect((await host("PUT", "/api/admin/settings", { ...saved, bookingMode: "request" })).status).toBe(200);
    const { json } = await bookStay(first, { checkInDate: "2027-12-01", checkOutDate: "2027-12-04" });
    expect(json.status).toBe("pending");
    await startWith(A_YEAR_AHEAD);
    await checkedByTheSender(1);
    expect((await host("GET", `/api/admin/bookings/${json.id}`)).json.status).toBe("pending");
  });

  test("sends postponed messages and resumes a paused delivery method once the clock is right", async () => {
    first.clock.set(RIGHT);
    await box.close();
    await bookStay(first, { checkInDate: "2026-12-01", checkOutDate: "2026-12-04" });
    await startWith(A_YEAR_AHEAD);
    const nextTry = async () =>
      (await host("GET", "/api/admin/scheduled-messages")).json.find(
        (one: { messageType: string }) => one.messageType === "host_notice",
      )?.nextTryAt;
    await expect.poll(nextTry).toContain("2027-11-21");
    await second?.close();
    second = null;
    box = await openMailbox(Number(new URL(box.url).port));
    await startWith(RIGHT);
    await expect.poll(() => box.emails.some(({ to }) => to[0] === GUEST.email)).toBe(true);
  });
});
