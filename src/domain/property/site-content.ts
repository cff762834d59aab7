import type { LocalTime } from "../calendar/time-zone.ts";
import type { StoredPrices } from "../pricing/stored-prices.ts";

/** SPEC 3: categories of a photo. */
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

export type Photo = { id: string; url: string; title: string; category: PhotoCategory; isMain: boolean };
export type Hero = { id: string; title: string; content: string; imageUrl: string };
export type Testimonial = { name: string; text: string; source: string; month: string };
export type Highlight = { title: string; text: string };
export type Contact = {
  streetAddress: string;
  phone: string;
  email: string;
  /** Full addresses of the social links of SPEC 2; an empty one is not shown. */
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
export type LocationGuide = {
  latitude: number;
  longitude: number;
  directions: string;
  travelTimes: TravelTime[];
  landmarks: { name: string; text: string }[];
};

/** Everything that the public pages show besides the property itself; one document a name, each saved on its own. */
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
  /** Without every night's price, which is the property's rate. */
  prices: StoredPrices;
};

export type SiteContentName = keyof SiteContent;
