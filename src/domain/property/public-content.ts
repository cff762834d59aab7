import { type Fingerprint, isSampleText, type Piece, type Samples, textForGuests } from "./samples.ts";
import { coordinates, type Point } from "./coordinates.ts";
import type { LocalAttraction } from "./property.ts";
import type { Contact, LocationGuide, SiteContent } from "./site-content.ts";

/** Default links from earlier versions. They do not lead to anybody's page. */
const SAMPLE_LINKS: ReadonlySet<string> = new Set([
  "https://www.facebook.com/",
  "https://www.instagram.com/",
  "https://wa.me/94810000142",
]);

/**
 * The coordinates are null if they are those of the sample cottage, except in demo mode or if the host has decided to
 * keep them.
 */
export type PublicLocation = Omit<LocationGuide, keyof Point> & (Point | { latitude: null; longitude: null });

export type PublicContent = Omit<SiteContent, "location"> & { location: PublicLocation };

/**
 * The content that pages may show. It excludes what the host has hidden, sample links and, outside demo mode, invented
 * reviews and, unless the host has decided to keep them, the sample cottage's coordinates.
 */
export function publicContent(
  site: SiteContent,
  samples: Samples,
  demo: boolean,
  fingerprint: Fingerprint,
): PublicContent {
  const hides = (piece: Piece) => samples.hidden.includes(piece);
  const { pageTexts, location } = site;
  return {
    ...site,
    highlights: hides("highlights") ? [] : site.highlights,
    testimonials: hides("testimonials")
      ? []
      : site.testimonials.filter(({ text }) => demo || !isSampleText("testimonials", text, samples, fingerprint)),
    treasures: hides("treasures") ? { title: "", items: [] } : site.treasures,
    drawnMap: hides("map") ? { ...site.drawnMap, imageUrl: "", about: "", places: [] } : site.drawnMap,
    location: {
      ...(demo || isOwnPlace(location, samples, fingerprint)
        ? location
        : { ...location, latitude: null, longitude: null }),
      ...(hides("directions") ? { directions: "", travelTimes: [], landmarks: [] } : {}),
    },
    pageTexts: hides("words")
      ? {
          // The host's own title and facts are not about the surroundings, so they stay.
          tagline: isSampleText("words", pageTexts.tagline, samples, fingerprint) ? "" : pageTexts.tagline,
          facts: pageTexts.facts.filter((fact) => !isSampleText("words", fact, samples, fingerprint)),
          attractionsLead: "",
          attractionsPicture: "",
          attractionsEnding: "",
          attractionsDescription: "",
          locationLead: "",
        }
      : pageTexts,
    contact: withoutSampleLinks(site.contact),
  };
}

/**
 * Hiding the directions does not confirm the sample cottage's coordinates, and guests must never be led to a cottage
 * that does not exist. The host's own coordinates stay.
 */
function isOwnPlace(location: LocationGuide, samples: Samples, fingerprint: Fingerprint): boolean {
  const place = coordinates(location);
  return (
    !isSampleText("directions", place, samples, fingerprint) ||
    textForGuests("directions", place, samples, fingerprint) !== ""
  );
}

export type SampleContact = ("streetAddress" | "phone" | "email")[];

/**
 * The sample contact details that the host has neither changed nor decided to keep. Pages show them below their note
 * about sample content; emails, calendar entries and structured data, which have no such note, leave them out.
 */
export function sampleContact(
  { contact }: Pick<SiteContent, "contact">,
  samples: Samples,
  fingerprint: Fingerprint,
): SampleContact {
  const details = ["streetAddress", "phone", "email"] as const;
  return details.filter((one) => contact[one] !== textForGuests("contact", contact[one], samples, fingerprint));
}

export function publicAttractions(attractions: LocalAttraction[], samples: Samples): LocalAttraction[] {
  return samples.hidden.includes("attractions") ? [] : attractions;
}

function withoutSampleLinks(contact: Contact): Contact {
  const { facebook, instagram, whatsapp } = contact.social;
  const real = (link: string) => (SAMPLE_LINKS.has(link) ? "" : link);
  return { ...contact, social: { facebook: real(facebook), instagram: real(instagram), whatsapp: real(whatsapp) } };
}
