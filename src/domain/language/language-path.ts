import { DEFAULT_LANGUAGE, type Language, LANGUAGES } from "./language.ts";

/**
 * The URL of a page in a language: English pages have the specification's paths; in other languages, the path has a
 * prefix such as `/de`.
 */
export function pathIn(language: Language, path: string): string {
  return prefixOf(language) + path;
}

export const prefixOf = (language: Language) => (language === DEFAULT_LANGUAGE ? "" : `/${language}`);

/** The language of a path, and the path of the same page in English. */
export function splitLanguage(path: string): { language: Language; path: string } {
  const [, first = "", ...rest] = path.split("/");
  const language = LANGUAGES.find((one) => one === first && one !== DEFAULT_LANGUAGE);
  return language ? { language, path: `/${rest.join("/")}` } : { language: DEFAULT_LANGUAGE, path };
}
