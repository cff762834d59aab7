import type { LocalDate } from "#domain/calendar/local-date.ts";
import { sql } from "kysely";
import type { HostRating } from "#contract/ratings.ts";
import type { Language } from "#domain/language/language.ts";
import { PROPERTY_ID } from "#domain/booking/booking.ts";
import {
  monthInWords,
  NOT_TAKEN_PLACE,
  STARS,
  type Stars,
  type StarTotals,
  tookPlace,
} from "#domain/messaging/rating.ts";
import type { HouseTimes } from "#domain/property/site-content.ts";
import type { Database, Db } from "../database/connect.ts";
import { createSigningKey } from "../core/signing-key.ts";
import { lockCalendar } from "../database/dialect.ts";
import type { Trx } from "../database/transaction.ts";
import type { Given, RatedStay, Span } from "./give-rating.ts";

export function createRatingStore({ db, engine }: Database) {
  return {
    stay: async (bookingId: string): Promise<RatedStay | null> => {
      const row = await db
        .selectFrom("booking")
        .innerJoin("guest", "guest.id", "booking.guest_id")
        .innerJoin("property", (join) => join.on("property.id", "=", PROPERTY_ID))
        .innerJoin("site_content", (join) => join.on("site_content.name", "=", "houseTimes"))
        .leftJoin("rating", "rating.booking_id", "booking.id")
        .select([
          "booking.id",
          "booking.link_generation",
          "booking.reference",
          "booking.check_in",
          "booking.check_out",
          "booking.status",
        ])
        .select(["guest.name as guest_name", "property.name as cottage", "property.time_zone", "site_content.value"])
        .select(["rating.stars", "rating.words", "rating.created_at", "rating.changed_at", "rating.published"])
        .where("booking.id", "=", bookingId)
        .executeTakeFirst();
      if (!row) return null;
      const { checkOutBy }: HouseTimes = JSON.parse(row.value);
      return {
        bookingId: row.id,
        linkGeneration: row.link_generation,
        reference: row.reference,
        cottage: row.cottage,
        guestName: row.guest_name,
        checkIn: row.check_in,
        checkOut: row.check_out,
        status: row.status,
        checkOutBy,
        timeZone: row.time_zone,
        given: givenIn(row),
      };
    },

    /**
     * Inserts or replaces the rating. A published review stays published only if its text, which the host has read, is
     * the same. `during` runs in the transaction if anything changes. Returns false if the guest's links have become
     * invalid in the meantime.
     */
    give: (
      { bookingId, stars, words, at, ...seen }: Given,
      during: (trx: Trx, change: { unpublished: boolean }) => Promise<void>,
    ): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        // Correcting the guest's email address and erasing the guest also take this lock.
        await lockCalendar(engine, trx, PROPERTY_ID);
        if ((await linkGeneration(trx, bookingId)) !== seen.linkGeneration) return false;
        const stored = trx.selectFrom("rating").selectAll().where("booking_id", "=", bookingId);
        // The host may be publishing the review right now.
        const before = await (engine === "postgres" ? stored.forUpdate() : stored).executeTakeFirst();
        if (before?.stars === stars && before.words === words) return true;
        const unpublished = before?.published === 1 && before.words !== words;
        const published = before && !unpublished ? before.published : 0;
        const values = { stars, words, changed_at: at.toISOString(), published } as const;
        await trx
          .insertInto("rating")
          .values({ booking_id: bookingId, created_at: at.toISOString(), ...values })
          .onConflict((conflict) => conflict.column("booking_id").doUpdateSet(values))
          .execute();
        await during(trx, { unpublished });
        return true;
      }),

    /** All ratings; the host also sees those of stays that did not take place. */
    list: async (): Promise<HostRating[]> => (await rows(db).orderBy("rating.changed_at", "desc").execute()).map(view),

    /** The reviews for the site. The first name is empty if the guest gave no name. */
    published: async (): Promise<{ name: string; words: string; checkOut: LocalDate; language: Language }[]> => {
      const found = await counted(db)
        .innerJoin("guest", "guest.id", "booking.guest_id")
        .select(["rating.words", "booking.check_out as checkOut", "booking.language", "guest.name as guest_name"])
        .where("rating.published", "=", 1)
        .orderBy("rating.changed_at", "desc")
        .execute();
      return found.map(({ guest_name, ...review }) => ({ name: firstNameOf({ guest_name }), ...review }));
    },

    /**
     * Returns `changed` if the text is no longer the one that the host has read, and `not-stayed` when the host tries
     * to publish a review of a stay that did not take place.
     */
    publish: (
      { bookingId, published, words }: { bookingId: string; published: boolean; words: string },
      during: (trx: Trx, rating: HostRating) => Promise<void>,
    ): Promise<HostRating | "unknown" | "changed" | "not-stayed"> =>
      db.transaction().execute(async (trx) => {
        const row = await rows(trx).where("rating.booking_id", "=", bookingId).executeTakeFirst();
        if (!row) return "unknown";
        if (published && !tookPlace(row.status)) return "not-stayed";
        const written = await trx
          .updateTable("rating")
          .set({ published: published ? 1 : 0 })
          .where("booking_id", "=", bookingId)
          // The guest may be changing the text right now. Only the host publishes reviews, and only text that they have
          // read.
          .where("words", "=", words)
          .executeTakeFirst();
        if (Number(written.numUpdatedRows) === 0) return "changed";
        const rating = view({ ...row, published: published ? 1 : 0 });
        await during(trx, rating);
        return rating;
      }),

    /** The totals of all ratings of stays that took place, published or not. */
    allStars: async (): Promise<StarTotals> => totalsOf(await counted(db).select(starTotals).executeTakeFirst()),

    /** The totals for stays that began in `[from, to)`. */
    starsIn: async ({ from, to }: Span): Promise<StarTotals> => {
      const found = await counted(db)
        .select(starTotals)
        .where("booking.check_in", ">=", from)
        .where("booking.check_in", "<", to)
        .executeTakeFirst();
      return totalsOf(found);
    },

    key: (): Promise<string> => ratingKey(db),
  };
}

/** Returns null if the booking does not exist. */
export async function linkGeneration(db: Db | Trx, bookingId: string): Promise<number | null> {
  const row = await db.selectFrom("booking").select("link_generation").where("id", "=", bookingId).executeTakeFirst();
  return row?.link_generation ?? null;
}

export function ratingKey(db: Db): Promise<string> {
  return createSigningKey({ db }, "rating-link")();
}

/** The ratings that count, for the site and for the figures: those of stays that took place. */
function counted(db: Db) {
  return (
    db
      .selectFrom("rating")
      // In a cross join, SQLite reads the first table first, so it starts with the ratings and does not read every
      // booking.
      .crossJoin("booking")
      .whereRef("booking.id", "=", "rating.booking_id")
      .where("booking.status", "not in", NOT_TAKEN_PLACE)
  );
}

function rows(db: Db | Trx) {
  return db
    .selectFrom("rating")
    .innerJoin("booking", "booking.id", "rating.booking_id")
    .innerJoin("guest", "guest.id", "booking.guest_id")
    .selectAll("rating")
    .select(["booking.reference", "booking.check_out", "booking.status", "guest.name as guest_name"]);
}

const starTotals = [sql<number>`count(*)`.as("count"), sql<number | null>`sum(rating.stars)`.as("sum")];

function totalsOf(row: { count: number; sum: number | null } | undefined): StarTotals {
  return { count: Number(row?.count ?? 0), sum: Number(row?.sum ?? 0) };
}

type Row = Awaited<ReturnType<ReturnType<typeof rows>["execute"]>>[number];

const firstNameOf = (row: Pick<Row, "guest_name">) => row.guest_name.trim().split(/\s+/)[0] ?? "";

function view(row: Row): HostRating {
  const firstName = firstNameOf(row) || "A guest";
  return {
    bookingId: row.booking_id,
    reference: row.reference,
    guestName: row.guest_name,
    signedAs: `${firstName}, ${monthInWords(row.check_out)}`,
    stars: starsOf(row.stars),
    words: row.words,
    createdAt: row.created_at,
    published: row.published === 1,
    tookPlace: tookPlace(row.status),
  };
}

type GivenRow = {
  id: string;
  stars: number | null;
  words: string | null;
  created_at: string | null;
  changed_at: string | null;
  published: number | null;
};

function givenIn(row: GivenRow): RatedStay["given"] {
  if (row.stars === null || row.words === null || row.created_at === null || row.changed_at === null) return null;
  return {
    bookingId: row.id,
    stars: starsOf(row.stars),
    words: row.words,
    createdAt: new Date(row.created_at),
    changedAt: new Date(row.changed_at),
    published: row.published === 1,
  };
}

function starsOf(stars: number): Stars {
  const known = STARS.find((one) => one === stars);
  if (!known) throw new RangeError("A rating has one to five stars");
  return known;
}

export type RatingStore = ReturnType<typeof createRatingStore>;
