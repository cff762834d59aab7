import { DEFAULT_LANGUAGE, type Language } from "../language/language.ts";

/** One of the host's texts in another language, with the English from which it was written. */
export type Translation = { text: string; of: string };
/** The host's words in other languages than English, as far as there are any. */
export type Translations = Partial<Record<Language, Translation>>;

/** By the place of the English in the content: `hero.title`, `houseRules.2`. */
export type OtherWords = Record<string, Translations>;

export type TranslationState = "shows-english" | "english-changed" | "current";

/** Whether guests of a language read the host's words in it, and whether the English says something else by now. */
export function translationState(translation: Translation | undefined, english: string): TranslationState {
  if (!translation || translation.text.trim() === "") return "shows-english";
  return translation.of.trim() === english.trim() ? "current" : "english-changed";
}

/** What guests of a language read, and in which language that is. */
export function shownIn(
  translations: Translations,
  language: Language,
  english: string,
): { text: string; language: Language } {
  const text = translations[language]?.text.trim() ?? "";
  return text === "" ? { text: english, language: DEFAULT_LANGUAGE } : { text, language };
}
