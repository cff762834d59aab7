import type { Kysely } from "kysely";
import { PROPERTY_ID } from "#domain/booking/booking.ts";
import type { Contact, HouseTimes, LocationGuide, SiteContentName } from "#domain/property/site-content.ts";
import type { StayHours } from "#domain/messaging/schedule.ts";
import { prepared } from "../database/prepared.ts";
import type { Schema } from "../database/schema.ts";
import type { LongText } from "./long-text.ts";
import { LANGUAGES } from "#domain/language/language.ts";
import type { Translations } from "#domain/property/translations.ts";
import type { HostText, House } from "./ports.ts";

const hours = prepared(
  (db, id: number, document: SiteContentName) =>
    db
      .selectFrom("property")
      .innerJoin("site_content", (join) => join.onTrue())
      .select(["property.time_zone", "site_content.value"])
      .where("property.id", "=", id)
      .where("site_content.name", "=", document),
  PROPERTY_ID,
  "houseTimes",
);

/** The hours of the cottage's day as they are now; read inside each booking's transaction. */
export async function readHours(db: Kysely<Schema>): Promise<StayHours> {
  const [row] = await hours(db, PROPERTY_ID, "houseTimes");
  if (!row) throw new Error("The property row is missing; was the database set up?");
  const { checkInFrom, checkOutBy }: HouseTimes = JSON.parse(row.value);
  return { timeZone: row.time_zone, checkInFrom, checkOutBy };
}

const DOCUMENTS = [
  "contact",
  "houseTimes",
  "location",
  "directionsIn",
  "checkInInstructionsIn",
] as const satisfies SiteContentName[];
type Documents = [SiteContentName, SiteContentName, SiteContentName, SiteContentName, SiteContentName];

const house = prepared(
  (db, id: number, ...documents: Documents) =>
    db
      .selectFrom("property")
      .innerJoin("site_content", (join) => join.onTrue())
      .select(["property.name", "property.location", "property.time_zone"])
      .select(["property.wifi_password", "property.check_in_instructions"])
      .select(["site_content.name as document", "site_content.value"])
      .where("property.id", "=", id)
      .where("site_content.name", "in", documents),
  PROPERTY_ID,
  ...DOCUMENTS,
);

/** Everything that messages say of the cottage, read for each of them; its long texts as `longText` has them. */
export async function readHouse(db: Kysely<Schema>, longText: LongText = async (text) => text): Promise<House> {
  const rows = await house(db, PROPERTY_ID, ...DOCUMENTS);
  const [property] = rows;
  if (!property) throw new Error("The property row is missing; was the database set up?");
  const valueOf = (name: SiteContentName) => rows.find(({ document }) => document === name)?.value ?? "{}";
  const contact: Contact = JSON.parse(valueOf("contact"));
  const times: HouseTimes = JSON.parse(valueOf("houseTimes"));
  const guide: LocationGuide = JSON.parse(valueOf("location"));
  return {
    name: property.name,
    location: property.location,
    timeZone: property.time_zone,
    checkInFrom: times.checkInFrom,
    checkOutBy: times.checkOutBy,
    address: contact.streetAddress,
    phone: contact.phone,
    email: contact.email,
    directions: await everywhere(longText, guide.directions, JSON.parse(valueOf("directionsIn"))),
    wifiPassword: property.wifi_password,
    arrivalNotes: await everywhere(
      longText,
      property.check_in_instructions,
      JSON.parse(valueOf("checkInInstructionsIn")),
    ),
  };
}

async function everywhere(longText: LongText, english: string, translations: Translations): Promise<HostText> {
  const texts: HostText = { en: await longText(english) };
  for (const language of LANGUAGES) {
    const said = translations[language]?.text;
    if (said) texts[language] = await longText(said);
  }
  return texts;
}
