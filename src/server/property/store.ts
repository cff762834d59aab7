import type { LocalTime, TimeZone } from "#domain/calendar/time-zone.ts";
import type { PriceDocument } from "#domain/pricing/price-document.ts";
import type { PropertySecrets } from "#domain/property/property.ts";
import type { StoredProperty, ShownProperty } from "./ports.ts";
import { PROPERTY_ID } from "#domain/booking/booking.ts";
import type { HouseTimes, SiteContent, SiteContentName } from "#domain/property/site-content.ts";
import { NO_SAMPLES, type Samples } from "#domain/property/samples.ts";
import { pricesForGuests } from "#domain/pricing/special-price.ts";
import { type StoredPrices, withRate } from "#domain/pricing/stored-prices.ts";
import type { Selectable } from "kysely";
import type { Db } from "../database/connect.ts";
import { prepared } from "../database/prepared.ts";
import type { Schema } from "../database/schema.ts";
import type { Trx } from "../database/transaction.ts";

/** The two documents with the terms of a sale, together with the property's rate and time zone. */
const termsRows = prepared(
  (db, id: number, prices: SiteContentName, times: SiteContentName) =>
    db
      .selectFrom("property")
      .innerJoin("site_content", (join) => join.onTrue())
      .select(["property.rate_cents", "property.time_zone", "site_content.name", "site_content.value"])
      .where("property.id", "=", id)
      .where("site_content.name", "in", [prices, times]),
  PROPERTY_ID,
  "prices",
  "houseTimes",
);

/** The property as guests see it, with the documents that contain its currency and the list of hidden sections. */
const shownRows = prepared(
  (db, id: number, prices: SiteContentName, samples: string) =>
    db
      .selectFrom("property")
      .innerJoin("site_content", (join) => join.onTrue())
      .select(["id", "property.name", "description", "location", "image_url", "rate_cents", "bedrooms", "bathrooms"])
      .select(["amenities", "house_rules", "local_attractions", "time_zone", "site_content.value"])
      .select("site_content.name as document")
      .where("property.id", "=", id)
      .where("site_content.name", "in", [prices, samples]),
  PROPERTY_ID,
  "prices",
  "samples",
);

export function createPropertyStore(db: Db) {
  /**
   * What nights cost and which stays can be booked, as guests see it, and the check-in time, from which cancellation
   * steps are counted.
   */
  async function readTerms(): Promise<{ prices: PriceDocument; timeZone: TimeZone; checkInTime: LocalTime }> {
    const rows = await termsRows(db, PROPERTY_ID, "prices", "houseTimes");
    const document = (wanted: SiteContentName) => rows.find(({ name }) => name === wanted);
    const [prices, times] = [document("prices"), document("houseTimes")];
    if (!prices || !times) throw new Error("The prices or check-in times are missing; was the database set up?");
    const stored: StoredPrices = JSON.parse(prices.value);
    const { checkInFrom }: HouseTimes = JSON.parse(times.value);
    return {
      prices: pricesForGuests(withRate(stored, prices.rate_cents)),
      timeZone: prices.time_zone,
      checkInTime: checkInFrom,
    };
  }

  return {
    readTerms,
    readPrices: async (): Promise<PriceDocument> => (await readTerms()).prices,

    /** The property without its secrets; null until the first startup has finished. */
    read: async (): Promise<StoredProperty | null> => {
      const row = await db
        .selectFrom("property")
        .select(["id", "name", "description", "location", "image_url", "rate_cents", "bedrooms", "bathrooms"])
        .select(["amenities", "house_rules", "local_attractions", "time_zone"])
        .where("id", "=", PROPERTY_ID)
        .executeTakeFirst();
      if (!row) return null;
      return {
        id: row.id,
        ...fieldsOf(row),
        imageUrl: row.image_url,
        timeZone: row.time_zone,
      };
    },

    /** Like `read`, but includes the currency of the prices and the hidden sections, in a single query. */
    readShown: async (): Promise<ShownProperty | null> => {
      const rows = await shownRows(db, PROPERTY_ID, "prices", SAMPLES);
      const row = rows.find(({ document }) => document === "prices");
      if (!row) return null;
      const { currency }: StoredPrices = JSON.parse(row.value);
      const samples = samplesOf(rows.find(({ document }) => document === SAMPLES));
      return { id: row.id, ...fieldsOf(row), imageUrl: row.image_url, timeZone: row.time_zone, currency, samples };
    },

    /** The secrets for guests who arrive soon. */
    readSecrets: async (): Promise<PropertySecrets> => {
      const row = await db
        .selectFrom("property")
        .select(["wifi_password", "check_in_instructions"])
        .where("id", "=", PROPERTY_ID)
        .executeTakeFirstOrThrow();
      return { wifiPassword: row.wifi_password, checkInInstructions: row.check_in_instructions };
    },

    readSite: (): Promise<SiteContent> => readSite(db),

    readSamples: (): Promise<Samples> => readSamples(db),

    /** The texts of the property and the site content that may contain a picture's URL. */
    contentTexts: async (): Promise<string[]> => {
      const properties = await db.selectFrom("property").select(["image_url", "local_attractions"]).execute();
      const documents = await db.selectFrom("site_content").select("value").execute();
      return [
        ...properties.flatMap((row) => [row.image_url, row.local_attractions]),
        ...documents.map((row) => row.value),
      ];
    },

    /** Inserts missing rows and does not change the host's data. */
    addIfEmpty: (property: StoredProperty & PropertySecrets, site: SiteContent, samples: Samples): Promise<void> =>
      db.transaction().execute(async (trx) => {
        await trx
          .insertInto("property")
          .values({
            id: property.id,
            name: property.name,
            description: property.description,
            location: property.location,
            image_url: property.imageUrl,
            rate_cents: property.rateCents,
            bedrooms: property.bedrooms,
            bathrooms: property.bathrooms,
            amenities: JSON.stringify(property.amenities),
            house_rules: JSON.stringify(property.houseRules),
            local_attractions: JSON.stringify(property.localAttractions),
            wifi_password: property.wifiPassword,
            check_in_instructions: property.checkInInstructions,
            time_zone: property.timeZone,
            version: 1,
          })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        const documents = Object.entries({ ...site, [SAMPLES]: samples }).map(([name, value]) => ({
          name,
          value: JSON.stringify(value),
          version: 1,
        }));
        await trx
          .insertInto("site_content")
          .values(documents)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }),
  };
}

export async function readSite(db: Db | Trx): Promise<SiteContent> {
  const rows = await db.selectFrom("site_content").select(["name", "value"]).where("name", "<>", SAMPLES).execute();
  const documents: Record<string, unknown> = Object.fromEntries(
    rows.map(({ name, value }) => [name, JSON.parse(value)]),
  );
  // Only the seed, the content and price screens, the settings, migrations and restored backups write these documents,
  // and they use the same type; the contract validates the documents in responses.
  return documents as SiteContent;
}

/** This document is stored beside the content, but is not part of it. */
const SAMPLES = "samples";

export async function readSamples(db: Db | Trx): Promise<Samples> {
  const row = await db.selectFrom("site_content").select("value").where("name", "=", SAMPLES).executeTakeFirst();
  return samplesOf(row);
}

function samplesOf(row: { value: string } | undefined): Samples {
  if (!row) return NO_SAMPLES;
  const samples: Samples = JSON.parse(row.value);
  return samples;
}

export async function writeSamples(trx: Trx, samples: Samples): Promise<void> {
  await trx
    .updateTable("site_content")
    .set((eb) => ({ value: JSON.stringify(samples), version: eb("version", "+", 1) }))
    .where("name", "=", SAMPLES)
    .execute();
}

type PublicRow = Omit<Selectable<Schema["property"]>, "wifi_password" | "check_in_instructions" | "version">;

/** The fields that the site shows and the content editor edits. */
export function fieldsOf(row: PublicRow) {
  return {
    name: row.name,
    description: row.description,
    location: row.location,
    rateCents: row.rate_cents,
    bedrooms: row.bedrooms,
    bathrooms: row.bathrooms,
    amenities: JSON.parse(row.amenities),
    houseRules: JSON.parse(row.house_rules),
    localAttractions: JSON.parse(row.local_attractions),
  };
}

export type PropertyStore = ReturnType<typeof createPropertyStore>;
