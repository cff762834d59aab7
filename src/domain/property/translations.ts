import { DEFAULT_LANGUAGE, type Language } from "../language/language.ts";

/** One of the host's text fields in another language, with the English text from which it was translated. */
export type Translation = { text: string; of: string };
/** The host's text in languages other than English, if there are any. */
export type Translations = Partial<Record<Language, Translation>>;

/** Keyed by the position of the English text in the content: `hero.title`, `houseRules.2`. */
export type TextTranslations = Record<string, Translations>;

export type TranslationState = "shows-english" | "english-changed" | "current";

/** Whether a text is translated into a language, and whether the English text has changed since then. */
export function translationState(translation: Translation | undefined, english: string): TranslationState {
  if (!translation || translation.text.trim() === "") return "shows-english";
  return translation.of.trim() === english.trim() ? "current" : "english-changed";
}

/**
 * The text for guests who chose a language, and the language that the text is actually in. If there is no English text,
 * translations are not used: the host has deleted the text, or guests may not see it.
 */
export function shownIn(
  translations: Translations,
  language: Language,
  english: string,
): { text: string; language: Language } {
  const text = translations[language]?.text.trim() ?? "";
  return text === "" || english.trim() === "" ? { text: english, language: DEFAULT_LANGUAGE } : { text, language };
}
