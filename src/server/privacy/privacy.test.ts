import type { Schema } from "../database/schema.ts";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { addDays, toLocalDate } from "#domain/calendar/local-date.ts";
import { rowsOf, tablesOf } from "../database/tables.ts";
import { type ClockGuard, createClockGuard } from "../runtime/clock-guard.ts";
import { engines } from "../testing/engines.ts";
import { bookStay } from "../testing/given.ts";
import { importStay, openChannel } from "../testing/open-channel.ts";
import { followLink, ownLinkOf } from "../testing/own-link.ts";
import { cookieOf, type TestResponse, startTestApp, type TestApp } from "../testing/test-app.ts";
import { eraseExpired } from "./forget-in-time.ts";
import { createPersonStore } from "../channels/person-queries.ts";
import { createPrivacyStore } from "./person-queries.ts";

const CANARY = { name: "Quillon Zarathustra", email: "Quillon.Z@canary.example", phone: "+94 70 987 6543" };
const TRACES = /quillon|zarathustra|canary|987 ?6543|peacock allergy|gate code told|birthday cake/i;
/** What becomes of each column of a booking when its guest is erased: it is kept if it identifies nobody. */
const COLUMNS = {
  id: "kept",
  reference: "kept",
  property_id: "kept",
  guest_id: "kept",
  check_in: "kept",
  check_out: "kept",
  guest_count: "kept",
  status: "kept",
  source: "kept",
  special_requests: "erased",
  total_cents: "kept",
  price_lines: "kept",
  policy: "kept",
  created_at: "kept",
  version: "kept",
  host_notes: "erased",
  cancellation_fee_cents: "kept",
  link_generation: "kept",
  waits_for: "kept",
  waits_until: "kept",
  asked_status: "kept",
  verified_at: "kept",
  network_mark: "erased",
  email_mark: "erased",
  phone_mark: "erased",
  one_night_cents: "kept",
  change_request: "kept",
  change_until: "kept",
  host_confirmed_at: "kept",
  frozen_price: "kept",
  currency: "kept",
  pay_by: "kept",
  plan: "kept",
  language: "kept",
  offer_until: "kept",
  offered_despite_at: "kept",
  nights_since: "kept",
} satisfies Record<keyof Schema["booking"], "kept" | "erased">;
const MAIL = { smtpUrl: "smtp://127.0.0.1:9", from: { address: "stay@cottage.example" } };

describe.each(engines)("personal data on %s", (engine) => {
  let server: TestApp;
  let admin: string;
  beforeEach(async () => {
    let guard: ClockGuard | null = null;
    server = await startTestApp(engine, {
      config: { publicUrl: "http://cottage.example", mail: MAIL },
      clockGuard: { isSettled: () => guard?.isSettled() ?? false },
    });
    guard = createClockGuard(server.clock);
    admin = await server.signIn();
  });
  afterEach(() => server.close());

  const host = (method: string, path: string, body?: unknown): Promise<TestResponse> =>
    server.send(method, path, body, { cookie: admin });
  const versionOf = async (id: string): Promise<number> => (await detail(id)).version;
  const detail = async (id: string) => (await host("GET", `/api/admin/bookings/${id}`)).json;

  /** Does what the job does every six hours, with a retention period of two years. */
  const eraseOnTime = (clock: () => Date = server.clock) => {
    const today = async () => toLocalDate(new Date(clock().getTime() + 5.5 * 3_600_000).toISOString().slice(0, 10));
    const store = createPrivacyStore(server.database, {
      toInternational: async () => null,
      today,
      record: async () => {},
      imported: createPersonStore(server.db),
      pictures: { read: async () => null, deleteLeft: async () => {} },
      newAddress: async () => {},
      renamed: async () => {},
    });
    return eraseExpired({
      store,
      clock,
      today,
      retentionMonths: async () => 24,
    });
  };

  /** Of the columns that erasure empties, those in which the booking has nothing. */
  async function emptyColumns(id: string): Promise<string[]> {
    const row = await server.db.selectFrom("booking").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    const values: Record<string, unknown> = row;
    return Object.entries(COLUMNS).flatMap(([column, fate]) =>
      fate === "erased" && [null, ""].some((empty) => empty === values[column]) ? [column] : [],
    );
  }

  /** The tables and columns of the whole database in which the canary still occurs. */
  async function traces(): Promise<string[]> {
    const found = new Set<string>();
    await server.db.transaction().execute(async (trx) => {
      for (const table of await tablesOf(trx, engine)) {
        for await (const rows of rowsOf(trx, engine, table)) {
          for (const row of rows) {
            for (const [column, value] of Object.entries(row)) {
              if (TRACES.test(JSON.stringify(value))) found.add(`${table.name}.${column}`);
            }
          }
        }
      }
    });
    return [...found].toSorted();
  }

  /**
   * Creates two stays for the canary and one for somebody else. The first has notes, requests, a payment, adjustments,
   * a conversation, emails, an imported stay, a payment request, a dispute and a double booking, and is named in an
   * audit entry and in a summary for the host.
   */
  async function given(): Promise<{ first: string; second: string }> {
    const guest = await server.send("POST", "/api/guests", CANARY);
    const stay = { propertyId: 1, guestCount: 2, status: "confirmed", specialRequests: "Peacock allergy" };
    const dates = { checkInDate: "2026-12-01", checkOutDate: "2026-12-04" };
    const booked = await server.send("POST", "/api/bookings", { ...stay, ...dates, guestId: guest.json.id });
    const lower = { ...CANARY, email: CANARY.email.toLowerCase() };
    const second = await bookStay(server, { checkInDate: "2026-12-10", checkOutDate: "2026-12-12" }, lower);
    await bookStay(server, { checkInDate: "2026-12-20", checkOutDate: "2026-12-22" });
    const first = booked.json.id;
    await host("PUT", `/api/admin/bookings/${first}/notes`, { version: 1, notes: "Gate code told to Quillon" });
    const payment = { kind: "payment", amount: "450", method: "cash", paidOn: "2026-11-21" };
    await host("POST", `/api/admin/bookings/${first}/payments`, { version: 2, ...payment });
    const adjustments = `/api/admin/bookings/${first}/adjustments`;
    for (const [kind, label] of [
      ["extra", "Birthday cake for Quillon (one) added to the price: nothing"],
      ["discount", "A gift for Quillon"],
      ["extra", "A second birthday cake"],
    ]) {
      const added = await host("POST", adjustments, { version: await versionOf(first), kind, label, amount: "20" });
      expect(added.status, added.text).toBe(201);
    }
    const removed = await host("DELETE", `${adjustments}/2?version=${await versionOf(first)}`);
    expect(removed.status, removed.text).toBe(200);
    await server.send("POST", `/api/bookings/${first}/link`, {});
    const words = { text: "Peacock allergy, regards, Quillon" };
    await server.send("POST", `/api/bookings/${first}/messages`, words, { cookie: cookieOf(booked) });
    await host("POST", `/api/admin/bookings/${first}/messages`, { text: "Dear Quillon, noted" });
    server.clock.advance(120_000);
    await server.app.runJobs(/^email messages$/);
    // An imported stay that is linked to the first booking.
    await openChannel(server, admin, "vrbo");
    await importStay(server.db, "channel-vrbo", {
      checkInDate: toLocalDate("2026-11-25"),
      checkOutDate: toLocalDate("2026-11-28"),
    });
    await server.db
      .updateTable("channel_stay")
      .set({
        booking_id: first,
        feed_guest: CANARY.name,
        // An event without a UID is identified by its dates and its title.
        uid: `2026-11-25/2026-11-28/Reserved - ${CANARY.name}`,
        summary: `Reserved - ${CANARY.name}`,
        guest_name: CANARY.name,
      })
      .set({ guest_phone: CANARY.phone, notes: "Gate code told to Quillon" })
      .execute();
    // Short notes from the host: what a payment is requested for, and how an alert and a double booking were settled.
    const at = server.clock().toISOString();
    const request = {
      id: "cake",
      amount_minor: 2000,
      currency: "USD",
      about: "A cake for Quillon",
      created_by: "host",
    };
    await server.db
      .insertInto("payment_request")
      .values({ ...request, booking_id: first, created_at: at })
      .execute();
    // Earlier versions did not store which booking such an entry is about.
    const { reference } = await detail(first);
    const cake = JSON.stringify({ priceLines: [{ label: "Birthday cake" }] });
    const price = { actor: "host", act: "Changed a booking's price", subject: `Booking ${reference}` };
    await server.db
      .insertInto("audit_entry")
      .values({ at, ...price, after_value: cake })
      .execute();
    const dispute = { id: "dispute/1", kind: "dispute", detail: "A dispute", opened_at: at };
    const closed = { closed_at: at, closed_by: "host", closed_with: "Quillon paid in cash" };
    await server.db
      .insertInto("payment_alarm")
      .values({ ...dispute, ...closed, booking_id: first })
      .execute();
    await server.db
      .insertInto("channel_conflict")
      .values({
        id: "twice",
        pair: "a b",
        first_kind: "booking",
        first_id: first,
        second_kind: "channel-stay",
        second_id: "gone",
        from_night: toLocalDate("2026-12-01"),
        to_night: toLocalDate("2026-12-04"),
        opened_at: at,
      })
      .execute();
    const [{ version }] = (await host("GET", "/api/admin/channel-conflicts")).json;
    const settled = await host("POST", "/api/admin/channel-conflicts/twice/close", {
      reason: "Quillon sleeps next door",
      version,
    });
    expect(settled.status, settled.text).toBe(200);
    // The summary for the day before arrival names the guest.
    server.clock.set("2026-11-30T06:00:00Z");
    const later = await server.signIn();
    await server.send("PUT", "/api/admin/notifications", { summaryHour: 11 }, { cookie: later });
    await server.app.runJobs(/^daily summaries$/);
    server.clock.set(at);
    return { first, second: second.json.id };
  }

  test("P01: everything about a person is exported in one file; erasure removes every trace of the person, but keeps dates and amounts", async () => {
    const { first, second } = await given();
    // The guest lets the host see what they have read, and asks for another night.
    const own = { cookie: cookieOf(await followLink(server, await ownLinkOf(server, second))) };
    await server.send("PUT", `/api/bookings/${second}/reading`, { share: true }, own);
    const settings = { bookingMode: "request", version: (await host("GET", "/api/admin/settings")).json.version };
    expect((await host("PUT", "/api/admin/settings", settings)).status).toBe(200);
    const gift = { kind: "discount", label: "A gift for Quillon", amount: "20", version: await versionOf(second) };
    expect((await host("POST", `/api/admin/bookings/${second}/adjustments`, gift)).status).toBe(201);
    const dates = { checkInDate: "2026-12-10", checkOutDate: "2026-12-13" };
    const longer = { ...dates, guestCount: 2, expectedTotal: "430.00" };
    const response = await server.send("PUT", `/api/bookings/${second}/stay`, longer, own);
    expect(response.json, response.text).toMatchObject({ requested: true });
    const paid = await server.db.selectFrom("payment").select("id").executeTakeFirstOrThrow();
    const receipt = { year: 2026, number: 1, kind: "payment" as const, content: '{"amountCents":45000}' };
    const created_at = server.clock().toISOString();
    await server.db
      .insertInto("receipt")
      .values({ ...receipt, booking_id: first, payment_id: paid.id, created_at })
      .execute();
    const file = await host("GET", `/api/admin/bookings/${first}/personal-data`);
    expect(file.headers.get("content-disposition")).toMatch(/^attachment; filename="personal-data-LK-.{8}\.json"$/);
    const data = JSON.parse(file.text);
    expect(data.guest).toHaveLength(2);
    expect(data.booking).toHaveLength(2);
    const request = expect.objectContaining({ language: "en", change_request: expect.stringContaining("2026-12-13") });
    expect(data.booking).toContainEqual(request);
    expect(data.booking[0]).toMatchObject({ currency: "USD", total_cents: expect.any(Number) });
    expect(data.payment[0]).toMatchObject({ currency: "USD", amount_cents: expect.any(Number) });
    expect(data.conversation).toContainEqual({ shares_reading: 1 });
    expect([data.receipt, data.refund]).toEqual([[{ ...receipt, created_at }], []]);
    expect(data.channel_stay).toMatchObject([{ guest_phone: CANARY.phone }]);
    for (const text of [CANARY.name, CANARY.email, CANARY.phone, "Peacock allergy", "Gate code told", "45000"]) {
      expect(file.text).toContain(text);
    }
    expect((await traces()).length).toBeGreaterThan(5);
    const summaries = () =>
      server.db
        .selectFrom("scheduled_message")
        .select(["status", "body"])
        .where("message_key", "like", "notice/summary/%")
        .execute();
    expect(await summaries()).toEqual([{ status: "pending", body: expect.stringContaining(CANARY.name) }]);

    const before = await detail(first);
    const expected = { reference: before.reference };
    expect((await host("POST", `/api/admin/bookings/${first}/erase-guest`, expected)).json.message).toMatch(
      /is not over yet/,
    );
    server.clock.set("2026-12-13T06:00:00Z");
    admin = await server.signIn();
    const slip = await host("POST", `/api/admin/bookings/${first}/erase-guest`, { reference: "LK-WRONG000" });
    expect(slip.status).toBe(400);
    const link = await ownLinkOf(server, first);
    const marks = { network_mark: "hash", email_mark: "hash", phone_mark: "hash" };
    await server.db.updateTable("booking").set(marks).where("id", "=", first).execute();
    expect(await emptyColumns(first), "give the first booking of given() a value for each of these").toEqual([]);
    const erased = await host("POST", `/api/admin/bookings/${first}/erase-guest`, expected);
    expect([erased.status, erased.json]).toEqual([200, { stays: 2 }]);

    expect(await traces()).toEqual([]);
    const toErase = Object.entries(COLUMNS).flatMap(([column, fate]) => (fate === "erased" ? [column] : []));
    expect(await emptyColumns(first), "erase the missing columns in erase-guest.ts").toEqual(toErase);
    const after = await detail(first);
    for (const field of ["reference", "checkInDate", "checkOutDate", "nights", "totalAmount", "paidAmount", "status"]) {
      expect(after[field]).toBe(before[field]);
    }
    expect(after.guest).toEqual({ name: "Erased guest", email: "", phone: "" });
    expect((await detail(second)).guest.name).toBe("Erased guest");
    const lines = after.priceLines.map(({ label, amount }: { label: string; amount: string }) => [label, amount]);
    expect(lines.slice(1)).toEqual([
      ["Extra", "20.00"],
      ["Discount", "-20.00"],
    ]);
    const events = after.history.map(({ event }: { event: string }) => event);
    expect(events).toEqual(
      expect.arrayContaining([
        "Extra ($20.00) added to the price: $470.00 instead of $450.00",
        "Discount (-$20.00) added to the price: $450.00 instead of $470.00",
        "Extra ($20.00) removed from the price: $450.00 instead of $470.00",
      ]),
    );
    expect(await summaries()).toEqual([{ status: "skipped", body: null }]);
    const opened = await followLink(server, link);
    expect(opened.headers.get("set-cookie")).toBeNull();
    const log = await host("GET", "/api/admin/audit");
    expect(log.text).toContain("Deleted a guest's details");
  });

  test("exporting or erasing a guest whose name or number occurs in every notification leaves other guests' data alone", async () => {
    await given();
    // Every notification contains "2 guests", and "%" and "_" are wildcards, so a search for these would find all
    // notifications.
    for (const [name, phone, day] of [
      ["guests", "%%%%%", "2027-01-10"],
      ["_____", "+94 7", "2027-01-14"],
    ] as const) {
      const stranger = { name, phone, email: `stranger.${day}@example.org` };
      const dates = { checkInDate: day, checkOutDate: addDays(toLocalDate(day), 1) };
      const { id } = (await bookStay(server, dates, stranger)).json;
      const own = await detail(id);
      const file = await host("GET", `/api/admin/bookings/${id}/personal-data`);
      expect([name, TRACES.test(file.text), file.text.includes("ann@example.com")]).toEqual([name, false, false]);
      expect(JSON.parse(file.text).scheduled_message.length).toBeGreaterThan(1);
      await host("POST", `/api/admin/bookings/${id}/cancel`, { version: 1, waiveFee: true, expectedFee: "0.00" });
      const notifications = () =>
        server.db
          .selectFrom("scheduled_message")
          .select("message_key")
          .where("type", "=", "host_notice")
          .where("status", "=", "pending")
          .where("body", "is not", null)
          .execute();
      const before = await notifications();
      const erased = await host("POST", `/api/admin/bookings/${id}/erase-guest`, { reference: own.reference });
      expect(erased.status, erased.text).toBe(200);
      const others = before.filter((notification) => !notification.message_key.includes(id));
      expect(others.length).toBeGreaterThan(2);
      expect(await notifications()).toEqual(others);
    }
  });

  test("a machine that starts with its clock years ahead erases no guest's data before the clock is corrected", async () => {
    const { first } = await given();
    const now = server.clock().toISOString();
    server.clock.set("2038-01-19T00:00:00Z");
    await server.app.start();
    await new Promise((resolve) => setTimeout(resolve, 300));
    server.clock.set(now);
    admin = await server.signIn();
    expect((await detail(first)).guest.name).toBe(CANARY.name);
  });

  test("a message that arrives while a guest's data is being erased is erased too, or refused", async () => {
    const { first } = await given();
    server.clock.set("2026-12-13T06:00:00Z");
    admin = await server.signIn();
    const { reference } = await detail(first);
    const link = await ownLinkOf(server, first);
    const cookie = cookieOf(await followLink(server, link));
    const writing = Array.from({ length: 30 }, async (_, n) => {
      for (let turn = 0; turn < 2 * n; turn++) await new Promise((resolve) => setImmediate(resolve));
      return server.send("POST", `/api/bookings/${first}/messages`, { text: `Call me: 077 ${n}` }, { cookie });
    });
    expect((await host("POST", `/api/admin/bookings/${first}/erase-guest`, { reference })).status).toBe(200);
    await Promise.all(writing);
    expect((await host("GET", `/api/admin/bookings/${first}/conversation`)).json.entries).toEqual([]);
    const late = await host("POST", `/api/admin/bookings/${first}/messages`, { text: "Dear Ann" });
    expect([late.status, late.json.message]).toEqual([409, expect.stringContaining("data was erased")]);
  });

  /** How many connections to this PostgreSQL database are waiting for a lock. */
  const waiting = async () => {
    const waits = sql<{ n: number }>`select count(*) as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    return (await waits.execute(server.db)).rows[0]?.n;
  };

  test.runIf(engine === "postgres").for(["devices", "email"])(
    "a notification of the host by %s that is being written while a guest's data is erased is erased too",
    async (way) => {
      const { first } = await given();
      server.clock.set("2026-12-13T06:00:00Z");
      admin = await server.signIn();
      const { reference } = await detail(first);
      const cookie = cookieOf(await followLink(server, await ownLinkOf(server, first)));
      const device = { endpoint: "https://push.example/1", keys: { p256dh: "A".repeat(87), auth: "A".repeat(22) } };
      expect((await host("POST", "/api/admin/push/devices", device)).status).toBe(201);
      const write = () => server.send("POST", `/api/bookings/${first}/messages`, { text: "Call me" }, { cookie });
      const email = () => server.app.runJobs(/^email messages$/);
      if (way === "email") await write();
      server.clock.advance(120_000);

      // Nothing can be added to the outbox until this ends.
      const held = await server.db.startTransaction().execute();
      await sql`lock table scheduled_message in share mode`.execute(held);
      const notifying = way === "email" ? email() : write();
      await expect.poll(waiting).toBe(1);
      const erasing = host("POST", `/api/admin/bookings/${first}/erase-guest`, { reference });
      await expect.poll(waiting).toBe(2);
      await held.commit().execute();
      await notifying;
      expect((await erasing).status).toBe(200);
      const written = await server.db
        .selectFrom("scheduled_message")
        .select(["status", "subject", "body"])
        .where("message_key", "like", `notice/conversation/${first}/%`)
        .where("created_at", ">", "2026-12-13")
        .execute();
      expect(written).toContainEqual({ status: "skipped", subject: null, body: null });
      expect(new Set(written.map(({ body }) => body))).toEqual(new Set([null]));
    },
  );

  test.runIf(engine === "postgres")("a concurrent action does not write erased data back", async () => {
    const { first } = await given();
    const { version, reference } = await detail(first);
    server.clock.set("2026-12-13T06:00:00Z");
    admin = await server.signIn();
    const held = await server.db.startTransaction().execute();
    await held.selectFrom("booking").select("id").where("id", "=", first).forUpdate().execute();
    const erasing = host("POST", `/api/admin/bookings/${first}/erase-guest`, { reference });
    await expect.poll(waiting).toBe(1);
    const payment = { kind: "payment", amount: "1", method: "cash", paidOn: "2026-12-12", version };
    const paying = host("POST", `/api/admin/bookings/${first}/payments`, payment);
    await expect.poll(waiting).toBe(2);
    await held.commit().execute();
    expect([(await erasing).status, (await paying).status]).toEqual([200, 409]);
    expect((await detail(first)).hostNotes).toBe("");
  });

  test("P02: a guest's data is erased two years after check-out, not a day earlier; text and hashes are deleted sooner", async () => {
    await given();
    const nameOf = async () =>
      server.db.selectFrom("guest").select(["name"]).where("email", "=", CANARY.email).executeTakeFirst();
    const requests = async () =>
      server.db.selectFrom("booking").select("id").where("special_requests", "is not", null).execute();

    server.clock.set("2027-03-04T06:00:00Z");
    await eraseOnTime();
    expect(await requests()).toHaveLength(1);
    server.clock.set("2027-03-05T06:00:00Z");
    await eraseOnTime();
    expect(await requests()).toHaveLength(0);
    const marks = await server.db.selectFrom("booking").select("id").where("email_mark", "is not", null).execute();
    expect(marks).toEqual([]);

    server.clock.set("2028-12-04T06:00:00Z");
    await eraseOnTime();
    expect((await nameOf())?.name).toBe(CANARY.name);
    server.clock.set("2028-12-05T06:00:00Z");
    await eraseOnTime();
    expect(await nameOf()).toBeUndefined();
    server.clock.set("2029-01-21T06:00:00Z");
    await eraseOnTime();
    expect(await traces()).toEqual([]);
    const left = await server.db.selectFrom("guest").select("id").where("erased_at", "is", null).execute();
    expect(left).toEqual([]);
    const totals = await server.db.selectFrom("booking").select("total_cents").execute();
    expect(totals.map((row) => row.total_cents).toSorted((a, b) => a - b)).toEqual([30_000, 30_000, 45_000]);
  });

  test("the texts of messages about a stay are kept until 90 days after check-out, however early they were written", async () => {
    const booked = await bookStay(server, { checkInDate: "2027-06-01", checkOutDate: "2027-06-04" }, CANARY);
    await server.db
      .updateTable("scheduled_message")
      .set({ status: "skipped", subject: "Reminder", body: "In the host's words" })
      .where("booking_id", "=", booked.json.id)
      .execute();
    const bodies = async () => {
      await eraseOnTime();
      const { db } = server;
      const rows = db.selectFrom("scheduled_message").select("body").where("booking_id", "=", booked.json.id);
      return [...new Set((await rows.execute()).map(({ body }) => body))];
    };
    server.clock.set("2027-05-31T06:00:00Z");
    expect(await bodies()).toEqual(["In the host's words"]);
    server.clock.set("2027-09-02T06:00:00Z");
    expect(await bodies()).toEqual(["In the host's words"]);
    server.clock.set("2027-09-03T06:00:00Z");
    expect(await bodies()).toEqual([null]);
  });

  test("a verification email to somebody who then does not book is deleted after seven days", async () => {
    const guarded = await startTestApp(engine, {
      config: { publicUrl: "http://cottage.example", mail: MAIL, guardBookings: true },
    });
    for (const day of ["01", "03", "05"]) {
      const stay = { checkInDate: `2027-03-${day}`, checkOutDate: `2027-03-0${Number(day) + 1}` };
      const guest = { ...CANARY, email: `${day}@example.com`, phone: `+94 77 100 00${day}`, name: "Ann Perera" };
      expect((await bookStay(guarded, stay, guest)).status).toBe(201);
    }
    const newDates = { checkInDate: "2027-03-10", checkOutDate: "2027-03-11" };
    expect((await bookStay(guarded, newDates, CANARY)).json.checkEmail).toBe(true);
    const keys = async () => {
      await guarded.app.runJobs(/^erase guests/);
      const rows = await guarded.db
        .selectFrom("scheduled_message")
        .select("message_key")
        .where("to_address", "=", CANARY.email)
        .execute();
      return rows.map(({ message_key }) => message_key);
    };
    guarded.clock.advance(7 * 86_400_000);
    expect(await keys()).toEqual([expect.stringMatching(/^note\/prove:/)]);
    guarded.clock.advance(1000);
    expect(await keys()).toEqual([]);
    await guarded.close();
  });

  test("erasing a guest's data for an old stay keeps the emails about their next stay", async () => {
    const guest = { ...CANARY, phone: "+94 70 111 2222" };
    await bookStay(server, { checkInDate: "2026-12-01", checkOutDate: "2026-12-04" }, guest);
    const next = await bookStay(server, { checkInDate: "2026-12-20", checkOutDate: "2026-12-22" }, guest);
    expect(next.status, next.text).toBe(201);
    await server.send("POST", `/api/bookings/${next.json.id}/link`, {});
    const emails = () =>
      server.db
        .selectFrom("scheduled_message")
        .select(["type", "status", "subject", "to_address"])
        .where("booking_id", "=", next.json.id)
        .orderBy("id")
        .execute();
    const before = await emails();
    expect(before).toContainEqual(expect.objectContaining({ status: "pending", to_address: CANARY.email }));
    await eraseOnTime(() => new Date("2028-12-05T06:00:00Z"));
    const names = await server.db.selectFrom("guest").select("name").execute();
    expect(names.map(({ name }) => name).toSorted()).toEqual(["Erased guest", CANARY.name]);
    expect(await emails()).toEqual(before);
  });

  test("if the host adds a guest's email address later, the guest gets the stay's messages", async () => {
    const stay = { checkInDate: "2027-02-05", checkOutDate: "2027-02-07", guestCount: 2, status: "upcoming" };
    const byPhone = { name: "Ann Perera", email: "", phone: "+94 77 123 4567" };
    const { id } = (await host("POST", "/api/admin/bookings", { ...byPhone, ...stay })).json;
    const types = async () => {
      const rows = await server.db
        .selectFrom("scheduled_message")
        .select("type")
        .where("booking_id", "=", id)
        .where("status", "=", "pending")
        .where("channel", "=", "email")
        .execute();
      return rows.map(({ type }) => type).toSorted();
    };
    expect(await types()).toEqual([]);
    const { version } = await detail(id);
    const added = { ...byPhone, email: "ann@example.com", version };
    expect((await host("PUT", `/api/admin/bookings/${id}/guest`, added)).status).toBe(200);
    const reminders = expect.arrayContaining(["check_in_reminder", "check_out_reminder"]);
    expect(await types()).toEqual(reminders);

    // The emails that are withdrawn while the guest has no address are planned again once the guest has one.
    const save = async (guest: object) => {
      const saved = await host("PUT", `/api/admin/bookings/${id}/guest`, {
        ...guest,
        version: (await detail(id)).version,
      });
      expect(saved.status, saved.text).toBe(200);
    };
    await save(byPhone);
    const confirm = { version: (await detail(id)).version, status: "confirmed" };
    expect((await host("POST", `/api/admin/bookings/${id}/status`, confirm)).status).toBe(200);
    expect(await types()).toEqual([]);
    await save({ ...byPhone, email: "ann@example.com" });
    expect(await types()).toEqual(reminders);
  });

  test("correcting a guest's email address invalidates links sent to the old one; the audit log has masked values only", async () => {
    const booked = await bookStay(server, { checkInDate: "2027-01-05", checkOutDate: "2027-01-07" });
    const { id } = booked.json;
    const link = await ownLinkOf(server, id);
    const other = cookieOf(await followLink(server, link));
    const seen = async (cookie: string) =>
      (await server.send("GET", `/api/bookings/${id}/confirmation`, undefined, { cookie })).json.guestMasked;
    expect(await seen(other)).toBe(false);
    const right = { version: 1, ...CANARY };
    expect((await host("PUT", `/api/admin/bookings/${id}/guest`, { ...right, email: "no address" })).status).toBe(400);
    expect((await host("PUT", `/api/admin/bookings/${id}/guest`, { ...right, email: "", phone: "" })).status).toBe(400);
    expect((await host("PUT", `/api/admin/bookings/${id}/guest`, right)).json).toEqual({ version: 2 });
    expect((await host("PUT", `/api/admin/bookings/${id}/guest`, right)).status).toBe(409);
    expect((await detail(id)).guest).toEqual(CANARY);
    expect(await seen(other)).toBe(true);
    expect(await seen(cookieOf(booked))).toBe(false);
    expect((await server.send("GET", link)).headers.get("set-cookie")).toBeNull();
    expect(await ownLinkOf(server, id)).not.toBe(link);
    // The guest gets the new link at the corrected address, once.
    await server.app.runJobs(/^email messages$/);
    const sent = await server.db
      .selectFrom("scheduled_message")
      .select("link")
      .where("message_key", "like", `%corrected:${id}:%`)
      .where("to_address", "=", CANARY.email)
      .execute();
    expect(sent.map((one) => one.link?.includes(`/booking/`))).toEqual([true]);
    const log = await host("GET", "/api/admin/audit");
    expect(log.text).toContain("Corrected a guest's contact data");
    expect(log.text).not.toMatch(/quillon|987 ?6543|ann@example/i);
  });
});
