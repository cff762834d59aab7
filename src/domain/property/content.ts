import type { LocationGuide, Photo, SiteContent } from "./site-content.ts";
import type { Property, PropertySecrets } from "./property.ts";

/**
 * All that the host writes, field by field: each is saved, compared and undone as a whole. The property's own picture is
 * not among them; it is the main one of the photos.
 */
export type Content = Omit<Property, "id" | "imageUrl"> &
  PropertySecrets &
  Omit<SiteContent, "location"> & {
    /** `location` of the site's documents; a property has a line of that name already. */
    gettingHere: LocationGuide;
  };
export type ContentField = keyof Content;

/** SPEC 2: the tabs of the content editor, in their order. */
export const CONTENT_TABS = {
  property: "Property Info",
  photos: "Photos",
  "attraction-images": "Attraction Images",
  hero: "Hero Section",
  "guest-info": "Guest Info",
  attractions: "Local Attractions",
} as const;
export type ContentTab = keyof typeof CONTENT_TABS;

/** Where else content is edited. */
const OTHER_SCREENS = { prices: "Prices" } as const;

/** Each tab or screen as the log names it. */
export const CONTENT_PLACES = { ...CONTENT_TABS, ...OTHER_SCREENS };
type ContentPlace = keyof typeof CONTENT_PLACES;

/** Each field as people call it, and the tab that it stands on. */
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
  houseRules: { label: "House rules", tab: "guest-info" },
  houseTimes: { label: "House times", tab: "guest-info" },
  emergency: { label: "Emergency numbers", tab: "guest-info" },
  localAttractions: { label: "Attractions", tab: "attractions" },
  gettingHere: { label: "Getting here", tab: "attractions" },
  prices: { label: "Prices", tab: "prices" },
};

/** The fields whose values differ, in the order in which they are asked for. */
export function differingFields(before: Partial<Content>, after: Partial<Content>): ContentField[] {
  return fieldsOf(after).filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
}

export function fieldsOf(content: Partial<Content>): ContentField[] {
  return Object.keys(content).filter((name) => isContentField(name));
}

export function isContentField(name: string): name is ContentField {
  return Object.hasOwn(CONTENT_FIELDS, name);
}

/** Only these fields of a content. */
export function pickFields(content: Content, fields: readonly ContentField[]): Partial<Content> {
  return Object.fromEntries(fields.map((field) => [field, content[field]]));
}

/** One main photo, always: the first that says so, or the first of all. */
export function withOneMain(photos: readonly Photo[]): Photo[] {
  const main = Math.max(
    0,
    photos.findIndex((photo) => photo.isMain),
  );
  return photos.map((photo, place) => ({ ...photo, isMain: place === main }));
}
