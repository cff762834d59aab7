import type { SavedSettings } from "#contract/settings.ts";

type Editable = Omit<SavedSettings, "version" | "debugUntil" | "missing" | "paymentProvider">;
type Typed = { [Name in keyof Editable]: Editable[Name] extends number ? string : Editable[Name] };

/** The form's values. Numbers are kept as typed. The two passwords never come from the server. */
export type Draft = Typed & { currentPassword: string; newPassword: string };

export function draftOf({
  version: _version,
  debugUntil: _until,
  missing: _missing,
  paymentProvider: _provider,
  ...saved
}: SavedSettings): Draft {
  const typed = Object.entries(saved).map(([name, value]) => [name, typeof value === "number" ? String(value) : value]);
  // `fromEntries` loses the names: these are the same settings, with the numbers as text.
  return { ...(Object.fromEntries(typed) as Typed), currentPassword: "", newPassword: "" };
}

/** The props through which a section reads and changes the form. */
export type SectionProps = {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  errors: Record<string, string>;
  saved: SavedSettings;
};
