import type * as locales from "#domain/language/locales.ts";
import type { Language } from "#domain/language/language.ts";
import { pseudoText, pseudoTexts } from "./pseudo-text.ts";
import type * as serverTexts from "#texts/server-texts.ts";
import type * as allTexts from "#web/app/all-texts.ts";

/**
 * Replaces German with a pseudo-language in which all letters have accents, so plain letters on a page reveal
 * untranslated text. Its dates are formatted in Chinese, so they contain no plain letters. Tests use each of these
 * functions to mock one module.
 */
export const pseudoLocales = (actual: typeof locales) => ({ ...actual, LOCALES: { ...actual.LOCALES, de: "zh-CN" } });

export function pseudoServerTexts({ textsIn }: typeof serverTexts) {
  const pseudo = { ...pseudoTexts(textsIn("en")), formats: textsIn("zh").formats };
  return { textsIn: (language: Language) => (language === "de" ? pseudo : textsIn(language)) };
}

export function pseudoPageTexts(actual: typeof allTexts): typeof allTexts {
  const pseudo = pseudoTexts(actual.ALL_TEXTS.en);
  Object.assign(actual.ALL_TEXTS.de, {
    ...pseudo,
    frame: { ...pseudo.frame, firstWeekday: 0 },
    // The message from the contract is already the text that is shown.
    problems: { ...pseudo.problems, invalid: (message: string) => pseudoText(message) },
  });
  return actual;
}
