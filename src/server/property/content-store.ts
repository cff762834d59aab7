import { PROPERTY_ID } from "#domain/booking/booking.ts";
import type { Content } from "#domain/property/content.ts";
import type { SiteContent, SiteContentName } from "#domain/property/site-content.ts";
import type { Database, Db } from "../database/connect.ts";
import { lockSettings } from "../database/dialect.ts";
import { commitIfOk, type Trx } from "../database/transaction.ts";
import { versionOf } from "../runtime/version-of.ts";
import type { ContentStore } from "./ports.ts";
import { fieldsOf, readSamples, readSite, writeSamples } from "./store.ts";

/** How many saves we look back to find the version that a host started from. */
const MAX_EARLIER = 20;

export function createContentStore({ db, engine }: Database): ContentStore {
  return {
    read: () => read(db),

    inExclusiveTransaction: (work) =>
      commitIfOk(db, async (trx) => {
        // The settings also contain the name and the contact details, and use the same lock.
        await lockSettings(engine, trx);
        return work(trx, await read(trx));
      }),

    write: async (trx, after) => {
      await writeProperty(trx, after);
      await writeDocuments(trx, after);
    },

    remember: async (trx, { id, at, actor, before, after }) => {
      await trx
        .insertInto("content_change")
        .values({
          id,
          at: at.toISOString(),
          actor,
          before_value: JSON.stringify(before),
          after_value: JSON.stringify(after),
        })
        .execute();
    },

    earlier: async (trx, field, version) => {
      const changes = await trx
        .selectFrom("content_change")
        .select("before_value")
        .where("before_value", "like", `%"${field}":%`)
        .orderBy("at", "desc")
        .limit(MAX_EARLIER)
        .execute();
      const values = changes.map((change) => JSON.parse(change.before_value)[field]);
      return values.find((value) => value !== undefined && versionOf(value) === version);
    },

    readSamples: (trx) => readSamples(trx ?? db),
    writeSamples,

    findChange: async (id) => {
      const row = await db.selectFrom("content_change").selectAll().where("id", "=", id).executeTakeFirst();
      if (!row) return null;
      const { at, actor, before_value, after_value } = row;
      return { id, at: new Date(at), actor, before: JSON.parse(before_value), after: JSON.parse(after_value) };
    },

    everChanged: async (fields) => {
      const found = await db
        .selectFrom("content_change")
        .select("id")
        .where((eb) => eb.or(fields.map((field) => eb("after_value", "like", `%"${field}":%`))))
        .limit(1)
        .executeTakeFirst();
      return found !== undefined;
    },
  };
}

async function read(db: Db | Trx): Promise<Content> {
  const row = await db.selectFrom("property").selectAll().where("id", "=", PROPERTY_ID).executeTakeFirstOrThrow();
  const { location, ...site } = await readSite(db);
  return {
    ...fieldsOf(row),
    wifiPassword: row.wifi_password,
    checkInInstructions: row.check_in_instructions,
    ...site,
    gettingHere: location,
  };
}

async function writeProperty(trx: Trx, after: Partial<Content>): Promise<void> {
  const { amenities, houseRules, localAttractions, photos } = after;
  const main = photos?.find((photo) => photo.isMain);
  const columns = {
    name: after.name,
    location: after.location,
    description: after.description,
    rate_cents: after.rateCents,
    bedrooms: after.bedrooms,
    bathrooms: after.bathrooms,
    wifi_password: after.wifiPassword,
    check_in_instructions: after.checkInInstructions,
    amenities: amenities && JSON.stringify(amenities),
    house_rules: houseRules && JSON.stringify(houseRules),
    local_attractions: localAttractions && JSON.stringify(localAttractions),
    image_url: main?.url,
  };
  if (Object.values(columns).every((value) => value === undefined)) return;
  await trx
    .updateTable("property")
    .set((eb) => ({ ...columns, version: eb("version", "+", 1) }))
    .where("id", "=", PROPERTY_ID)
    .execute();
}

async function writeDocuments(trx: Trx, after: Partial<Content>): Promise<void> {
  const documents: Partial<SiteContent> = {
    metaDescription: after.metaDescription,
    hero: after.hero,
    photos: after.photos,
    highlights: after.highlights,
    testimonials: after.testimonials,
    contact: after.contact,
    houseTimes: after.houseTimes,
    emergency: after.emergency,
    wifiNote: after.wifiNote,
    terms: after.terms,
    cancellationTerms: after.cancellationTerms,
    directionsIn: after.directionsIn,
    checkInInstructionsIn: after.checkInInstructionsIn,
    wordsIn: after.wordsIn,
    location: after.gettingHere,
    treasures: after.treasures,
    drawnMap: after.drawnMap,
    pageTexts: after.pageTexts,
    host: after.host,
    rooms: after.rooms,
    offer: after.offer,
    prices: after.prices,
  } satisfies Record<SiteContentName, unknown>;
  for (const [name, value] of Object.entries(documents)) {
    if (value === undefined) continue;
    await trx
      .updateTable("site_content")
      .set((eb) => ({ value: JSON.stringify(value), version: eb("version", "+", 1) }))
      .where("name", "=", name)
      .execute();
  }
}
