import { isGroupTitle } from "./amenity-groups.ts";
import { DEFAULT_LANGUAGE, type Language } from "../language/language.ts";
import type { ContentTab } from "./content.ts";
import type { HostProfile, Offer, PageTexts, DrawnMap } from "./site-content.ts";
import type { TextTranslations, Translation, TranslationState } from "./translations.ts";

/**
 * One of the host's text fields that guests read. The directions and the check-in instructions are not among them:
 * their translations are stored separately.
 */
export type HostText = { path: string; label: string; english: string; tab: ContentTab };

/** The content that can be translated. Names of people, attractions and travel destinations stay as they are. */
export type Written = {
  location?: string;
  description?: string;
  amenities?: readonly string[];
  highlights?: readonly { title: string; text: string }[];
  testimonials?: readonly { text: string; source: string; month: string }[];
  metaDescription?: string;
  photos?: readonly { title: string }[];
  hero?: { title: string; content?: string | undefined };
  wifiNote?: string;
  houseRules?: readonly string[];
  terms?: string;
  cancellationTerms?: string;
  emergency?: readonly { label: string }[];
  localAttractions?: readonly Attraction[];
  gettingHere?: {
    travelTimes: readonly { place: string; time: string }[];
    landmarks: readonly { name: string; text?: string | undefined }[];
  };
  pageTexts?: Optional<PageTexts>;
  treasures?: { title?: string | undefined; items: readonly { title: string; text?: string | undefined }[] };
  drawnMap?: Optional<Pick<DrawnMap, "about">>;
  host?: Optional<HostProfile>;
  rooms?: { bedrooms: readonly { name: string }[] };
  offer?: Optional<Offer>;
};
/** Forms omit empty fields. */
type Optional<T> = { [K in keyof T]?: T[K] | undefined };
type Attraction = {
  name: string;
  description?: string | undefined;
  place?: string | undefined;
  distance: string;
  category: string;
};

export function hostTexts(content: Written): HostText[] {
  const { amenities = [], highlights = [], testimonials = [], photos = [], hero, houseRules = [] } = content;
  const { emergency = [], localAttractions = [], gettingHere } = content;
  const { pageTexts, treasures, drawnMap, host, rooms, offer } = content;
  const one = (tab: ContentTab, path: string, label: string, english: string | undefined): HostText[] =>
    english === undefined || english.trim() === "" ? [] : [{ path, label, english, tab }];
  return [
    ...one("property", "location", "Location", content.location),
    ...one("property", "description", "Description", content.description),
    ...amenities.flatMap((text, i) =>
      one("property", `amenities.${i}`, `Amenity ${i + 1}${isGroupTitle(text) ? ", title of a group" : ""}`, text),
    ),
    ...highlights.flatMap(({ title, text }, i) => [
      ...one("property", `highlights.${i}.title`, `Feature ${i + 1}, title`, title),
      ...one("property", `highlights.${i}.text`, `Feature ${i + 1}, text`, text),
    ]),
    ...testimonials.flatMap(({ text, source, month }, i) => [
      ...one("property", `testimonials.${i}.text`, `Testimonial ${i + 1}`, text),
      ...one("property", `testimonials.${i}.source`, `Testimonial ${i + 1}, where it was written`, source),
      ...one("property", `testimonials.${i}.month`, `Testimonial ${i + 1}, when it was written`, month),
    ]),
    ...one("property", "metaDescription", "Description for search engines", content.metaDescription),
    ...photos.flatMap(({ title }, i) => one("photos", `photos.${i}.title`, `Photo ${i + 1}`, title)),
    ...one("hero", "hero.title", "Headline", hero?.title),
    ...one("hero", "hero.content", "Text below the headline", hero?.content),
    ...one("guest-info", "wifiNote", "WiFi note", content.wifiNote),
    ...houseRules.flatMap((text, i) => one("guest-info", `houseRules.${i}`, `House rule ${i + 1}`, text)),
    ...one("guest-info", "terms", "Terms in your own words", content.terms),
    ...one("guest-info", "cancellationTerms", "Additions to the cancellation policy", content.cancellationTerms),
    ...emergency.flatMap(({ label }, i) =>
      one("guest-info", `emergency.${i}.label`, `Emergency number ${i + 1}`, label),
    ),
    ...localAttractions.flatMap(({ name, description, place, distance, category }, i) => [
      ...one("attractions", `localAttractions.${i}.description`, `${name}: description`, description),
      ...one("attractions", `localAttractions.${i}.place`, `${name}: place`, place),
      ...one("attractions", `localAttractions.${i}.distance`, `${name}: distance`, distance),
      ...one("attractions", `localAttractions.${i}.category`, `${name}: category`, category),
    ]),
    ...one("attractions", "pageTexts.tagline", "Ending of the title", pageTexts?.tagline),
    ...(pageTexts?.facts ?? []).flatMap((text, i) => one("attractions", `pageTexts.facts.${i}`, `Fact ${i + 1}`, text)),
    ...one("attractions", "pageTexts.attractionsLead", "Local Attractions: first lines", pageTexts?.attractionsLead),
    ...one("attractions", "pageTexts.attractionsEnding", "Local Attractions: ending", pageTexts?.attractionsEnding),
    ...one(
      "attractions",
      "pageTexts.attractionsDescription",
      "Local Attractions: description for search engines",
      pageTexts?.attractionsDescription,
    ),
    ...one("attractions", "pageTexts.locationLead", "Location: first lines", pageTexts?.locationLead),
    ...one("attractions", "treasures.title", "Sights on the home page: title", treasures?.title),
    ...(treasures?.items ?? []).flatMap(({ title, text }, i) => [
      ...one("attractions", `treasures.items.${i}.title`, `Sight ${i + 1}, title`, title),
      ...one("attractions", `treasures.items.${i}.text`, `Sight ${i + 1}, text`, text),
    ]),
    ...one(
      "attractions",
      "drawnMap.about",
      "Illustrated map: description for people who can't see it",
      drawnMap?.about,
    ),
    ...one("property", "host.about", "About you", host?.about),
    ...one("property", "host.languages", "Your languages", host?.languages),
    ...one("property", "host.answerTime", "When you usually answer", host?.answerTime),
    ...(rooms?.bedrooms ?? []).flatMap(({ name }, i) =>
      one("property", `rooms.bedrooms.${i}.name`, `Room ${i + 1}`, name),
    ),
    ...one("property", "offer.payNote", "What guests pay and when", offer?.payNote),
    ...(offer?.advantages ?? []).flatMap((text, i) =>
      one("property", `offer.advantages.${i}`, `Advantage ${i + 1} of booking direct`, text),
    ),
    ...(gettingHere?.travelTimes ?? []).flatMap(({ place, time }, i) =>
      one("attractions", `gettingHere.travelTimes.${i}.time`, `${place}: travel time`, time),
    ),
    ...(gettingHere?.landmarks ?? []).flatMap(({ name, text }, i) => [
      ...one("attractions", `gettingHere.landmarks.${i}.name`, `Landmark ${i + 1}`, name),
      ...one("attractions", `gettingHere.landmarks.${i}.text`, `Landmark ${i + 1}, text`, text),
    ]),
  ];
}

const says = (translation: Translation | undefined, english: string) =>
  translation !== undefined && translation.text.trim() !== "" && translation.of.trim() === english.trim();

/**
 * An item may have moved within its list: its English text identifies it better than its position. `texts` contains all
 * current texts; it prevents one item's translation from being offered for the item that took its position.
 */
export function translationsFor(
  words: TextTranslations,
  language: Language,
  { path, english }: Pick<HostText, "path" | "english">,
  texts: readonly Pick<HostText, "english">[],
): { text: string; state: TranslationState } {
  const here = words[path]?.[language];
  const fitting = says(here, english) ? here : inLanguage(words, language).find((one) => says(one, english));
  if (fitting) return { text: fitting.text, state: "current" };
  if (!here || here.text.trim() === "" || texts.some((one) => says(here, one.english)))
    return { text: "", state: "shows-english" };
  return { text: here.text, state: "english-changed" };
}

/**
 * The translations with the translation of one text replaced. The translations of texts that have moved are stored at
 * their new positions first: at its old position, a text's only translation would be overwritten.
 */
export function withTranslation(
  words: TextTranslations,
  language: Language,
  { path, english }: Pick<HostText, "path" | "english">,
  text: string,
  texts: readonly Pick<HostText, "path" | "english">[],
): TextTranslations {
  const next = { ...words };
  const moved: [string, Translation][] = [];
  for (const [from, { [language]: translation, ...others }] of Object.entries(words)) {
    const targets = texts.filter((one) => says(translation, one.english));
    if (!translation || targets.length === 0 || targets.some((one) => one.path === from)) continue;
    next[from] = others;
    moved.push(...targets.map((one): [string, Translation] => [one.path, translation]));
  }
  for (const [to, translation] of [...moved, [path, { text, of: english }] as const]) {
    if (to === path || !says(next[to]?.[language], translation.of)) next[to] = { ...next[to], [language]: translation };
  }
  return next;
}

function inLanguage(words: TextTranslations, language: Language): Translation[] {
  return Object.values(words).flatMap((translations) => translations[language] ?? []);
}

/**
 * List items can be reordered; for an item that has changed, guests get the English version, not the translation of
 * another item. Terms are binding, so guests never get outdated ones.
 */
const NEVER_OUTDATED = /\.\d+(?:\.|$)|^(?:terms|cancellationTerms)$/;

/** Whether guests get the translation instead of the English text. */
export function isUsed(state: TranslationState, path: string): boolean {
  return state === "current" || (state === "english-changed" && !NEVER_OUTDATED.test(path));
}

/**
 * The content as guests read it in a language. `english` lists the English texts for which no translation can be used.
 * `content` may be a part of `all`, which is everything that the host has written.
 */
export function contentIn<T extends Written>(
  content: T,
  language: Language,
  all: Written & { wordsIn: TextTranslations },
): { content: T; english: string[] } {
  if (language === DEFAULT_LANGUAGE) return { content, english: [] };
  const translated: T = JSON.parse(JSON.stringify(content));
  const english: string[] = [];
  const texts = hostTexts(all);
  for (const text of hostTexts(content)) {
    const { text: found, state } = translationsFor(all.wordsIn, language, text, texts);
    if (isUsed(state, text.path)) put(translated, text.path.split("."), inGroup(text, found));
    else english.push(text.english);
  }
  return { content: translated, english };
}

/**
 * An amenity's translation is the title of a group if the English text is one, whether or not the translation has the
 * colon.
 */
function inGroup({ path, english }: HostText, translation: string): string {
  if (!path.startsWith("amenities.")) return translation;
  const bare = translation
    .trim()
    .replace(/[:：]$/, "")
    .trimEnd();
  return isGroupTitle(english) ? `${bare}:` : bare;
}

function put(target: object, path: string[], text: string): void {
  const [first = "", ...rest] = path;
  if (rest.length === 0) {
    Reflect.set(target, first, text);
    return;
  }
  const inner: unknown = Reflect.get(target, first);
  if (typeof inner === "object" && inner !== null) put(inner, rest, text);
}
