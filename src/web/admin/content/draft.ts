import { contentBody, heroBody, photosBody, RATE_MESSAGE } from "#contract/content.ts";
import { CONTENT_FIELDS, type ContentField, type ContentTab } from "#domain/property/content.ts";
import { amountText } from "#domain/money/currency.ts";
import { rateFromText } from "#domain/property/property.ts";
import type { ContentBody, HeroBody, PhotosBody, SavedContent } from "../../api/content.ts";

type Written = Required<
  Omit<ContentBody, "seen" | "confirmed" | "imageUrl" | "bedrooms" | "bathrooms" | "photos" | "hero">
>;

/** The fields as the host types them, so numbers are strings too. */
export type Draft = Written & { bedrooms: string; bathrooms: string; photos: PhotosBody; hero: HeroBody };
export type DraftField = keyof Draft;
export type Edits = Partial<Draft>;

export function draftOf(saved: SavedContent): Draft {
  const { latitude, longitude, directions, travelTimes, landmarks } = saved.gettingHere;
  const { title, content, imageUrl } = saved.hero;
  return {
    name: saved.name,
    location: saved.location,
    description: saved.description,
    rate: amountText(saved.rateCents, saved.currency),
    bedrooms: String(saved.bedrooms),
    bathrooms: String(saved.bathrooms),
    amenities: saved.amenities,
    highlights: saved.highlights,
    testimonials: saved.testimonials,
    contact: saved.contact,
    metaDescription: saved.metaDescription,
    wifiPassword: saved.wifiPassword,
    wifiNote: saved.wifiNote,
    terms: saved.terms,
    cancellationTerms: saved.cancellationTerms,
    directionsIn: saved.directionsIn,
    checkInInstructionsIn: saved.checkInInstructionsIn,
    wordsIn: saved.wordsIn,
    checkInInstructions: saved.checkInInstructions,
    houseRules: saved.houseRules,
    // The draft's times are validated against the contract when the draft is sent.
    houseTimes: saved.houseTimes as Draft["houseTimes"],
    emergency: saved.emergency,
    localAttractions: saved.localAttractions,
    gettingHere: {
      latitude: String(latitude),
      longitude: String(longitude),
      directions,
      travelTimes,
      landmarks,
    },
    treasures: saved.treasures,
    drawnMap: saved.drawnMap,
    pageTexts: saved.pageTexts,
    host: saved.host,
    rooms: saved.rooms,
    offer: saved.offer,
    photos: saved.photos,
    hero: { title, content, imageUrl },
  };
}

/** In the stored content, the rate is in cents. */
export function contentField(field: DraftField): ContentField {
  return field === "rate" ? "rateCents" : field;
}

export function labelOf(field: DraftField): string {
  return CONTENT_FIELDS[contentField(field)].label;
}

export function fieldsOn(tab: ContentTab, draft: Partial<Draft>): DraftField[] {
  return namesOf(draft).filter((field) => CONTENT_FIELDS[contentField(field)].tab === tab);
}

/** Fields whose edits equal the stored value are left out. */
export function dirtyFields(edits: Edits, stored: Draft): DraftField[] {
  return namesOf(edits).filter((field) => JSON.stringify(edits[field]) !== JSON.stringify(stored[field]));
}

export function namesOf(edits: Edits): DraftField[] {
  // An object of this type has these keys and no others.
  return Object.keys(edits) as DraftField[];
}

export function pick(draft: Draft, fields: readonly DraftField[]): Edits {
  return Object.fromEntries(fields.map((field) => [field, draft[field]]));
}

/**
 * Error messages by path, such as `houseRules.2`. They come from the contract's own rules, so the server would return
 * the same messages.
 */
export function problemsOf(edits: Edits, currency: string): Record<string, string> {
  const { photos, hero, ...texts } = edits;
  return {
    ...(texts.rate !== undefined && rateFromText(texts.rate, currency) === null ? { rate: RATE_MESSAGE } : {}),
    ...found(contentBody.safeParse(texts), ""),
    ...(photos ? found(photosBody.safeParse(photos), "photos") : {}),
    ...(hero ? found(heroBody.safeParse(hero), "hero") : {}),
  };
}

type Parsed = { success: true } | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } };

function found(parsed: Parsed, prefix: string): Record<string, string> {
  if (parsed.success) return {};
  const problems: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) {
    problems[[prefix, ...path.map(String)].filter(Boolean).join(".")] ??= message;
  }
  return problems;
}
