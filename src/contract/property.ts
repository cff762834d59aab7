import type { SampleContact } from "#domain/property/public-content.ts";
import * as z from "zod/mini";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import { LANGUAGES } from "#domain/language/language.ts";
import {
  type HostProfile,
  type Offer,
  type PageTexts,
  PHOTO_CATEGORIES,
  type Treasures,
  type Rooms,
  type DrawnMap,
} from "#domain/property/site-content.ts";
import { endpoint } from "./endpoint.ts";

/**
 * The public projection of SPEC 3's Property: a list of allowed fields, without the WiFi password and the check-in
 * instructions.
 */
export const publicProperty = z.object({
  id: z.number(),
  name: z.string(),
  /** The host's text in limited Markdown; pages show the HTML rendered from it on the server. */
  description: z.string(),
  descriptionHtml: z.string(),
  location: z.string(),
  imageUrl: z.string(),
  /** Formatted text, SPEC 3. */
  rate: z.string(),
  rateCents: z.number(),
  /** ISO 4217; amounts in cents are in its smallest unit. */
  currency: z.string(),
  bedrooms: z.number(),
  bathrooms: z.number(),
  amenities: z.array(z.string()),
  houseRules: z.array(z.string()),
  localAttractions: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      place: z.string(),
      distance: z.string(),
      category: z.string(),
      imageUrl: z.string(),
    }),
  ),
  /** Which of these strings exist only in English; set only if the request is in another language. */
  english: z.optional(z.array(z.string())),
});
export type PublicProperty = z.output<typeof publicProperty>;

export const publicProperties = endpoint("GET", "/api/properties/public", "anyone", {
  response: z.array(publicProperty),
});

export const propertyById = endpoint("GET", "/api/properties/:id", "anyone", {
  params: z.object({ id: z.string() }),
  response: publicProperty,
});

/**
 * An uploaded picture that the site shows, with the data that a page needs to show it; see `PictureFacts` in the
 * domain.
 */
export const shownPicture = z.object({
  /** The same URL as in the content. */
  url: z.string(),
  width: z.number(),
  height: z.number(),
  tiny: z.string(),
  focusX: z.number(),
  focusY: z.number(),
  formats: z.array(z.enum(["avif", "webp"])),
  shareReady: z.boolean(),
});

/** Directions are given as Markdown and HTML, like the description. */
export const aroundCottage = {
  directions: z.string(),
  directionsHtml: z.string(),
  travelTimes: z.array(z.object({ place: z.string(), time: z.string() })),
  landmarks: z.array(z.object({ name: z.string(), text: z.string() })),
};

/** The response of `GET /api/site`. */
export const siteResponse = z.object({
  metaDescription: z.string(),
  hero: z.object({ id: z.string(), title: z.string(), content: z.string(), imageUrl: z.string() }),
  photos: z.array(
    z.object({
      id: z.string(),
      url: z.string(),
      title: z.string(),
      category: z.enum(PHOTO_CATEGORIES),
      isMain: z.boolean(),
    }),
  ),
  highlights: z.array(z.object({ title: z.string(), text: z.string() })),
  testimonials: z.array(
    z.object({
      name: z.string(),
      text: z.string(),
      source: z.string(),
      month: z.string(),
      /**
       * The language of a guest's review, which is the language of the booking. Set only if it differs from the
       * language of the request.
       */
      language: z.optional(z.enum(LANGUAGES)),
    }),
  ),
  contact: z.object({
    streetAddress: z.string(),
    phone: z.string(),
    email: z.string(),
    social: z.object({ facebook: z.string(), instagram: z.string(), whatsapp: z.string() }),
  }),
  /** The contact details that are still samples; they are left out of structured data. */
  sampleContact: z.custom<SampleContact>(),
  houseTimes: z.object({
    checkInFrom: z.string(),
    checkOutBy: z.string(),
    quietFrom: z.string(),
    quietUntil: z.string(),
    amenitiesFrom: z.string(),
    amenitiesUntil: z.string(),
  }),
  emergency: z.array(z.object({ label: z.string(), number: z.string() })),
  /**
   * The coordinates are null if they are those of the sample cottage, except in demo mode or if the host has decided to
   * keep them.
   */
  location: z.union([
    z.object({ ...aroundCottage, latitude: z.number(), longitude: z.number() }),
    z.object({ ...aroundCottage, latitude: z.null(), longitude: z.null() }),
  ]),
  wifiNote: z.string(),
  // Validated when saved.
  treasures: z.custom<Treasures>(),
  drawnMap: z.custom<DrawnMap>(),
  pageTexts: z.custom<PageTexts>(),
  host: z.custom<HostProfile>(),
  rooms: z.custom<Rooms>(),
  offer: z.custom<Offer>(),
  /**
   * What guests pay and when, in words. If a booking may need the host's answer first, a sentence about that comes
   * first. May be empty.
   */
  payNote: z.string(),
  /**
   * The note for arrivals up to the day `until`, for which the whole price is due at once; omitted if the note is the
   * same for all arrivals.
   */
  payInFull: z.optional(z.object({ until: z.string(), note: z.string() })),
  /** The mean of the ratings given here for stays that took place; null if there are none. */
  rating: z.custom<{ average: number; count: number } | null>(),
  /**
   * The notice on every page until the host has changed, kept or hidden each part of the sample content; empty
   * afterwards and in the demo.
   */
  setupNotice: z.string(),
  /**
   * Ready-made strings: what a night costs ("from …" if prices differ); the same in a sentence with the number of
   * guests included; and what is charged in addition.
   */
  nightRate: z.string(),
  price: z.string(),
  extras: z.string(),
  /** The same as `english` in the property. */
  english: z.optional(z.array(z.string())),
  /** How to show the pictures whose URLs are above and in the attractions; drawings are not included. */
  pictures: z.array(shownPicture),
  /** Whether the page of picture credits has any content. */
  hasPictureCredits: z.boolean(),
  /** Whether the booking forms offer messages by WhatsApp. */
  whatsappMessages: z.boolean(),
  /** The site's published languages other than English; omitted if there are none. */
  languages: z.optional(z.array(z.enum(LANGUAGES))),
  /** A third-party map that visitors can load on /location; null if the host has not set one. */
  tileMap: z.nullable(z.object({ url: z.string(), host: z.string(), attribution: z.string() })),
  /** How many months after check-out a guest's identity is deleted. */
  retentionMonths: z.number(),
  backupDays: z.number(),
  /** How many guests the cottage takes, according to its booking terms. */
  mostGuests: z.number(),
  /** The cancellation terms in one phrase: "Free cancellation until 48 hours before check-in." */
  freeCancellation: z.string(),
  /** The same, and the cost of cancelling after that time, in full sentences. */
  cancellation: z.string(),
  /** The lowest and highest price of a night in the booking window. */
  nightPrices: z.object({ currency: z.string(), lowestCents: z.number(), highestCents: z.number() }),
  /** The payment provider; omitted if none is configured. */
  paidBy: z.optional(z.string()),
  /** Limits: the maximum number of nights in a stay, and the number of days from today to the latest check-out. */
  stayRules: z.object({ longestStay: z.number(), windowDays: z.number() }),
  /** The property's date and time zone, so a page never depends on the browser's clock for the date. */
  today: z.custom<LocalDate>(),
  timeZone: z.string(),
});

export const siteContent = endpoint("GET", "/api/site", "anyone", {
  response: siteResponse,
});
export type PublicSite = z.output<typeof siteResponse>;
