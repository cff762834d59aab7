import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "kysely";
import { addDays, toLocalDate } from "#domain/calendar/local-date.ts";
import { lockCalendar } from "../database/dialect.ts";
import type { Trx } from "../database/transaction.ts";
import { loadBuiltSite } from "../http/built-site.ts";
import { engines } from "../testing/engines.ts";
import { bookStay, goThroughSamples, GUEST } from "../testing/given.ts";
import { type Mailbox, openMailbox, sendingTo } from "../testing/mailbox.ts";
import { type TestResponse, startTestApp, type TestApp } from "../testing/test-app.ts";
import { ratingToken } from "./rating-link.ts";
import { ratingKey } from "./store.ts";

const site = await loadBuiltSite(resolve("dist"));

describe.each(engines)("ratings on %s", (engine) => {
  let box: Mailbox;
  let server: TestApp;
  beforeAll(async () => {
    box = await openMailbox();
    server = await startTestApp(engine, {
      site,
      ...sendingTo(box),
    });
    await server.app.start();
  });
  afterAll(async () => {
    await server.close();
    await box.close();
  });

  async function topics() {
    const rows = await server.db
      .selectFrom("scheduled_message")
      .select("topic")
      .where("subject", "like", "%of 5 stars%")
      .execute();
    return rows.map(({ topic }) => topic);
  }

  test("the email after the stay links to the page, the guest rates the stay and may change the rating for 14 days, and the host publishes it", async () => {
    const stay = { checkInDate: "2026-12-01", checkOutDate: "2026-12-04" };
    const bookingId = (await bookStay(server, stay)).json.id;
    const early = (path: string) => server.send("PUT", path, { stars: 5, words: "Too soon" });
    server.clock.set("2026-12-05T05:31:00Z");
    const link = () =>
      box.emails.map(({ mail }) => /https:\/\/cottage\.example(\/rate\/\S+)/.exec(mail.text ?? "")?.[1]);
    await expect.poll(() => link().some(Boolean)).toBe(true);
    const asking = box.emails.find(({ mail }) => mail.text?.includes("/rate/"));
    expect(asking?.raw).toMatch(/^List-Unsubscribe:\s+<mailto:/m);
    const path = `/api/ratings/${link().find(Boolean)?.replace("/rate/", "") ?? ""}`;
    server.clock.set("2026-12-04T05:00:00Z");
    expect((await early(path)).status).toBe(409);
    server.clock.set("2026-12-05T06:00:00Z");

    const opened = await server.send("GET", path);
    expect(opened.json).toMatchObject({ firstName: "Ann", given: null, refused: null });
    const forged = path.slice(0, -2) + (path.endsWith("AA") ? "BB" : "AA");
    expect((await server.send("GET", forged)).status).toBe(404);
    expect((await server.send("PUT", path, { stars: 6, words: "" })).status).toBe(400);
    expect((await server.send("PUT", path, { stars: 4, words: "Mist & tea" })).status).toBe(200);

    const cookie = await server.signIn();
    const host = (method: string, address: string, body?: unknown) => server.send(method, address, body, { cookie });
    const [rating] = (await host("GET", "/api/admin/ratings")).json;
    expect(rating).toMatchObject({
      bookingId,
      stars: 4,
      words: "Mist & tea",
      signedAs: "Ann, December 2026",
      published: false,
    });
    const shown = async () =>
      (await server.send("GET", "/api/site")).json.testimonials.map((one: { text: string }) => one.text);
    expect(await shown()).not.toContain("Mist & tea");
    const publish = (words: string) =>
      host("POST", `/api/admin/ratings/${bookingId}/publish`, { published: true, words });
    expect((await publish("Other words")).status).toBe(409);
    expect((await publish("Mist & tea")).status).toBe(200);
    expect(await shown()).toContain("Mist & tea");
    // Hiding the sample reviews does not hide guests' reviews, as the portal says beside the button.
    const decide = (decision: string) => host("PUT", "/api/admin/content/samples", { piece: "testimonials", decision });
    expect((await decide("hide")).status).toBe(200);
    expect(await shown()).toEqual(["Mist & tea"]);
    expect((await decide("show")).status).toBe(200);
    // A screen reader on a German page reads the review in the language of the booking.
    const languageIn = async (language: string) => {
      const site = await server.send("GET", "/api/site", undefined, { "x-latchkey-language": language });
      return site.json.testimonials.find((one: { text: string }) => one.text === "Mist & tea").language;
    };
    expect([await languageIn("de"), await languageIn("en")]).toEqual(["en", undefined]);
    const analytics = await host("GET", "/api/admin/analytics?from=2026-12-01&to=2026-12-31");
    expect(analytics.json.guests.satisfaction).toBe(4);

    // Saving the same rating again is not reported to the host again.
    expect((await server.send("PUT", path, { stars: 4, words: "Mist & tea" })).status).toBe(200);
    server.clock.set("2026-12-05T06:10:00Z");
    // The host has not read the new text, so the site does not show it.
    expect((await server.send("PUT", path, { stars: 5, words: "Mist, tea and an owl" })).status).toBe(200);
    expect(await shown()).not.toContain("Mist, tea and an owl");
    expect((await host("GET", "/api/admin/ratings")).json).toHaveLength(1);
    for (const stars of [4, 5, 4, 5]) expect((await server.send("PUT", path, { stars, words: "" })).status).toBe(200);
    await goThroughSamples(server, cookie);
    // The structured data calls a rating without text a rating, not a review.
    const landing = (await server.send("GET", "/")).text;
    expect([landing.includes('"ratingCount":1'), landing.includes("reviewCount")]).toEqual([true, false]);
    server.clock.set("2026-12-19T05:59:00Z");
    expect((await server.send("PUT", path, { stars: 5, words: "" })).status).toBe(200);
    server.clock.set("2026-12-19T06:01:00Z");
    const late = await server.send("PUT", path, { stars: 1, words: "" });
    expect([late.status, late.json.message]).toEqual([409, expect.stringContaining("14 days old")]);
    // Actions that a guest can repeat count towards the host's daily limit for such emails.
    const topic = expect.stringMatching(/^guest-act\/.+\/rating$/);
    expect(await topics()).toEqual([topic, topic, topic]);
    // The removal of a published review is reported. So is a change of the rating, but each number of stars only once
    // a day, however often the guest changes the rating.
    const notified = () =>
      box.emails.flatMap(({ mail }) => (mail.subject?.includes(" stars from ") ? mail.subject.slice(0, 12) : []));
    await expect.poll(notified).toEqual(["4 of 5 stars", "5 of 5 stars", "5 of 5 stars"]);
  });
});

describe.each(engines)("the rating link, on %s", (engine) => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp(engine);
  });
  afterAll(() => server.close());

  /** A stay that ended a day ago, and the API path of its rating for a given link generation. */
  async function ended(checkInDate: string, checkOutDate: string) {
    server.clock.set("2026-11-21T06:00:00Z");
    const bookingId: string = (await bookStay(server, { checkInDate, checkOutDate })).json.id;
    server.clock.set(`${addDays(toLocalDate(checkOutDate), 1)}T06:00:00Z`);
    const cookie = await server.signIn();
    const key = await ratingKey(server.db);
    const path = (linkGeneration: number) => `/api/ratings/${ratingToken(key, { bookingId, linkGeneration })}`;
    const host = (method: string, to: string, body?: unknown) => server.send(method, to, body, { cookie });
    return { bookingId, path, host };
  }

  test("a link stops working when the guest's address is corrected, and when their details are erased", async () => {
    const { bookingId, path, host } = await ended("2027-01-05", "2027-01-07");
    expect((await server.send("PUT", path(1), { stars: 4, words: "Owls" })).status).toBe(200);
    const detail = async () => (await host("GET", `/api/admin/bookings/${bookingId}`)).json;
    const { version, reference } = await detail();
    const contact = { ...GUEST, email: "right@example.com", version };
    expect((await host("PUT", `/api/admin/bookings/${bookingId}/guest`, contact)).status).toBe(200);
    expect((await server.send("GET", path(1))).status).toBe(404);
    expect((await server.send("PUT", path(1), { stars: 1, words: "A stranger's" })).status).toBe(404);
    expect((await server.send("PUT", path(2), { stars: 5, words: "Owls, and tea" })).status).toBe(200);

    expect((await host("POST", `/api/admin/bookings/${bookingId}/erase-guest`, { reference })).status).toBe(200);
    expect((await server.send("GET", path(2))).status).toBe(404);
    expect((await server.send("PUT", path(2), { stars: 5, words: "Once more" })).status).toBe(404);
    const rows = await server.db.selectFrom("rating").select("words").where("booking_id", "=", bookingId).execute();
    expect(rows).toEqual([{ words: "" }]);
    for (const token of ["none", `${bookingId}.`, bookingId]) {
      expect((await server.send("GET", `/api/ratings/${token}`)).status).toBe(404);
    }
  });

  test("a published review stays until the guest changes its words, and then the host is told", async () => {
    const { bookingId, path } = await ended("2027-05-05", "2027-05-07");
    const words = "An owl at breakfast";
    const give = async (stars: number, said: string) =>
      expect((await server.send("PUT", path(1), { stars, words: said })).status).toBe(200);
    const publish = async (said: string) => {
      const body = { published: true, words: said };
      const headers = { cookie: await server.signIn() };
      expect((await server.send("POST", `/api/admin/ratings/${bookingId}/publish`, body, headers)).status).toBe(200);
    };
    const shown = async () =>
      (await server.send("GET", "/api/site")).json.testimonials.map((one: { text: string }) => one.text);
    const notified = async () => {
      const rows = await server.db
        .selectFrom("scheduled_message")
        .select("body")
        .where("subject", "like", "%stars from%")
        .where("topic", "like", `%${bookingId}%`)
        .orderBy("created_at")
        .execute();
      return rows.map(({ body }) => body);
    };
    await give(5, words);
    await publish(words);
    // Pressing "Change my rating" without a change does nothing on another day either.
    server.clock.set("2027-05-09T06:00:00Z");
    await give(5, words);
    await give(4, words);
    expect(await shown()).toContain(words);
    expect(await notified()).toHaveLength(2);

    await give(4, "An owl at night");
    expect(await shown()).not.toContain(words);
    await publish("An owl at night");
    server.clock.set("2027-05-09T06:10:00Z");
    await give(4, "Two owls");
    const takenDown = expect.stringContaining("We removed the previous review from your site");
    const told = await notified();
    expect(told).toHaveLength(4);
    expect(told.filter((body) => body?.includes("removed the previous review"))).toEqual([takenDown, takenDown]);
  });

  test("the rating of a stay that did not take place counts nowhere and cannot be published", async () => {
    const { bookingId, path, host } = await ended("2027-03-05", "2027-03-07");
    const shown = async () => {
      const { testimonials, rating } = (await server.send("GET", "/api/site")).json;
      return [testimonials.map((one: { text: string }) => one.text), rating];
    };
    const satisfaction = async () =>
      (await host("GET", "/api/admin/analytics?from=2027-03-01&to=2027-03-31")).json.guests.satisfaction;
    const before = await shown();
    const words = "Never again";
    expect((await server.send("PUT", path(1), { stars: 1, words })).status).toBe(200);
    const publish = (published: boolean) =>
      host("POST", `/api/admin/ratings/${bookingId}/publish`, { published, words });
    expect((await publish(true)).json).toMatchObject({ published: true, tookPlace: true });
    expect((await shown())[0]).toContain(words);
    expect(await satisfaction()).toBe(1);

    // The guest never came.
    const { version, feeIfCancelledNow } = (await host("GET", `/api/admin/bookings/${bookingId}`)).json;
    const noShow = { version, waiveFee: false, expectedFee: feeIfCancelledNow };
    const cancelled = await host("POST", `/api/admin/bookings/${bookingId}/cancel`, noShow);
    expect(cancelled.status, cancelled.text).toBe(200);
    expect(await shown()).toEqual(before);
    expect(await satisfaction()).toBeNull();
    const listed = (await host("GET", "/api/admin/ratings")).json;
    expect(listed).toContainEqual(expect.objectContaining({ bookingId, words, tookPlace: false }));
    expect((await publish(false)).status).toBe(200);
    const refused = await publish(true);
    expect([refused.status, refused.json.message]).toEqual([409, expect.stringContaining("did not take place")]);
  });

  test.runIf(engine === "postgres")(
    "a text that changes while the host publishes it is not published, and a link that becomes invalid during use stores no rating",
    async () => {
      const { bookingId, path, host } = await ended("2027-02-05", "2027-02-07");
      expect((await server.send("PUT", path(1), { stars: 4, words: "Read by the host" })).status).toBe(200);
      const meanwhile = async (change: (trx: Trx) => Promise<unknown>, call: () => Promise<TestResponse>) => {
        const held = await server.db.startTransaction().execute();
        await change(held);
        const sent = call();
        await expect.poll(async () => (await waitingFor(server)) > 0).toBe(true);
        await held.commit().execute();
        return sent;
      };
      const published = await meanwhile(
        (trx) => trx.updateTable("rating").set({ words: "Not read" }).where("booking_id", "=", bookingId).execute(),
        () => host("POST", `/api/admin/ratings/${bookingId}/publish`, { published: true, words: "Read by the host" }),
      );
      expect(published.status).toBe(409);
      const given = await meanwhile(
        async (trx) => {
          await lockCalendar(engine, trx, 1);
          await trx.updateTable("booking").set({ link_generation: 2 }).where("id", "=", bookingId).execute();
        },
        () => server.send("PUT", path(1), { stars: 1, words: "Too late" }),
      );
      expect(given.status).toBe(404);
      const row = await server.db
        .selectFrom("rating")
        .selectAll()
        .where("booking_id", "=", bookingId)
        .executeTakeFirst();
      expect(row).toMatchObject({ words: "Not read", published: 0, stars: 4 });
    },
  );
});

/** How many connections to this database are waiting for a lock. */
async function waitingFor({ db }: TestApp): Promise<number> {
  const waits = sql<{ n: number }>`select count(*) as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  return Number((await waits.execute(db)).rows[0]?.n);
}
