import type { Language } from "./language.ts";

/** By which `Intl` and browsers know them (BCP 47). */
export const LOCALES = {
  en: "en-US",
  de: "de-DE",
  fr: "fr-FR",
  ru: "ru-RU",
  es: "es-ES",
  zh: "zh-CN",
} satisfies Record<Language, string>;
