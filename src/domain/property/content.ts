import type { LocationGuide, Photo, SiteContent } from "./site-content.ts";
import type { Property, PropertySecrets } from "./property.ts";
import { isOwnPicture } from "./picture-address.ts";

/**
 * The host's content, by field: each field is saved, compared and undone as a whole, except that translations saved at
 * the same time are combined. The property's picture is not included; that picture is the main photo.
 */
export type Content = Omit<Property, "id" | "imageUrl"> &
  PropertySecrets &
  Omit<SiteContent, "location"> & {
    /** The `location` of the site content, renamed because the property already has a field with that name. */
    gettingHere: LocationGuide;
  };
export type ContentField = keyof Content;

/** SPEC 2: the tabs of the content editor, in order. */
export const CONTENT_TABS = {
  property: "Property Info",
  photos: "Photos",
  "attraction-images": "Attraction Images",
  hero: "Hero Section",
  "guest-info": "Guest Info",
  attractions: "Local Attractions",
} as const;
export type ContentTab = keyof typeof CONTENT_TABS;

/** The name of each tab or other screen in the audit log. */
export const CONTENT_PLACES = { ...CONTENT_TABS, prices: "Prices" } as const;
type ContentPlace = keyof typeof CONTENT_PLACES;

/** The label of each field and the tab or screen where it is edited. */
export const CONTENT_FIELDS: Record<ContentField, { label: string; tab: ContentPlace }> = {
  name: { label: "Name", tab: "property" },
  location: { label: "Location", tab: "property" },
  description: { label: "Description", tab: "property" },
  rateCents: { label: "Rate", tab: "property" },
  bedrooms: { label: "Bedrooms", tab: "property" },
  bathrooms: { label: "Bathrooms", tab: "property" },
  amenities: { label: "Amenities", tab: "property" },
  highlights: { label: "Features", tab: "property" },
  testimonials: { label: "Testimonials", tab: "property" },
  contact: { label: "Contact", tab: "property" },
  metaDescription: { label: "Description for search engines", tab: "property" },
  photos: { label: "Photos", tab: "photos" },
  hero: { label: "Hero section", tab: "hero" },
  wifiPassword: { label: "WiFi password", tab: "guest-info" },
  wifiNote: { label: "WiFi note", tab: "guest-info" },
  checkInInstructions: { label: "Check-in instructions", tab: "guest-info" },
  checkInInstructionsIn: { label: "Check-in instructions in other languages", tab: "guest-info" },
  houseRules: { label: "House rules", tab: "guest-info" },
  houseTimes: { label: "Check-in, check-out and quiet hours", tab: "guest-info" },
  emergency: { label: "Emergency numbers", tab: "guest-info" },
  terms: { label: "Terms", tab: "guest-info" },
  cancellationTerms: { label: "Cancellation notes", tab: "guest-info" },
  localAttractions: { label: "Attractions", tab: "attractions" },
  gettingHere: { label: "Getting here", tab: "attractions" },
  directionsIn: { label: "Directions in other languages", tab: "attractions" },
  treasures: { label: "Sights on the home page", tab: "attractions" },
  drawnMap: { label: "Illustrated map", tab: "attractions" },
  pageTexts: { label: "Other texts", tab: "attractions" },
  host: { label: "About you", tab: "property" },
  rooms: { label: "Rooms and beds", tab: "property" },
  offer: { label: "Booking direct", tab: "property" },
  wordsIn: { label: "Translations", tab: "property" },
  prices: { label: "Prices", tab: "prices" },
};

/** The fields that contain translations. Hosts who write in different languages at the same time do not conflict. */
const TRANSLATIONS = ["wordsIn", "directionsIn", "checkInInstructionsIn"] as const satisfies ContentField[];

export type TranslationsField = (typeof TRANSLATIONS)[number];

export function isTranslations(field: string): field is TranslationsField {
  return TRANSLATIONS.some((one) => one === field);
}

/** The fields of `after` whose values differ, in the order of its keys. */
export function differingFields(before: Partial<Content>, after: Partial<Content>): ContentField[] {
  return fieldsOf(after).filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
}

export function fieldsOf(content: Partial<Content>): ContentField[] {
  return Object.keys(content).filter((name) => isContentField(name));
}

export function isContentField(name: string): name is ContentField {
  return Object.hasOwn(CONTENT_FIELDS, name);
}

/** Only the given fields. */
export function pickFields(content: Content, fields: readonly ContentField[]): Partial<Content> {
  return Object.fromEntries(fields.map((field) => [field, content[field]]));
}

/** Makes exactly one photo the main photo: the first that is marked as main, or else the first of all photos. */
export function withOneMain(photos: readonly Photo[]): Photo[] {
  const main = Math.max(
    0,
    photos.findIndex((photo) => photo.isMain),
  );
  return photos.map((photo, place) => ({ ...photo, isMain: place === main }));
}

/**
 * The URLs of all pictures that this content refers to, each listed once. Any string in the content that is a picture's
 * URL counts, so a new picture field does not require a change here.
 */
export function contentPictures(content: Partial<Content>): string[] {
  return [...new Set(picturesIn(content))];
}

function picturesIn(value: unknown): string[] {
  if (typeof value === "string") return isOwnPicture(value) ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(picturesIn);
}
