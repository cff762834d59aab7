/** The languages that guests can choose; the first is the specification's. */
export const LANGUAGES = ["en", "de", "fr", "ru", "es", "zh"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The default, and the fallback for missing texts. */
export const DEFAULT_LANGUAGE: Language = "en";

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((language) => language === value);
}

export function byLanguage<T>(make: (language: Language) => T): Record<Language, T> {
  return { en: make("en"), de: make("de"), fr: make("fr"), ru: make("ru"), es: make("es"), zh: make("zh") };
}

/** For guests, each in its own language. */
export const NATIVE_NAMES = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  ru: "Русский",
  es: "Español",
  zh: "简体中文",
} satisfies Record<Language, string>;

/** For the host, whose portal is English. */
export const ENGLISH_NAMES = {
  en: "English",
  de: "German",
  fr: "French",
  ru: "Russian",
  es: "Spanish",
  zh: "Chinese (simplified)",
} satisfies Record<Language, string>;
