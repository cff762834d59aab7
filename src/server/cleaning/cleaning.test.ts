import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { toLocalDate } from "#domain/calendar/local-date.ts";
import { connectDatabase } from "../database/connect.ts";
import { createLogger } from "../runtime/logger.ts";
import { engines } from "../testing/engines.ts";
import { bookStay, GUEST } from "../testing/given.ts";
import { type Mailbox, openMailbox, sendingTo } from "../testing/mailbox.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";

const FORM = { "content-type": "application/x-www-form-urlencoded" };
const MINUTE_MS = 60_000;
const CLEANER = "maya@example.com";

const CHANNEL = {
  id: "c",
  property_id: 1,
  platform: "airbnb",
  name: "Airbnb",
  mode: "everything",
  state: "connected",
  import_url: "https://example.com/a.ics",
  import_hash: "h",
} as const;
const PLATFORM_STAY = {
  id: "s",
  channel_id: "c",
  property_id: 1,
  uid: "u",
  occurrence: "",
  starts_on: toLocalDate("2027-01-08"),
  ends_on: toLocalDate("2027-01-10"),
  kind: "reservation",
  state: "active",
  holds_nights: 1,
  summary: "Reserved",
  code: "HM1",
  link: "",
  feed_guest: "Zqplatform",
  phone_digits: "1234",
} as const;

/** What a host sees while the page has neither a note nor an email address. */
const NOTHING = { note: "", email: "" };

describe.each(engines)("the cleaner's page on %s", (engine) => {
  let box: Mailbox;
  let server: TestApp;
  let cookie: string;
  let path: string;
  beforeAll(async () => {
    box = await openMailbox();
    server = await startTestApp(engine, sendingTo(box));
    await server.app.start();
  });
  afterAll(async () => {
    await server.close();
    await box.close();
  });
  beforeEach(async () => {
    server.clock.set("2026-11-21T06:00:00Z");
    cookie = await server.signIn();
    await server.db.updateTable("booking").set({ status: "cancelled" }).execute();
    await server.db.updateTable("channel_stay").set({ state: "released", holds_nights: 0 }).execute();
    await server.db.deleteFrom("occupied_night").execute();
    for (const table of ["channel_stay", "channel", "cleaner_page", "cleaning_done", "scheduled_message"] as const) {
      await server.db.deleteFrom(table).execute();
    }
    box.emails.length = 0;
    path = (await host("POST", "/cleaning/link", { seen: null })).json.path;
  });

  const host = (method: string, address: string, body?: unknown) =>
    server.send(method, `/api/admin${address}`, body, { cookie });
  const versionOf = async (id: string) =>
    (await server.db.selectFrom("booking").select("version").where("id", "=", id).executeTakeFirstOrThrow()).version;
  const page = () => server.send("GET", path);
  const mark = (day: string, done = "yes") => server.send("POST", `${path}/done`, `day=${day}&done=${done}`, FORM);
  const stay = async (checkInDate: string, checkOutDate: string, guestCount = 2, guest = GUEST) => {
    const booked = await bookStay(server, { checkInDate, checkOutDate, guestCount }, guest);
    expect(booked.status).toBe(201);
    return booked.json.id as string;
  };
  /**
   * Emails that are being sent: if the clock moved in the meantime, their claims would expire and they would be sent
   * again.
   */
  const beingSent = () =>
    server.db.selectFrom("scheduled_message").select("id").where("claimed_by", "is not", null).execute();
  const tick = async (minutes: number) => {
    await expect.poll(beingSent).toEqual([]);
    server.clock.advance(minutes * MINUTE_MS);
    await server.app.runJobs(/email the cleaner/);
  };
  /** The subjects of the hosts' notifications about cleanings. */
  const notifications = async () => {
    const rows = await server.db
      .selectFrom("scheduled_message")
      .select("subject")
      .where("subject", "like", "The cottage is%")
      .orderBy("scheduled_for")
      .execute();
    return rows.map(({ subject }) => subject);
  };
  const emailsToCleaner = () => box.emails.filter(({ to }) => to.includes(CLEANER));

  test("saving the note keeps the email address that the cleaner has entered in the meantime", async () => {
    const form = new URLSearchParams({ email: CLEANER }).toString();
    await server.send("POST", `${path}/email`, form, FORM);
    const { email, note } = (await host("PUT", "/cleaning", { note: "Towels are in the attic.", seen: NOTHING })).json;
    expect([email, note]).toEqual([CLEANER, "Towels are in the attic."]);
  });

  test("a host who saves the note does not undo what another host has written in the meantime", async () => {
    const save = (body: object) => host("PUT", "/cleaning", body);
    expect((await save({ note: "Towels are in the attic.", seen: NOTHING })).status).toBe(200);
    const refused = await save({ note: "The key is at the gate.", seen: NOTHING });
    expect([refused.status, refused.json.message]).toEqual([409, "This has changed. Check it, then try again."]);
    expect((await host("GET", "/cleaning")).json.note).toBe("Towels are in the attic.");
    const seen = { note: "Towels are in the attic.", email: "" };
    expect((await save({ note: "The key is at the gate.", seen })).json.note).toBe("The key is at the gate.");
  });

  test("shows dates, times and numbers of guests, and marks same-day arrivals", async () => {
    await stay("2026-11-25", "2026-11-28", 2);
    await stay("2026-11-28", "2026-12-02", 1);
    await host("PUT", "/cleaning", { note: "The key is <under> the mat.", seen: NOTHING });
    const { status, text, headers } = await page();
    expect(status).toBe(200);
    const plain = text.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
    expect(plain).toContain("Saturday 28 November New guests on the same day 2 guests leave by");
    expect(plain).toContain("1 guest arrives from");
    expect(plain).toContain("Wednesday 2 December 1 guest leaves by");
    expect(text).toContain("The key is &lt;under&gt; the mat.");
    expect(text).not.toContain("<script");
    expect(Object.fromEntries(headers)).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "same-origin",
      "x-robots-tag": "noindex, nofollow",
    });
  });

  test("the page, calendar and email contain no guest's name, email address or phone number, and no notes about guests", async () => {
    const plain = fc.stringMatching(/^[a-z]{6,12}$/).map((word) => `Zq${word}`);
    const people = fc.sample(fc.record({ name: plain, mail: plain, wish: plain, note: plain }), {
      numRuns: 6,
      seed: 7,
    });
    await host("PUT", "/cleaning", { email: CLEANER, seen: NOTHING });
    await tick(1);
    const secrets: string[] = [];
    for (const [place, { name, mail, wish, note }] of people.entries()) {
      const day = (n: number) => `2026-12-${String(1 + place * 3 + n).padStart(2, "0")}`;
      const guest = { name: `${name} Perera`, email: `${mail}@example.com`, phone: `+94 77 555 01${place}0` };
      const { json } = await server.send("POST", "/api/guests", guest);
      const booked = await server.send("POST", "/api/bookings", {
        propertyId: 1,
        checkInDate: day(0),
        checkOutDate: day(2),
        guestCount: 2,
        status: "upcoming",
        guestId: json.id,
        specialRequests: wish,
      });
      expect(booked.status).toBe(201);
      const { id, reference } = booked.json;
      await host("PUT", `/bookings/${id}/notes`, { notes: note, version: await versionOf(id) });
      secrets.push(name, mail, wish, note, "Perera", `555 01${place}0`, `55501${place}0`, reference, id);
    }
    const block = await host("POST", "/blocks", { startsOn: "2026-12-25", endsOn: "2026-12-27", reason: "Zqowner" });
    expect(block.status).toBeLessThan(300);
    await tick(1);
    await tick(11);
    await expect.poll(() => emailsToCleaner().length).toBe(1);
    const calendar = await server.send("GET", `${path}/cleaning.ics`);
    const all = [(await page()).text, calendar.text, emailsToCleaner()[0]?.raw ?? ""];
    expect(emailsToCleaner()[0]?.mail.text).toContain("2 guests leave");
    // Six departures and the first arrival.
    expect(calendar.text.match(/UID:cleaning-2026-12/g)).toHaveLength(7);
    for (const text of all) {
      for (const secret of [...secrets, "Zqowner"]) expect(text).not.toContain(secret);
      expect(text).not.toMatch(/Zq[a-z]{6}/);
    }
    await host("DELETE", `/blocks/${block.json.id}?version=1`);
    expect(await server.db.selectFrom("owner_block").select("id").execute()).toEqual([]);
  });

  test("marking a cleaning as done is idempotent, and the host sees it", async () => {
    await stay("2026-11-22", "2026-11-24");
    expect((await mark("2026-11-24")).status).toBe(409);
    server.clock.set("2026-11-24T08:00:00Z");
    const first = await mark("2026-11-24");
    expect([first.status, first.headers.get("location")]).toEqual([303, `${path}#day-2026-11-24`]);
    server.clock.advance(MINUTE_MS);
    expect((await mark("2026-11-24")).status).toBe(303);
    cookie = await server.signIn();
    const { changeovers } = (await host("GET", "/cleaning")).json;
    expect(changeovers[0]).toMatchObject({
      day: "2026-11-24",
      done: { at: "2026-11-24T08:00:00.000Z", by: "cleaner" },
    });
    expect(await notifications()).toEqual(["The cottage is clean: November 24, 2026"]);
    expect((await page()).text).toContain("Done");
    await mark("2026-11-24", "no");
    expect((await host("GET", "/cleaning")).json.changeovers[0].done).toBeNull();
    expect((await mark("2026-11-23")).status).toBe(409);
    expect((await mark("nonsense")).status).toBe(400);
  });

  test("the host is notified if a cleaning is not done after all, and again when it is done", async () => {
    await stay("2026-11-22", "2026-11-24");
    server.clock.set("2026-11-24T08:00:00Z");
    for (const done of ["yes", "no", "no", "yes"]) {
      server.clock.advance(MINUTE_MS);
      expect((await mark("2026-11-24", done)).status).toBe(303);
    }
    const all = [
      "The cottage is clean: November 24, 2026",
      "The cottage is not clean after all: November 24, 2026",
      "The cottage is clean: November 24, 2026",
    ];
    expect(await notifications()).toEqual(all);
    // Other hosts have read that the cottage is clean, so they are notified if one of them corrects it.
    const byHost = async (done: boolean) => {
      server.clock.advance(MINUTE_MS);
      cookie = await server.signIn();
      expect((await host("PUT", "/cleaning/done/2026-11-24", { done })).status).toBe(200);
    };
    await byHost(false);
    expect(await notifications()).toEqual([...all, all[1]]);
    await byHost(true);
    await byHost(false);
    expect(await notifications()).toHaveLength(4);
  });

  test("a host who has not seen the current link cannot replace it, and the cleaner's link keeps working", async () => {
    const old = path;
    // Another host has created the link, and this host's screen still offers to create one.
    const refused = await host("POST", "/cleaning/link", { seen: null });
    expect([refused.status, refused.json.message]).toEqual([409, expect.stringContaining("changed in the meantime")]);
    expect([(await page()).status, (await host("GET", "/cleaning")).json.path]).toEqual([200, old]);

    const answers = await Promise.all([1, 2].map(() => host("POST", "/cleaning/link", { seen: old })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    path = (await host("GET", "/cleaning")).json.path;
    expect(answers.find(({ status }) => status === 200)?.json.path).toBe(path);
    expect((await page()).status).toBe(200);
  });

  test("a replaced or removed link gives no access and reveals nothing", async () => {
    const old = path;
    path = (await host("POST", "/cleaning/link", { seen: old })).json.path;
    expect(path).not.toBe(old);
    const gone = await server.send("GET", old);
    const guessed = await server.send("GET", `/cleaning/${"x".repeat(43)}`);
    expect([gone.status, guessed.status, (await page()).status]).toEqual([404, 404, 200]);
    expect(gone.text).toBe(guessed.text);
    expect((await server.send("GET", `${old}/cleaning.ics`)).status).toBe(404);
    expect((await server.send("POST", `${old}/done`, "day=2026-11-24&done=yes", FORM)).status).toBe(404);
    const remove = (seen: string) => host("DELETE", `/cleaning/link?${new URLSearchParams({ seen }).toString()}`);
    // A screen that still shows the old link must not remove the one that the cleaner has now.
    const refused = await remove(old);
    expect([refused.status, refused.json?.message]).toEqual([409, expect.stringContaining("changed in the meantime")]);
    expect((await page()).status).toBe(200);
    expect((await remove(path)).status).toBe(204);
    expect((await page()).status).toBe(404);
    // Another host's screen still shows the link, and nothing is left to remove.
    expect((await remove(path)).status).toBe(204);
    const removals = await server.db
      .selectFrom("audit_entry")
      .select("id")
      .where("act", "like", "Removed the cleaner%")
      .execute();
    expect(removals).toHaveLength(1);
    expect((await host("GET", "/cleaning")).json.path).toBeNull();
  });

  test("while the link is being replaced, the old link neither reveals the new one nor changes anything", async () => {
    for (let round = 0; round < 5; round++) {
      const old = path;
      // Some of these requests are being handled when the link is replaced.
      const requests = Array.from({ length: 40 }, async (_, n) => {
        for (let turn = 0; turn < n; turn++) await new Promise((resolve) => setImmediate(resolve));
        return server.send("POST", `${old}/email`, `email=old${n}@example.com`, FORM);
      });
      path = (await host("POST", "/cleaning/link", { seen: old })).json.path;
      const responses = await Promise.all(requests);
      expect(responses.filter(({ text }) => text.includes(path))).toEqual([]);
      const log = server.db.selectFrom("audit_entry").select("act").where("subject", "=", "Cleaning");
      const last = await log.orderBy("id", "desc").executeTakeFirstOrThrow();
      expect(last.act).toBe("Replaced the cleaner's link");
    }
  });

  test("after a delay, the cleaner is notified of changed bookings and platform stays, and of nothing else", async () => {
    await stay("2026-11-25", "2026-11-28");
    const chosen = await server.send("POST", `${path}/email`, `email=${encodeURIComponent(CLEANER)}`, FORM);
    expect(chosen.text).toContain("email you when the plan changes");
    await tick(1);
    await tick(60);
    expect(emailsToCleaner()).toEqual([]);

    const id = await stay("2027-01-05", "2027-01-08", 2);
    await tick(1);
    await tick(5);
    await server.db.updateTable("booking").set({ guest_count: 3 }).where("id", "=", id).execute();
    await tick(5);
    await tick(6);
    expect(emailsToCleaner()).toEqual([]);
    await tick(5);
    await expect.poll(() => emailsToCleaner().length).toBe(1);
    const [email] = emailsToCleaner();
    expect(email?.mail.text).toContain("New: Friday 8 January. 3 guests leave. No arrival is booked yet.");
    expect(email?.mail.text).toContain(`https://cottage.example${path}`);

    // A guest who booked on a platform arrives on the day these guests leave.
    await server.db.transaction().execute(async (trx) => {
      const at = server.clock().toISOString();
      await trx
        .insertInto("channel")
        .values({ ...CHANNEL, connected_at: at, next_run_at: "2030-01-01T00:00:00.000Z" })
        .execute();
      const nights = ["2027-01-08", "2027-01-09"].map(toLocalDate);
      await trx
        .insertInto("occupied_night")
        .values(nights.map((night) => ({ property_id: 1, night, channel_stay_id: PLATFORM_STAY.id })))
        .execute();
      await trx
        .insertInto("channel_stay")
        .values({ ...PLATFORM_STAY, first_seen_at: at, last_seen_at: at })
        .execute();
    });
    await tick(1);
    await tick(11);
    await expect.poll(() => emailsToCleaner().length).toBe(2);
    expect(emailsToCleaner()[1]?.mail.text).toContain("Guests (number not known) arrive the same day.");

    // Without an email address, nothing more is sent.
    await server.send("POST", `${path}/email`, "email=", FORM);
    await tick(1);
    await tick(30);
    expect(emailsToCleaner()).toHaveLength(2);
  });

  test("an email that waits while the link is replaced contains the new link", async () => {
    await host("PUT", "/cleaning", { email: CLEANER, seen: NOTHING });
    await tick(1);
    box.answer = () => ({ code: 451, text: "4.7.1 Try again later" });
    await stay("2026-11-25", "2026-11-28");
    await tick(1);
    await tick(11);
    const retries = () =>
      server.db.selectFrom("scheduled_message").select("retry_count").where("to_address", "=", CLEANER).execute();
    await expect.poll(retries).toEqual([{ retry_count: 1 }]);
    const old = path;
    path = (await host("POST", "/cleaning/link", { seen: old })).json.path;
    box.answer = () => null;
    await tick(60);
    await expect.poll(() => emailsToCleaner().length).toBe(1);
    const [email] = emailsToCleaner();
    expect(email?.mail.text).toContain(`https://cottage.example${path}`);
    expect(email?.mail.text).not.toContain(old);
  });

  test("the cleaner is told of an arrival at short notice, and saving the same address again loses no change", async () => {
    const saveEmail = () => server.send("POST", `${path}/email`, `email=${encodeURIComponent(CLEANER)}`, FORM);
    const plain = async () => (await page()).text.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
    await saveEmail();
    await tick(1);
    const first = await stay("2026-11-23", "2026-11-26", 4);
    expect(await plain()).toContain("Monday 23 November 4 guests arrive from");
    await tick(1);
    await saveEmail();
    await tick(11);
    await expect.poll(() => emailsToCleaner().length).toBe(1);
    expect(emailsToCleaner()[0]?.mail.text).toContain("New: Monday 23 November. 4 guests arrive.");

    await server.db.updateTable("booking").set({ status: "cancelled" }).where("id", "=", first).execute();
    await server.db.deleteFrom("occupied_night").where("booking_id", "=", first).execute();
    await tick(1);
    await tick(11);
    await expect.poll(() => emailsToCleaner().length).toBe(2);
    const gone = "Not needed: Monday 23 November. No guests arrive on this day.";
    expect(emailsToCleaner()[1]?.mail.text).toContain(gone);

    await stay("2026-11-21", "2026-11-22");
    await tick(1);
    await tick(11);
    await expect.poll(() => emailsToCleaner().length).toBe(3);
    server.clock.set("2026-11-27T06:00:00Z");
    await tick(1);
    await stay("2026-11-28", "2026-12-01", 3);
    await tick(1);
    await tick(11);
    await expect.poll(() => emailsToCleaner().length).toBe(4);
    expect(emailsToCleaner()[3]?.mail.text).toContain(
      "Changed: Sunday 22 November. 2 guests leave. 3 guests arrive on Saturday 28 November. Before: 2 guests leave. No arrival is booked yet.",
    );
    expect(await plain()).toContain("Sunday 22 November 2 guests leave by");
  });

  test.runIf(engine === "postgres")(
    "the cleaner is told of every change if two instances look at the plan at the same moment",
    async () => {
      const other = await startTestApp(engine, { config: server.config });
      const locks = connectDatabase(server.config, createLogger("silent"));
      const waiting = async () => {
        const { rows } = await sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(locks.db);
        return rows.length;
      };
      await server.send("POST", `${path}/email`, `email=${encodeURIComponent(CLEANER)}`, FORM);
      await tick(1);
      await stay("2026-11-25", "2026-11-28");
      await tick(1);
      server.clock.advance(61 * MINUTE_MS);
      other.clock.set(server.clock().toISOString());
      const runs = await server.db.transaction().execute(async (trx) => {
        // The first instance has read the plan when it waits here.
        await trx.selectFrom("cleaner_page").select("id").forUpdate().execute();
        const first = server.app.runJobs(/email the cleaner/);
        await expect.poll(waiting).toBe(1);
        await stay("2026-12-05", "2026-12-08");
        const second = other.app.runJobs(/email the cleaner/);
        await expect.poll(waiting).toBe(2);
        return [first, second];
      });
      await Promise.all(runs);
      await tick(1);
      await tick(11);
      await expect.poll(() => emailsToCleaner().length).toBe(2);
      expect(emailsToCleaner()[0]?.mail.text).toContain("New: Saturday 28 November.");
      expect(emailsToCleaner()[1]?.mail.text).toContain("New: Tuesday 8 December.");
      await locks.close();
      await other.close();
    },
  );

  test("an invalid email address is refused, and the previous one is kept", async () => {
    await server.send("POST", `${path}/email`, `email=${encodeURIComponent(CLEANER)}`, FORM);
    const refused = await server.send("POST", `${path}/email`, "email=nobody", FORM);
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("Enter an address such as")]);
    expect((await host("GET", "/cleaning")).json.email).toBe(CLEANER);
  });
});
