import type { PublicProperty, PublicSite } from "#contract/property.ts";
import { isLocalTime } from "#domain/calendar/time-zone.ts";
import { withOneMain } from "#domain/property/content.ts";
import { rateFromText, rateText } from "#domain/property/property.ts";
import type { AttractionImage } from "#contract/shown-pictures.ts";
import type { Edits } from "../draft.ts";
import type { NewImage } from "../use-content-editor.ts";

type LongTexts = { descriptionHtml: string; directionsHtml: string };

/** An invalid rate is ignored. */
export function propertyWith(shown: PublicProperty, edits: Edits, { descriptionHtml }: LongTexts): PublicProperty {
  const rateCents = (edits.rate === undefined ? null : rateFromText(edits.rate, shown.currency)) ?? shown.rateCents;
  const { name, location, description, amenities, houseRules, localAttractions } = edits;
  return {
    ...shown,
    ...defined({ name, location, description, amenities, houseRules }),
    descriptionHtml,
    rateCents,
    rate: rateText(rateCents, shown.currency),
    bedrooms: edits.bedrooms === undefined ? shown.bedrooms : wholeOrZero(edits.bedrooms),
    bathrooms: edits.bathrooms === undefined ? shown.bathrooms : wholeOrZero(edits.bathrooms),
    imageUrl: edits.photos ? (mainOf(edits.photos) ?? shown.imageUrl) : shown.imageUrl,
    localAttractions: localAttractions
      ? localAttractions.map((one) => ({ description: "", place: "", imageUrl: "", ...one }))
      : shown.localAttractions,
  };
}

export function siteWith(shown: PublicSite, edits: Edits, { directionsHtml }: LongTexts): PublicSite {
  const { hero, photos, highlights, testimonials, contact, houseTimes, emergency, wifiNote, gettingHere } = edits;
  const { treasures, drawnMap, pageTexts, host, rooms, offer } = edits;
  return {
    ...shown,
    ...defined({ highlights, testimonials, emergency, wifiNote }),
    treasures: treasures
      ? { title: treasures.title ?? "", items: treasures.items.map((one) => ({ text: "", imageUrl: "", ...one })) }
      : shown.treasures,
    drawnMap: drawnMap ? { ...shown.drawnMap, ...mapWith(drawnMap) } : shown.drawnMap,
    pageTexts: { ...shown.pageTexts, ...defined(pageTexts ?? {}) },
    host: { ...shown.host, ...defined(host ?? {}) },
    rooms: rooms ? roomsWith(rooms) : shown.rooms,
    offer: { ...shown.offer, ...defined(offer ?? {}) },
    hero: { ...shown.hero, ...hero },
    photos: photos ? shownPhotos(photos) : shown.photos,
    contact: contact
      ? { ...contact, social: { facebook: "", instagram: "", whatsapp: "", ...contact.social } }
      : shown.contact,
    houseTimes:
      houseTimes && Object.values(houseTimes).every((time) => isLocalTime(String(time)))
        ? { ...shown.houseTimes, ...houseTimes }
        : shown.houseTimes,
    location: gettingHere
      ? {
          ...shown.location,
          directions: gettingHere.directions ?? "",
          directionsHtml,
          travelTimes: gettingHere.travelTimes,
          landmarks: gettingHere.landmarks.map((one) => ({ text: "", ...one })),
          ...pointWith(gettingHere, shown.location),
        }
      : { ...shown.location, directionsHtml },
  };
}

function mapWith({ places, cottageX, cottageY, ...map }: NonNullable<Edits["drawnMap"]>) {
  return {
    ...defined(map),
    cottageX: Number(cottageX),
    cottageY: Number(cottageY),
    places: places.map(({ name, x, y, side = "right" as const, water = false }) => ({
      name,
      x: Number(x),
      y: Number(y),
      side,
      water,
    })),
  };
}

function roomsWith({ sizeM2, bedrooms }: NonNullable<Edits["rooms"]>): PublicSite["rooms"] {
  return {
    sizeM2: wholeOrZero(String(sizeM2)),
    bedrooms: bedrooms.map(({ name, beds }) => ({
      name,
      beds: beds.map(({ kind, count }) => ({ kind, count: wholeOrZero(String(count)) })),
    })),
  };
}

function shownPhotos(photos: NonNullable<Edits["photos"]>): PublicSite["photos"] {
  return withOneMain(photos.map((photo) => ({ isMain: false, ...photo, id: photo.id ?? photo.url })));
}

function mainOf(photos: NonNullable<Edits["photos"]>): string | undefined {
  return shownPhotos(photos).find((photo) => photo.isMain)?.url;
}

/** Replaces the stored rate in a text such as "From $150 per night"; a different lowest price stays. */
export function nightRateWith(
  { nightRate }: Pick<PublicSite, "nightRate">,
  stored: PublicProperty,
  shown: PublicProperty,
): string {
  return nightRate.replace(stored.rate, () => shown.rate);
}

/** Newest first. */
export function imagesWith(images: AttractionImage[], chosen: NewImage | null): AttractionImage[] {
  if (!chosen) return images;
  const { attractionName, picture, altText } = chosen;
  return [{ id: "new", attractionName, imageUrl: picture.url, altText, uploadedAt: picture.uploadedAt }, ...images];
}

/** SPEC 5, as on the server: 0 if invalid. */
export function wholeOrZero(typed: string): number {
  const count = Number.parseInt(typed, 10);
  return count > 0 ? count : 0;
}

function pointWith(typed: NonNullable<Edits["gettingHere"]>, shown: PublicSite["location"]) {
  const latitude = numberOr(typed.latitude, shown.latitude);
  const longitude = numberOr(typed.longitude, shown.longitude);
  return latitude === null || longitude === null ? { latitude: null, longitude: null } : { latitude, longitude };
}

function numberOr(typed: string | number, otherwise: number | null): number | null {
  const number = Number(typed);
  return typed === "" || Number.isNaN(number) ? otherwise : number;
}

function defined<T extends object>(values: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as ReturnType<
    typeof defined<T>
  >;
}
