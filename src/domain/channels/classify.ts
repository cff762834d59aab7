import { withoutInvisible } from "../guests/plain-name.ts";
import type { Platform } from "./channel.ts";
import type { EventKind, ImportedStay } from "./imported-stay.ts";
import { cleanLink, platformOfHost } from "./link.ts";
import type { ReadEvent } from "./read-calendar.ts";

/**
 * The software that wrote a calendar, recognised by its PRODID and UIDs. There are more values than in `Platform`,
 * because several map to `other`.
 */
export const FAMILIES = [
  "airbnb",
  "booking.com",
  "vrbo",
  "agoda",
  "expedia",
  "guesty",
  "google",
  "outlook",
  "apple",
] as const;
export type Family = (typeof FAMILIES)[number];

const MARKS: readonly [Family, RegExp][] = [
  ["airbnb", /airbnb/i],
  ["booking.com", /booking\.com/i],
  ["vrbo", /homeaway|vrbo|abritel|fewo-direkt|stayz/i],
  ["agoda", /agoda/i],
  ["expedia", /expedia/i],
  ["guesty", /guesty/i],
  ["google", /google/i],
  ["outlook", /microsoft|outlook|exchange/i],
  ["apple", /apple|icloud/i],
];

/** Null when neither the product nor one of the first 20 UIDs is recognised. */
export function familyOf(product: string, events: readonly Pick<ReadEvent, "uid">[]): Family | null {
  const texts = [product, ...events.slice(0, 20).map(({ uid }) => hostOf(uid))];
  for (const text of texts) for (const [family, mark] of MARKS) if (mark.test(text)) return family;
  return null;
}

function hostOf(uid: string): string {
  const at = uid.indexOf("@");
  return at < 0 ? "" : uid.slice(at);
}

export function platformOf(family: Family): Platform {
  return family === "airbnb" || family === "booking.com" || family === "vrbo" || family === "agoda" ? family : "other";
}

/**
 * S-21: the first matching row decides the kind of an event. If no row matches, the kind is "unknown", which closes the
 * nights. docs/calendar-sync.md describes the feeds that the tables are based on.
 */
type Line = { in: "uid" | "summary" | "description"; like: RegExp; kind: EventKind };
const TABLES: Partial<Record<Family, readonly Line[]>> = {
  airbnb: [
    { in: "uid", like: /^1418fb94e984-/, kind: "reservation" },
    {
      in: "description",
      like: /airbnb\.[a-z.]+\/(hosting\/reservations\/details\/|reservation\/itinerary\?code=)/i,
      kind: "reservation",
    },
    { in: "uid", like: /^(7f662ec65913|6fec1092d3fa)-/, kind: "block" },
    { in: "summary", like: /not available/i, kind: "block" },
    { in: "summary", like: /^reserved$/i, kind: "reservation" },
    { in: "summary", like: /\(HM[A-Z0-9]{6,10}\)\s*$/, kind: "reservation" },
  ],
  vrbo: [
    { in: "summary", like: /^(reserved|réservée?|provisoire)/i, kind: "reservation" },
    { in: "summary", like: /^(blocked|indisponible)/i, kind: "block" },
  ],
  expedia: [
    { in: "summary", like: /^reserved on expedia/i, kind: "reservation" },
    { in: "summary", like: /^unavailable on expedia/i, kind: "block" },
  ],
  guesty: [{ in: "summary", like: /^blocked by guesty/i, kind: "block" }],
};

export type Classified = Pick<ImportedStay, "kind" | "code" | "link" | "feedGuest" | "phoneDigits">;

const CODE = /\bHM[A-Z0-9]{6,10}\b/;
const PAGE = /https:\/\/[^\s\\"<>]+/gi;
const PHONE = /\(last 4 digits\):\s*(\d{4})/i;
const NAMES: Partial<Record<Family, RegExp>> = {
  vrbo: /^(?:reserved|réservée?|provisoire)\s*-\s*(.+)$/i,
  expedia: /^reserved by\s+(.+)$/im,
  airbnb: /^(.*\S)\s*\(HM[A-Z0-9]{6,10}\)\s*$/,
};

/** The first link to Airbnb itself: anyone can write a link to another host into a calendar. */
function pageIn(description: string): string {
  const isAirbnb = (url: string) => {
    const link = cleanLink(url);
    return link.ok && platformOfHost(link.host) === "airbnb";
  };
  return description.match(PAGE)?.find(isAirbnb) ?? "";
}

/** Platforms write a few hundred characters; the limit keeps the regular expressions above fast on hostile text. */
const LONGEST_TEXT = 1000;

type EventTexts = Pick<ReadEvent, "uid" | "summary" | "description">;

export function classify({ uid, ...texts }: EventTexts, family: Family | null): Classified {
  const [summary, description] = [texts.summary.slice(0, LONGEST_TEXT), texts.description.slice(0, LONGEST_TEXT)];
  const event = { uid, summary, description };
  const table = (family && TABLES[family]) ?? [];
  const kind = table.find((line) => line.like.test(event[line.in]))?.kind ?? "unknown";
  const text = `${event.description}\n${event.summary}`;
  const name = family ? NAMES[family]?.exec(family === "expedia" ? event.description : event.summary)?.[1] : undefined;
  return {
    kind,
    code: family === "airbnb" ? (CODE.exec(text)?.[0] ?? "") : "",
    link: family === "airbnb" ? pageIn(event.description) : "",
    feedGuest: withoutInvisible(name ?? "")
      .trim()
      .slice(0, 120)
      .toWellFormed(),
    phoneDigits: PHONE.exec(event.description)?.[1] ?? "",
  };
}
