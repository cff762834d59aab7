import type { LocalTime } from "../calendar/time-zone.ts";
import type { Point } from "./coordinates.ts";
import type { TextTranslations, Translations } from "./translations.ts";
import type { StoredPrices } from "../pricing/stored-prices.ts";

export const MAP_SIDES = ["top", "right", "bottom", "left"] as const;

/**
 * A label on the illustrated map, at a point in thousandths of its width and height. `side` is the side of the point on
 * which the label fits.
 */
export type MapPlace = { name: string; x: number; y: number; side: (typeof MAP_SIDES)[number]; water: boolean };

/** The illustrated map of the location page. If it has no picture, it is not shown. */
export type DrawnMap = {
  imageUrl: string;
  /** A text alternative that describes where the cottage is. */
  about: string;
  cottageX: number;
  cottageY: number;
  places: MapPlace[];
};

export const BED_KINDS = ["King bed", "Queen bed", "Double bed", "Single bed", "Bunk bed", "Sofa bed", "Cot"] as const;

export type BedKind = (typeof BED_KINDS)[number];

export type Rooms = {
  /** The size in square metres; 0 if unknown. */
  sizeM2: number;
  bedrooms: { name: string; beds: { kind: BedKind; count: number }[] }[];
};

/** SPEC 3: photo categories. */
export const PHOTO_CATEGORIES = [
  "Exterior",
  "Interior",
  "Bedroom",
  "Kitchen",
  "Bathroom",
  "Garden",
  "Amenities",
] as const;
export type PhotoCategory = (typeof PHOTO_CATEGORIES)[number];

/** The maximum number of photos in the gallery. */
export const MAX_PHOTOS = 60;

export type Photo = { id: string; url: string; title: string; category: PhotoCategory; isMain: boolean };
export type Hero = { id: string; title: string; content: string; imageUrl: string };
export type Testimonial = { name: string; text: string; source: string; month: string };
export type Highlight = { title: string; text: string };
export type Contact = {
  streetAddress: string;
  phone: string;
  email: string;
  /** The absolute URLs of the social links in SPEC 2; a link with an empty URL is hidden. */
  social: { facebook: string; instagram: string; whatsapp: string };
};
export type HouseTimes = {
  checkInFrom: LocalTime;
  checkOutBy: LocalTime;
  quietFrom: LocalTime;
  quietUntil: LocalTime;
  amenitiesFrom: LocalTime;
  amenitiesUntil: LocalTime;
};
export type EmergencyNumber = { label: string; number: string };
export type TravelTime = { place: string; time: string };
export type LocationGuide = Point & {
  directions: string;
  travelTimes: TravelTime[];
  landmarks: { name: string; text: string }[];
};

/** The sights on the landing page; each may have a picture. */
export type Treasures = { title: string; items: { title: string; text: string; imageUrl: string }[] };

/** Sentences about the surroundings and the cottage; empty sentences are not shown. */
export type PageTexts = {
  /** Shown after the name in the title of the landing page. */
  tagline: string;
  /** Shown beside the numbers of bedrooms and bathrooms. */
  facts: string[];
  attractionsLead: string;
  attractionsPicture: string;
  attractionsEnding: string;
  /** The description for search engines. */
  attractionsDescription: string;
  locationLead: string;
};

/** Who the host is; empty fields are not shown. */
export type HostProfile = {
  name: string;
  photoUrl: string;
  about: string;
  languages: string;
  answerTime: string;
  registration: string;
};

export type Offer = {
  /** What guests pay and when, in the host's words; shown if nothing is paid online. */
  payNote: string;
  /** The benefits of booking direct. */
  advantages: string[];
};

/**
 * The content of the public pages in addition to the property itself; each key is one document that is saved
 * separately.
 */
export type SiteContent = {
  metaDescription: string;
  hero: Hero;
  photos: Photo[];
  highlights: Highlight[];
  testimonials: Testimonial[];
  contact: Contact;
  houseTimes: HouseTimes;
  emergency: EmergencyNumber[];
  location: LocationGuide;
  wifiNote: string;
  treasures: Treasures;
  drawnMap: DrawnMap;
  pageTexts: PageTexts;
  host: HostProfile;
  rooms: Rooms;
  offer: Offer;
  directionsIn: Translations;
  checkInInstructionsIn: Translations;
  /** The terms in the host's own words, and the host's addition to the cancellation policy; both may be empty. */
  terms: string;
  cancellationTerms: string;
  /** All other text fields in other languages. */
  wordsIn: TextTranslations;
  /** Does not include the price of a regular night, which is the property's rate. */
  prices: StoredPrices;
};

export type SiteContentName = keyof SiteContent;
