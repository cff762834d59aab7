import { byLanguage, DEFAULT_LANGUAGE, type Language } from "#domain/language/language.ts";
import { LOCALES } from "#domain/language/locales.ts";
import { say, type TextArea, type Texts } from "../lib/say.ts";

/** The parts of the site that have their own strings. The rest of `texts` are strings that only the server uses. */
const AREAS = {
  frame: true,
  layout: true,
  stay: true,
  booking: true,
  problems: true,
  direct: true,
  own: true,
  landing: true,
  info: true,
  nothing: true,
  pictures: true,
  pay: true,
  places: true,
  map: true,
  other: true,
  privacy: true,
  terms: true,
} satisfies Record<TextArea, true>;
export const textAreas: readonly string[] = Object.keys(AREAS);

const files = import.meta.glob<Record<string, unknown>>("../../texts/*/*.ts", { eager: true });

/** For the server, which renders the pages in every language. */
export const ALL_TEXTS: Record<Language, Texts> = byLanguage((language) => {
  const texts = textAreas.map((area) => {
    const strings = files[`../../texts/${language}/${area}.ts`]?.[`${area}Texts`];
    if (!strings) throw new Error(`texts/${language}/${area}.ts does not export ${area}Texts`);
    return [area, strings];
  });
  // Each file states the type that `Texts` has for its area.
  return Object.fromEntries(texts) as Texts;
});

/** Throws if `work` is asynchronous, because it would continue in the language of the next page. */
export function withTextsOf<T>(language: Language, work: () => T): T {
  const before = { ...say };
  Object.assign(say, ALL_TEXTS[language], { language, locale: LOCALES[language] });
  try {
    const result = work();
    if (result instanceof Promise) throw new Error("Asynchronous work would continue in the language of the next page");
    return result;
  } finally {
    for (const area of textAreas) Reflect.deleteProperty(say, area);
    Object.assign(say, before);
  }
}

/** For tests, which use English only. */
export function setEnglishTexts(): void {
  Object.assign(say, ALL_TEXTS[DEFAULT_LANGUAGE]);
}
