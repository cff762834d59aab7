import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { contentOf } from "#domain/messaging/template.ts";
import { connectDatabase } from "../database/connect.ts";
import { createLogger } from "../runtime/logger.ts";
import { engines } from "../testing/engines.ts";
import { bookStay, goThroughSamples, GUEST } from "../testing/given.ts";
import { type Mailbox, openMailbox } from "../testing/mailbox.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { createOutboxStore } from "./outbox-queries.ts";
import { type Outgoing, TEXT_ONLY } from "./ports.ts";
import { sendDue } from "./send-due.ts";

const PACE = { everyMs: 15, leaseMs: 2000, slots: 4 };
const STAY = { checkInDate: "2027-01-10", checkOutDate: "2027-01-13" };

let box: Mailbox;
const open: TestApp[] = [];
beforeEach(async () => {
  box = await openMailbox();
});
afterEach(async () => {
  for (const app of open.splice(0).toReversed()) await app.close();
  await box.close();
});

async function startInstance(engine: (typeof engines)[number], first?: TestApp): Promise<TestApp> {
  const mail = { smtpUrl: box.url, from: { address: "letters@cottage.example" } };
  const app = await startTestApp(engine, {
    outbox: PACE,
    config: { publicUrl: "https://cottage.example", mail, ...first?.sameDatabase },
  });
  open.push(app);
  return app;
}

const cancelOn = (server: TestApp, cookie: string, id: string) =>
  server.send(
    "POST",
    `/api/admin/bookings/${id}/cancel`,
    { version: 1, waiveFee: false, expectedFee: "0.00" },
    { cookie },
  );

const messageOf = (server: TestApp, bookingId: string, type: "welcome" | "check_in_reminder") =>
  server.db
    .selectFrom("scheduled_message")
    .select(["id", "status", "note", "version", "lease_until"])
    .where("booking_id", "=", bookingId)
    .where("type", "=", type)
    .executeTakeFirstOrThrow();

describe.each(engines)("two instances that send messages on %s", (engine) => {
  test("an instance whose clock is ahead does not send a message that another instance is sending", async () => {
    const first = await startInstance(engine);
    const ahead = await startInstance(engine, first);
    await goThroughSamples(first, await first.signIn());
    await first.app.start();
    await ahead.app.start();
    // Until the first instance has claimed the message, the message is not yet due by the other clock.
    ahead.clock.advance(-60_000);
    // Only an instance that has run for this long sends messages again.
    await wait(PACE.leaseMs);
    let attempts = 0;
    box.answer = (to) => {
      if (to !== GUEST.email) return null;
      attempts++;
      return { waitMs: 1000 };
    };
    const { json } = await bookStay(first, STAY);
    await expect.poll(() => attempts).toBe(1);
    ahead.clock.advance(60_000 + 2 * PACE.leaseMs);
    await expect.poll(async () => (await messageOf(first, json.id, "welcome")).status).toBe("sent");
    await wait(200);
    expect(attempts).toBe(1);
  });

  test("a message that is withdrawn after an instance has claimed it, but before it is sent, is not sent", async () => {
    const server = await startInstance(engine);
    const cookie = await server.signIn();
    const { id } = (await bookStay(server, STAY)).json;
    const sent: string[] = [];
    const needs = {
      outbox: createOutboxStore(server.database, PACE.leaseMs),
      clock: server.clock,
      logger: createLogger("silent"),
      ...PACE,
      pollEveryMs: PACE.everyMs,
      startedAt: performance.now(),
      clockIsSettled: () => true,
      sender: async () => ({
        send: async (message: Outgoing) => {
          sent.push(message.type);
          return { ok: true as const, providerId: null };
        },
        close: () => {},
      }),
      // The guest's stay is cancelled while its welcome message is being composed.
      compose: async ({ type }: { type: Outgoing["type"] }): Promise<Outgoing> => {
        if (type === "welcome") expect((await cancelOn(server, cookie, id)).status).toBe(200);
        return {
          id: "message",
          type,
          to: { name: "", address: GUEST.email },
          content: contentOf("", [], null),
          cottage: "Cottage",
          replyTo: { name: "", address: "" },
          language: "en",
          unverified: false,
          ...TEXT_ONLY,
        };
      },
      alertHost: async () => {},
      undelivered: async () => {},
      limits: null,
      tooManyProofs: async () => {},
    };
    await sendDue(needs, "email", () => false);
    expect(sent).not.toContain("welcome");
    expect(sent).toContain("booking_cancelled");
    expect(await messageOf(server, id, "welcome")).toMatchObject({
      status: "skipped",
      note: "No longer needed: the booking has changed.",
      lease_until: null,
    });
  });
});

test.runIf(engines.includes("postgres"))(
  "a host who sends a reminder while another cancels its stay is told that the message has changed, and it is not sent",
  async () => {
    const server = await startInstance("postgres");
    const cookie = await server.signIn();
    const { id } = (await bookStay(server, STAY)).json;
    const other = connectDatabase(server.config, createLogger("silent"));
    const reminder = await messageOf(server, id, "check_in_reminder");
    const waiting = async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(other.db);
      return rows.length;
    };
    const answers = await server.db.transaction().execute(async (trx) => {
      // Both requests have read the message when they wait here, in this order.
      await trx.selectFrom("scheduled_message").select("id").where("id", "=", reminder.id).forUpdate().execute();
      const cancelling = cancelOn(server, cookie, id);
      await expect.poll(waiting).toBe(1);
      const path = `/api/admin/scheduled-messages/${reminder.id}/send-now`;
      const sending = server.send("POST", path, { version: reminder.version }, { cookie });
      await expect.poll(waiting).toBe(2);
      return [cancelling, sending];
    });
    await other.close();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 409]);
    expect(await messageOf(server, id, "check_in_reminder")).toMatchObject({ status: "skipped" });
  },
);
