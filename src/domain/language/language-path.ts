import { DEFAULT_LANGUAGE, type Language, LANGUAGES } from "./language.ts";

/** Where a page is in a language: English pages are at the specification's addresses, others below `/de` and so on. */
export function pathIn(language: Language, path: string): string {
  return prefixOf(language) + path;
}

export const prefixOf = (language: Language) => (language === DEFAULT_LANGUAGE ? "" : `/${language}`);

/** The language that an address names, and its path in English. */
export function splitLanguage(path: string): { language: Language; path: string } {
  const [, first = "", ...rest] = path.split("/");
  const language = LANGUAGES.find((one) => one === first && one !== DEFAULT_LANGUAGE);
  return language ? { language, path: `/${rest.join("/")}` } : { language: DEFAULT_LANGUAGE, path };
}
