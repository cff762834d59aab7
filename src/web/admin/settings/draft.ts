import type { SavedSettings } from "#contract/settings.ts";
import type { SettingsBody } from "../../api/settings.ts";

/** What stands in the form: numbers as they were typed, and the two passwords, which are never read from the server. */
export type Draft = Omit<SavedSettings, "version" | "debugUntil" | "missing" | "backupRetention" | "sessionTimeout"> & {
  backupRetention: string;
  sessionTimeout: string;
  currentPassword: string;
  newPassword: string;
};

export function draftOf({ version: _version, debugUntil: _until, missing: _missing, ...saved }: SavedSettings): Draft {
  return {
    ...saved,
    backupRetention: String(saved.backupRetention),
    sessionTimeout: String(saved.sessionTimeout),
    currentPassword: "",
    newPassword: "",
  };
}

export function isDirty(draft: Draft, saved: SavedSettings): boolean {
  return JSON.stringify(draft) !== JSON.stringify({ ...draft, ...draftOf(saved) });
}

export function bodyOf(draft: Draft, version: string): SettingsBody {
  return { ...draft, version };
}

/** A section's view of the form. */
export type SectionProps = {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  errors: Record<string, string>;
  saved: SavedSettings;
};
