import type { ContentTab } from "#domain/property/content.ts";
import { paths } from "../../../lib/paths.ts";
import type { DraftField } from "../draft.ts";

/** Where guests meet what a tab says. */
export const PAGE_OF: Record<ContentTab, string> = {
  property: paths.home,
  photos: paths.home,
  "attraction-images": paths.attractions,
  hero: paths.home,
  "guest-info": paths.guestInfo,
  attractions: paths.attractions,
};

type Place = { page: string; selector: string };

/** The page and the part of it on which a field is shown; null for what no public page says. */
export const PLACE_OF: Record<DraftField, Place | null> = {
  name: { page: paths.home, selector: "#cottage" },
  location: { page: paths.home, selector: "#cottage" },
  description: { page: paths.home, selector: "#cottage" },
  rate: { page: paths.home, selector: "#cottage" },
  bedrooms: { page: paths.home, selector: "#cottage" },
  bathrooms: { page: paths.home, selector: "#cottage" },
  amenities: { page: paths.guestInfo, selector: "#amenities" },
  highlights: { page: paths.home, selector: "#features" },
  testimonials: { page: paths.home, selector: "#guests" },
  contact: { page: paths.home, selector: "footer" },
  metaDescription: null,
  photos: { page: paths.home, selector: "#gallery" },
  hero: { page: paths.home, selector: "h1" },
  wifiPassword: null,
  wifiNote: { page: paths.guestInfo, selector: "#wifi" },
  checkInInstructions: null,
  houseRules: { page: paths.houseRules, selector: "#rules" },
  houseTimes: { page: paths.guestInfo, selector: "#times" },
  emergency: { page: paths.guestInfo, selector: "#emergency" },
  localAttractions: { page: paths.attractions, selector: "main ul" },
  gettingHere: { page: paths.location, selector: "#directions" },
};

/** The field to which the id of an input belongs: `contact.social.facebook` is part of `contact`. */
export function fieldOfId(id: string): DraftField | null {
  const name = id.split(/[.-]/)[0] ?? "";
  return isDraftField(name) ? name : null;
}

function isDraftField(name: string): name is DraftField {
  return Object.hasOwn(PLACE_OF, name);
}
