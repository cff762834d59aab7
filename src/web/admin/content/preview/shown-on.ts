import type { ContentTab } from "#domain/property/content.ts";
import { paths } from "../../../lib/paths.ts";
import type { DraftField } from "../draft.ts";

export const PAGE_OF: Record<ContentTab, string> = {
  property: paths.home,
  photos: paths.home,
  "attraction-images": paths.attractions,
  hero: paths.home,
  "guest-info": paths.guestInfo,
  attractions: paths.attractions,
};

export type Shown = { page: string; selector: string };
/** `items` matches the items of a list, in order. */
type Place = Shown & { items?: string };

/** Null if the preview cannot show the field. */
const PLACE_OF: Record<DraftField, Place | null> = {
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
  // The pages that show these two fields have no script, and the preview needs one.
  terms: null,
  cancellationTerms: null,
  checkInInstructions: null,
  checkInInstructionsIn: null,
  directionsIn: null,
  wordsIn: null,
  houseRules: { page: paths.houseRules, selector: "#rules" },
  houseTimes: { page: paths.guestInfo, selector: "#times" },
  emergency: { page: paths.guestInfo, selector: "#emergency" },
  localAttractions: { page: paths.attractions, selector: "main ul", items: "main ul > li" },
  treasures: { page: paths.home, selector: "#treasures" },
  drawnMap: { page: paths.location, selector: "figure" },
  pageTexts: { page: paths.attractions, selector: "h1" },
  host: { page: paths.home, selector: "#host" },
  rooms: { page: paths.home, selector: "#rooms" },
  offer: { page: paths.home, selector: "#cottage" },
  gettingHere: { page: paths.location, selector: "#directions" },
};

/** By an input's id: `localAttractions.2.name` belongs to the third attraction. */
export function placeOfId(id: string): Shown | null {
  const [name = "", item] = id.split(/[.-]/);
  const place = isDraftField(name) ? PLACE_OF[name] : null;
  if (!place?.items || !item || !/^\d+$/.test(item)) return place;
  return { page: place.page, selector: `${place.items}:nth-child(${Number(item) + 1})` };
}

function isDraftField(name: string): name is DraftField {
  return Object.hasOwn(PLACE_OF, name);
}
