import type { Kysely } from "kysely";
import { PROPERTY_ID } from "#domain/booking/booking.ts";
import type { Contact, HouseTimes, LocationGuide, SiteContentName } from "#domain/property/site-content.ts";
import type { StayHours } from "#domain/messaging/schedule.ts";
import { prepared } from "../database/prepared.ts";
import type { Schema } from "../database/schema.ts";
import type { House } from "./ports.ts";

type Reader = Pick<Kysely<Schema>, "selectFrom">;

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

/** Everything that messages say of the cottage. */
export async function readHouse(db: Reader): Promise<House> {
  const property = await db
    .selectFrom("property")
    .select(["name", "location", "time_zone", "wifi_password", "check_in_instructions"])
    .where("id", "=", PROPERTY_ID)
    .executeTakeFirstOrThrow();
  const documents = await db
    .selectFrom("site_content")
    .select(["name", "value"])
    .where("name", "in", ["contact", "houseTimes", "location"])
    .execute();
  const valueOf = (name: string) => documents.find((row) => row.name === name)?.value ?? "{}";
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
    directions: guide.directions,
    wifiPassword: property.wifi_password,
    arrivalNotes: property.check_in_instructions,
  };
}
