import * as z from "zod/mini";
import { DEFAULT_LANGUAGE, LANGUAGES } from "#domain/language/language.ts";
import type { TextTranslations, Translations } from "#domain/property/translations.ts";
import { isWebAddress } from "#domain/property/markdown.ts";
import { isOwnPicture } from "#domain/property/picture-address.ts";
import { BED_KINDS, MAP_SIDES, MAX_PHOTOS, PHOTO_CATEGORIES } from "#domain/property/site-content.ts";
import { endpoint } from "./endpoint.ts";
import { dialable, hostPhone, localTime, oneLine, text } from "./fields.ts";
import { aroundCottage, publicProperty, siteResponse } from "./property.ts";

/** In characters. */
export const LONG_TEXT_MAX = 4000;
/** Terms written by a lawyer are longer. */
const TERMS_MAX = 20_000;

const needed = (max: number, message: string) => text({ min: 1, max, message });
const line = (max: number) => z._default(text({ max }), "");

const ownPicture = z.pipe(
  text({ max: 300, message: "Choose a picture" }),
  z.string().check(z.refine(isOwnPicture, { error: "Choose a picture that was uploaded here" })),
);
const pictureOrNone = z._default(
  z
    .string()
    .check(
      z.refine((value) => value === "" || isOwnPicture(value), { error: "Choose a picture that was uploaded here" }),
    ),
  "",
);

/** A list in the host's order, without duplicates. */
function listOf<T extends z.ZodMiniType>(item: T, most: number, nameOf: (item: z.output<T>) => string) {
  return z.array(item).check(
    z.maxLength(most, `You can show at most ${most}; remove one first`),
    z.superRefine((items: z.output<T>[], context) => {
      const seen = new Set<string>();
      for (const [place, one] of items.entries()) {
        const name = nameOf(one).toLowerCase();
        if (seen.has(name)) {
          context.addIssue({ code: "custom", path: [place], message: "This is already on the list", input: one });
        }
        seen.add(name);
      }
    }),
  );
}
const itself = (value: string) => value;

/** SPEC 5: whole numbers, 0 if invalid. */
const roomCount = z.pipe(
  z.unknown(),
  z.pipe(
    z.transform((value: unknown) => {
      const count = Number.parseInt(String(value), 10);
      return count > 0 ? count : 0;
    }),
    z.int().check(z.maximum(99, "Enter 99 or less")),
  ),
);

const timeOfDay = z.pipe(z.string("Choose a time"), localTime("Enter a time such as 14:00"));

const webAddress = z._default(
  z.pipe(
    text({ max: 300 }),
    z.string().check(
      z.refine((value) => value === "" || (isWebAddress(value) && value.startsWith("https:")), {
        error: "Enter a full address that starts with https://, or leave this empty",
      }),
    ),
  ),
  "",
);

/** A number, or its digits as a form sends them. */
function degrees(most: number, name: string) {
  const message = `The ${name} must be a number between -${most} and ${most}, such as 7.3205`;
  return z.pipe(
    z.custom<number | string>((value) => /^-?\d{1,3}(?:\.\d{1,12})?$/.test(String(value)), message),
    z.pipe(z.transform(Number), z.number(message).check(z.minimum(-most, message), z.maximum(most, message))),
  );
}

/** A whole number from 0 to `most`, or its digits as a form sends them; an empty string counts as 0. */
function wholeNumber(most: number, message: string) {
  return z.pipe(
    z.custom<number | string>((value) => value === "" || /^\d{1,6}$/.test(String(value)), message),
    z.pipe(z.transform(Number), z.number(message).check(z.maximum(most, message))),
  );
}
/** Thousandths of the width or height of the drawing. */
const pointOnMap = wholeNumber(1000, "Enter a whole number from 0 to 1000");

const localAttraction = z.object({
  name: needed(80, "Enter the name of the place"),
  description: line(600),
  place: line(80),
  distance: needed(40, "Enter how far it is, such as 25-30 mins"),
  category: needed(40, "Enter what kind of place it is, such as Nature"),
  imageUrl: pictureOrNone,
});

/** Empty translations are left out, and the languages are in a fixed order, so equal translations compare as equal. */
const translations = (max: number) =>
  z.pipe(
    z.partialRecord(
      z.enum(LANGUAGES, "Choose a language from the list"),
      z.object({ text: text({ max }), of: text({ max }) }),
    ),
    z.transform((byLanguage: Translations): Translations =>
      Object.fromEntries(
        LANGUAGES.flatMap((language) => {
          const translation = language === DEFAULT_LANGUAGE ? undefined : byLanguage[language];
          return translation && translation.text !== "" ? [[language, translation]] : [];
        }),
      ),
    ),
  );
const longTranslations = translations(LONG_TEXT_MAX);

/** Keyed by the position of the English text; empty entries are left out. */
const otherWords = z.pipe(
  z.record(z.string().check(z.regex(/^[\w.]{1,60}$/, "Do not change the keys")), translations(TERMS_MAX)),
  z.transform((words: TextTranslations): TextTranslations =>
    Object.fromEntries(Object.entries(words).filter(([, translated]) => Object.keys(translated).length > 0)),
  ),
);

/** The fields of the content, any of which a body may contain; unknown names in a body are dropped. */
const fields = {
  name: oneLine({ min: 1, max: 120, message: "Enter the name of the property" }),
  location: oneLine({ min: 1, max: 160, message: "Enter where the property is" }),
  description: needed(LONG_TEXT_MAX, "Enter a description of the property"),
  bedrooms: roomCount,
  bathrooms: roomCount,
  amenities: listOf(needed(160, "Enter some text, or remove this line"), 60, itself),
  highlights: listOf(
    z.object({ title: needed(60, "Enter a title"), text: needed(300, "Enter a sentence") }),
    6,
    (one) => one.title,
  ),
  testimonials: listOf(
    z.object({
      name: needed(60, "Enter who wrote it"),
      text: needed(600, "Enter what they wrote"),
      source: needed(60, "Enter where they wrote it, such as Guest book"),
      month: needed(30, "Enter when they wrote it, such as March 2026"),
    }),
    12,
    (one) => `${one.name} ${one.month}`,
  ),
  contact: z.object({
    streetAddress: oneLine({ min: 1, max: 200, message: "Enter the address that guests drive to" }),
    phone: hostPhone,
    email: z.pipe(oneLine({ max: 254 }), z.email("Enter an address such as host@example.com")),
    social: z.object({ facebook: webAddress, instagram: webAddress, whatsapp: webAddress }),
  }),
  // No default: fields missing from a body stay as they are.
  metaDescription: text({ max: 300 }),
  wifiPassword: oneLine({ max: 120 }),
  wifiNote: text({ max: 400 }),
  terms: text({ max: TERMS_MAX }),
  cancellationTerms: text({ max: LONG_TEXT_MAX }),
  treasures: z.object({
    title: line(80),
    items: listOf(
      z.object({ title: needed(60, "Enter a title"), text: line(300), imageUrl: pictureOrNone }),
      6,
      (one) => one.title,
    ),
  }),
  drawnMap: z.object({
    imageUrl: pictureOrNone,
    about: line(300),
    cottageX: pointOnMap,
    cottageY: pointOnMap,
    places: listOf(
      z.object({
        name: needed(60, "Enter the name of the place"),
        x: pointOnMap,
        y: pointOnMap,
        side: z._default(z.enum(MAP_SIDES, "Choose a side"), "right"),
        water: z._default(z.boolean(), false),
      }),
      30,
      (one) => one.name,
    ),
  }),
  pageTexts: z.object({
    tagline: line(80),
    facts: listOf(needed(60, "Enter some text, or remove this line"), 6, itself),
    attractionsLead: line(300),
    attractionsPicture: pictureOrNone,
    attractionsEnding: line(120),
    attractionsDescription: line(300),
    locationLead: line(200),
  }),
  host: z.object({
    name: line(80),
    photoUrl: pictureOrNone,
    about: line(400),
    languages: line(120),
    answerTime: line(80),
    registration: line(120),
  }),
  rooms: z.object({
    sizeM2: wholeNumber(10_000, "Enter the size in square meters as a whole number, or leave this empty"),
    bedrooms: listOf(
      z.object({
        name: needed(60, "Enter the name of the room"),
        beds: z
          .array(
            z.object({
              kind: z.enum(BED_KINDS, "Choose a kind of bed"),
              count: wholeNumber(20, "Enter how many, as a whole number"),
            }),
          )
          .check(z.maxLength(6, "At most 6 kinds of beds")),
      }),
      20,
      (one) => one.name,
    ),
  }),
  offer: z.object({
    payNote: line(160),
    advantages: listOf(needed(160, "Enter a sentence, or remove this line"), 6, itself),
  }),
  directionsIn: longTranslations,
  checkInInstructionsIn: longTranslations,
  wordsIn: otherWords,
  checkInInstructions: text({ max: LONG_TEXT_MAX }),
  houseRules: listOf(needed(300, "Enter a rule, or remove this line"), 60, itself),
  houseTimes: z.object({
    checkInFrom: timeOfDay,
    checkOutBy: timeOfDay,
    quietFrom: timeOfDay,
    quietUntil: timeOfDay,
    amenitiesFrom: timeOfDay,
    amenitiesUntil: timeOfDay,
  }),
  emergency: listOf(
    z.object({
      label: needed(60, "Enter who answers"),
      number: dialable(2, "Enter the number that guests call, such as 112"),
    }),
    12,
    (one) => one.label,
  ),
  localAttractions: listOf(localAttraction, 60, (one) => one.name),
  gettingHere: z.object({
    latitude: degrees(90, "latitude"),
    longitude: degrees(180, "longitude"),
    directions: line(LONG_TEXT_MAX),
    travelTimes: listOf(
      z.object({ place: needed(80, "Enter the name of the place"), time: needed(40, "Enter how long it takes") }),
      20,
      (one) => one.place,
    ),
    landmarks: listOf(
      z.object({ name: needed(80, "Enter the name of the landmark"), text: line(300) }),
      20,
      (one) => one.name,
    ),
  }),
};

export const RATE_MESSAGE = "Enter the price of a night, such as 150 or 149.50";
/**
 * The rate is sent as SPEC 3's formatted text or as a plain amount, and stored in cents. The currency is not known
 * here, so the server checks the amount.
 */
const rate = z.string(RATE_MESSAGE).check(z.regex(/\d/, RATE_MESSAGE));

const photo = z.object({
  /** Omitted for a new photo. */
  id: z.optional(z.string().check(z.regex(/^[\w-]{1,60}$/, "Do not change the id"))),
  url: ownPicture,
  title: needed(120, "Enter a title for the photo"),
  category: z.enum(PHOTO_CATEGORIES, "Choose a category"),
  isMain: z._default(z.boolean(), false),
});

export const photosBody = listOf(photo, MAX_PHOTOS, (one) => one.url).check(
  z.minLength(1, "Keep at least one photo: the website needs a main one"),
);

export const heroBody = z.object({
  title: needed(80, "Enter a headline for the home page"),
  content: line(200),
  imageUrl: ownPicture,
});

/**
 * The version of a field when it was read. A save based on an older version is refused, except that translations of
 * different texts or into different languages are combined.
 */
const seen = z.string().check(z.regex(/^[\w-]{16}$/, "Send the version number that you last saw"));

const site = siteResponse.shape;
const savedContent = z.object({
  ...publicProperty.shape,
  metaDescription: site.metaDescription,
  hero: site.hero,
  photos: site.photos,
  highlights: site.highlights,
  testimonials: site.testimonials,
  contact: site.contact,
  houseTimes: site.houseTimes,
  emergency: site.emergency,
  wifiNote: site.wifiNote,
  terms: z.string(),
  cancellationTerms: z.string(),
  treasures: site.treasures,
  drawnMap: site.drawnMap,
  pageTexts: site.pageTexts,
  host: site.host,
  rooms: site.rooms,
  offer: site.offer,
  directionsIn: longTranslations,
  checkInInstructionsIn: longTranslations,
  wordsIn: otherWords,
  gettingHere: z.object({ ...aroundCottage, latitude: z.number(), longitude: z.number() }),
  wifiPassword: z.string(),
  checkInInstructions: z.string(),
  /** The version of each field, by field name. */
  versions: z.record(z.string(), z.string()),
});
export type SavedContent = z.output<typeof savedContent>;

const afterSaving = z.object({
  content: savedContent,
  /** The id for undoing this change; null if nothing changed. */
  changeId: z.nullable(z.string()),
});

export const readContent = endpoint("GET", "/api/admin/content/property", "admin", {
  response: savedContent,
});

/**
 * SPEC 7: the property's fields and the rest of the pages' content; missing fields stay as they are. The editor also
 * applies this schema while the host types.
 */
export const contentBody = z.object({
  ...z.partial(z.object(fields)).shape,
  rate: z.optional(rate),
  photos: z.optional(photosBody),
  hero: z.optional(heroBody),
  /** The URL of one of the photos, which becomes the main one. */
  imageUrl: z.optional(z.string()),
  seen: z.optional(z.record(z.string(), seen)),
  /** Confirms a rate or times that look like a typing mistake. */
  confirmed: z._default(z.boolean(), false),
});

export const saveContent = endpoint("PUT", "/api/admin/content/property", "admin", {
  body: contentBody,
  response: afterSaving,
});

const seenAtAll = z.object({ seen: z.optional(seen) });

export const savePhotos = endpoint("PUT", "/api/admin/content/photos", "admin", {
  query: seenAtAll,
  body: photosBody,
  response: afterSaving,
});

export const saveHero = endpoint("PUT", "/api/admin/content/hero", "admin", {
  query: seenAtAll,
  body: heroBody,
  response: afterSaving,
});

export const undoContent = endpoint("POST", "/api/admin/content/changes/:changeId/undo", "admin", {
  params: z.object({ changeId: z.string() }),
  response: afterSaving,
});

/** A long text field as guests would see it. */
export const previewLongText = endpoint("POST", "/api/admin/content/preview", "admin", {
  body: z.object({ text: text({ max: TERMS_MAX }) }),
  response: z.object({ html: z.string() }),
});
