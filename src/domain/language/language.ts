/** The languages that guests can choose; the first is the language of the specification. */
export const LANGUAGES = ["en", "de", "fr", "ru", "es", "zh"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The default language, and the fallback for texts that the host has not translated. */
export const DEFAULT_LANGUAGE: Language = "en";
export const OTHER_LANGUAGES = LANGUAGES.filter((language) => language !== DEFAULT_LANGUAGE);

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((language) => language === value);
}

export function byLanguage<T>(make: (language: Language) => T): Record<Language, T> {
  return { en: make("en"), de: make("de"), fr: make("fr"), ru: make("ru"), es: make("es"), zh: make("zh") };
}

/** The names shown to guests, each in its own language. */
export const NATIVE_NAMES = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  ru: "Русский",
  es: "Español",
  zh: "简体中文",
} satisfies Record<Language, string>;

/** The names shown to the host, whose portal is in English. */
export const ENGLISH_NAMES = {
  en: "English",
  de: "German",
  fr: "French",
  ru: "Russian",
  es: "Spanish",
  zh: "Chinese (simplified)",
} satisfies Record<Language, string>;
