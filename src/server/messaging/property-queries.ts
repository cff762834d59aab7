import type { Kysely } from "kysely";
import { PROPERTY_ID } from "#domain/booking/booking.ts";
import { NO_SAMPLES, type Piece, type Samples, textForGuests } from "#domain/property/samples.ts";
import type { Contact, HouseTimes, LocationGuide, SiteContentName } from "#domain/property/site-content.ts";
import type { StayHours } from "#domain/messaging/schedule.ts";
import { prepared } from "../database/prepared.ts";
import type { Schema } from "../database/schema.ts";
import { versionOf } from "../runtime/version-of.ts";
import { shownIn, type Translations } from "#domain/property/translations.ts";
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from "#domain/language/language.ts";
import type { FieldValue } from "#domain/messaging/template.ts";
import { isPlain, plainOf, withWholeLinks } from "#domain/property/markdown.ts";

/** One of the host's long text fields, in English and in the languages into which the host has translated it. */
export type HostText = { en: FieldValue } & Partial<Record<Language, FieldValue>>;

export type PropertyInfo = StayHours & {
  name: string;
  location: string;
  /**
   * Contact details for host notifications; empty while they are samples that the host has not confirmed, unless emails
   * stay on this machine.
   */
  host: { phone: string; email: string };
  /** Contact details for guests; empty while they are samples that the host has not confirmed. */
  forGuests: { address: string; phone: string; email: string };
  directions: HostText;
  /** What guests pay and when. Used if nothing is paid online. */
  payNote: HostText;
  wifiPassword: string;
  arrivalNotes: HostText;
};

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
const SAMPLES = "samples";

const propertyRows = prepared(
  (db, id: number, ...documents: string[]) =>
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
  SAMPLES,
);

/** `local` means that emails stay on this machine, so host notifications may go to the sample address. */
type Reading = { longText?: LongText; payNotes?: () => Promise<HostText>; demo: boolean; local: boolean };

/** `longText` prepares the long text fields. */
export async function readPropertyInfo(
  db: Kysely<Schema>,
  { longText = async (text) => text, payNotes = async () => ({ en: "" }), demo, local }: Reading,
): Promise<PropertyInfo> {
  const rows = await propertyRows(db, PROPERTY_ID, ...DOCUMENTS, SAMPLES);
  const [property] = rows;
  if (!property) throw new Error("The property row is missing; was the database set up?");
  const valueOf = (name: SiteContentName | typeof SAMPLES) =>
    rows.find(({ document }) => document === name)?.value ?? "{}";
  const contact: Contact = JSON.parse(valueOf("contact"));
  const times: HouseTimes = JSON.parse(valueOf("houseTimes"));
  const guide: LocationGuide = JSON.parse(valueOf("location"));
  const stored: Partial<Samples> = JSON.parse(valueOf(SAMPLES));
  const samples = demo ? NO_SAMPLES : { ...NO_SAMPLES, ...stored };
  const shown = (piece: Piece, text: string) => textForGuests(piece, text, samples, versionOf);
  const chosen = { phone: shown("contact", contact.phone), email: shown("contact", contact.email) };
  return {
    name: property.name,
    location: property.location,
    timeZone: property.time_zone,
    checkInFrom: times.checkInFrom,
    checkOutBy: times.checkOutBy,
    host: local ? { phone: contact.phone, email: contact.email } : chosen,
    forGuests: { address: shown("contact", contact.streetAddress), ...chosen },
    directions: await everywhere(longText, shown("directions", guide.directions), JSON.parse(valueOf("directionsIn"))),
    wifiPassword: property.wifi_password,
    payNote: await payNotes(),
    arrivalNotes: await everywhere(
      longText,
      shown("guestInfo", property.check_in_instructions),
      JSON.parse(valueOf("checkInInstructionsIn")),
    ),
  };
}

/**
 * The cottage's contact address for host notifications. It is empty until a host has set or confirmed one, unless
 * emails stay on this machine.
 */
export async function readHostEmail(db: Kysely<Schema>, reading: Reading): Promise<string> {
  return (await readPropertyInfo(db, reading)).host.email;
}

async function everywhere(longText: LongText, english: string, translations: Translations): Promise<HostText> {
  const texts: HostText = { en: await longText(english) };
  for (const language of LANGUAGES) {
    const shown = shownIn(translations, language, english);
    if (shown.language !== DEFAULT_LANGUAGE) texts[language] = await longText(shown.text);
  }
  return texts;
}

type LongText = (text: string) => Promise<FieldValue>;

/**
 * Prepares one of the host's long text fields for an email: as typed if the text contains no Markdown, otherwise as
 * HTML and as plain text.
 */
export function createLongText(render: (text: string) => Promise<string>, siteUrl: string | null): LongText {
  return async (text) => {
    if (isPlain(text)) return text;
    const html = withWholeLinks(await render(text), siteUrl);
    const [, onlyParagraph] = /^<p>((?:(?!<p>)[^])*)<\/p>$/.exec(html) ?? [];
    return { text: plainOf(html), html: onlyParagraph ?? html };
  };
}
