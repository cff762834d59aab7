import { coordinates } from "./coordinates.ts";
import { type Content, type ContentField } from "./content.ts";
import { isDrawing } from "./picture-address.ts";

/**
 * The parts of the content that a new installation fills with samples. The host reviews them one by one. `texts` are
 * the text fields by which a sample is recognised, `hides` are the fields that pages show as empty if the host hides
 * the part, and `tab` is the tab on which the host changes the part.
 */
export const PIECES = {
  cottage: {
    title: "Name, location and description",
    tab: "property",
    texts: ({ name, location, description, metaDescription }) => [name, location, description, metaDescription],
  },
  contact: {
    title: "Address, phone and email",
    tab: "property",
    texts: ({ contact }) => [contact.streetAddress, contact.phone, contact.email],
  },
  hero: {
    title: "Headline and picture of the home page",
    tab: "hero",
    texts: ({ hero }) => [hero.title, hero.content],
    pictures: ({ hero }) => [hero.imageUrl],
  },
  photos: {
    title: "Photos",
    tab: "photos",
    texts: () => [],
    pictures: ({ photos }) => photos.map(({ url }) => url),
  },
  amenities: {
    title: "Amenities",
    tab: "property",
    texts: ({ amenities }) => [amenities.join("\n")],
  },
  highlights: {
    title: "Features of the cottage",
    tab: "property",
    texts: ({ highlights }) => highlights.map(({ text }) => text),
    hides: ["highlights"],
  },
  testimonials: {
    title: "What guests say",
    tab: "property",
    texts: ({ testimonials }) => testimonials.map(({ text }) => text),
    hides: ["testimonials"],
    /** The host can never decide to keep an invented review. */
    neverKept: true,
  },
  treasures: {
    title: "Sights on the home page",
    tab: "attractions",
    texts: ({ treasures }) => [treasures.title, ...treasures.items.map(({ text }) => text)],
    hides: ["treasures"],
  },
  attractions: {
    title: "Local attractions",
    tab: "attractions",
    texts: ({ localAttractions }) => localAttractions.map(({ description }) => description),
    hides: ["localAttractions"],
  },
  map: {
    title: "Illustrated map",
    tab: "attractions",
    texts: ({ drawnMap }) => [drawnMap.imageUrl, drawnMap.about, drawnMap.places.map(({ name }) => name).join("\n")],
    hides: ["drawnMap"],
  },
  directions: {
    title: "Directions, travel times and landmarks",
    tab: "attractions",
    texts: ({ gettingHere: { latitude, longitude, directions, travelTimes, landmarks } }) => [
      coordinates({ latitude, longitude }),
      directions,
      ...travelTimes.map(({ place, time }) => `${place}: ${time}`),
      ...landmarks.map(({ text }) => text),
    ],
    hides: ["gettingHere"],
  },
  words: {
    title: "Other sentences about the cottage and its surroundings",
    tab: "attractions",
    texts: ({ pageTexts }) => [
      pageTexts.tagline,
      ...pageTexts.facts,
      pageTexts.attractionsLead,
      pageTexts.attractionsPicture,
      pageTexts.attractionsEnding,
      pageTexts.attractionsDescription,
      pageTexts.locationLead,
    ],
    hides: ["pageTexts"],
  },
  guestInfo: {
    title: "House rules, check-in instructions, WiFi note and emergency numbers",
    tab: "guest-info",
    texts: ({ houseRules, checkInInstructions, wifiNote, emergency }) => [
      houseRules.join("\n"),
      checkInInstructions,
      wifiNote,
      emergency.map(({ label, number }) => `${label} ${number}`).join("\n"),
    ],
  },
} as const satisfies Record<string, PieceFacts>;

type PieceFacts = {
  title: string;
  tab: string;
  texts: (content: Content) => readonly string[];
  pictures?: (content: Content) => readonly string[];
  hides?: readonly ContentField[];
  neverKept?: true;
};

export type Piece = keyof typeof PIECES;
export const DECISIONS = ["keep", "hide", "show"] as const;
export type Decision = (typeof DECISIONS)[number];

/** What an installation stores about its samples. */
export type Samples = {
  /** Fingerprints of the original sample texts, each combined with the name of its part (`keyOf`). */
  known: string[];
  /** The parts that the host has decided to keep as they are, and the parts that no page shows. */
  kept: Piece[];
  hidden: Piece[];
};

export const NO_SAMPLES: Samples = { known: [], kept: [], hidden: [] };

export function isPiece(name: string): name is Piece {
  return Object.hasOwn(PIECES, name);
}
export const PIECE_NAMES = Object.keys(PIECES).filter(isPiece);

export function factsOf(piece: Piece): PieceFacts {
  return PIECES[piece];
}

/**
 * Whether the host may make this decision: invented reviews cannot be kept, and only parts with `hides` can be hidden.
 */
export function mayDecide(piece: Piece, decision: Decision): boolean {
  const { neverKept, hides } = factsOf(piece);
  return decision === "keep" ? neverKept !== true : hides !== undefined;
}

export function withDecision(samples: Samples, piece: Piece, decision: Decision): Samples {
  const kept = samples.kept.filter((one) => one !== piece);
  const hidden = samples.hidden.filter((one) => one !== piece);
  if (decision === "keep") return { ...samples, kept: [...kept, piece], hidden };
  if (decision === "hide") return { ...samples, kept: samples.kept, hidden: [...hidden, piece] };
  return { ...samples, hidden };
}

export type Fingerprint = (value: string) => string;

/** Every recognisable text in the content, in the form stored in `Samples.known`. */
export function sampleKeys(content: Content, fingerprint: Fingerprint): string[] {
  return PIECE_NAMES.flatMap((piece) => textsOf(piece, content).map((text) => keyOf(piece, text, fingerprint)));
}

/** The parts that still show samples and that the host has neither kept nor hidden. */
export function samplePieces(content: Content, samples: Samples, fingerprint: Fingerprint): Piece[] {
  const known = new Set(samples.known);
  if (known.size === 0) return [];
  const isSample = (piece: Piece) =>
    textsOf(piece, content).some((text) => known.has(keyOf(piece, text, fingerprint))) ||
    (factsOf(piece).pictures?.(content) ?? []).some(isDrawing);
  return PIECE_NAMES.filter(
    (piece) =>
      !samples.hidden.includes(piece) &&
      (factsOf(piece).neverKept === true || !samples.kept.includes(piece)) &&
      isSample(piece),
  );
}

/** Whether this is one of the installation's sample texts, even if someone has saved it again since. */
export function isSampleText(piece: Piece, text: string, samples: Samples, fingerprint: Fingerprint): boolean {
  return samples.known.includes(keyOf(piece, text, fingerprint));
}

/**
 * A text that guests read before their arrival; it is empty if the text is hidden or is a sample that the host has not
 * decided to keep. Nobody should follow directions to an invented cottage.
 */
export function textForGuests(piece: Piece, text: string, samples: Samples, fingerprint: Fingerprint): string {
  if (samples.hidden.includes(piece)) return "";
  return !samples.kept.includes(piece) && isSampleText(piece, text, samples, fingerprint) ? "" : text;
}

function textsOf(piece: Piece, content: Content): string[] {
  return factsOf(piece)
    .texts(content)
    .filter((text) => text !== "");
}

function keyOf(piece: Piece, text: string, fingerprint: Fingerprint): string {
  return fingerprint(`${piece}: ${text}`);
}
