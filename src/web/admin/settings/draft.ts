import type { SavedSettings } from "#contract/settings.ts";
import { byLanguage, isLanguage, type Language, LANGUAGES } from "#domain/language/language.ts";
import type { SettingsBody } from "../../api/settings.ts";

type Editable = Omit<SavedSettings, "version" | "debugUntil" | "missing" | "paymentProvider" | "languages">;
type Typed = { [Name in keyof Editable]: Editable[Name] extends number ? string : Editable[Name] };

/**
 * Numbers are kept as typed. Each language is a separate value, so if two hosts publish different languages, both are
 * kept once the second host has loaded the latest settings. The two passwords never come from the server.
 */
export type Draft = Typed & Record<Language, boolean> & { currentPassword: string; newPassword: string };

export function draftOf({
  version: _version,
  debugUntil: _until,
  missing: _missing,
  paymentProvider: _provider,
  languages,
  ...saved
}: SavedSettings): Draft {
  const typed = Object.entries(saved).map(([name, value]) => [name, typeof value === "number" ? String(value) : value]);
  return {
    // The type of `fromEntries` loses the names: these are the same settings, with the numbers as text.
    ...(Object.fromEntries(typed) as Typed),
    ...byLanguage((language) => languages.includes(language)),
    currentPassword: "",
    newPassword: "",
  };
}

/** Only the edits; for a language, the whole list. */
export function bodyOf(edits: Partial<Draft>, fields: Draft): SettingsBody {
  const isAboutLanguages = Object.keys(edits).some(isLanguage);
  return {
    ...Object.fromEntries(Object.entries(edits).filter(([name]) => !isLanguage(name))),
    ...(isAboutLanguages ? { languages: LANGUAGES.filter((language) => fields[language]) } : {}),
  };
}

export type SectionProps = {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  errors: Record<string, string>;
  saved: SavedSettings;
};
