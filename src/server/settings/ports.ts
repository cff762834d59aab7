import type { HouseSettings, PortalSettings } from "#domain/settings/settings.ts";
import type { Trx } from "../database/transaction.ts";

export type AllSettings = PortalSettings & HouseSettings;
/** `version` names one state of everything on the settings screen, in whatever table it lives. */
export type StoredSettings = { values: AllSettings; version: string };

export type SettingsStore = {
  read: () => Promise<StoredSettings>;
  /**
   * Writes what is given and leaves the rest, if nothing has changed since `version`; null for whatever is there. `during`
   * runs in the same transaction, with what was there before and what is there now.
   */
  save: (
    changes: Partial<AllSettings>,
    version: string | null,
    during: (trx: Trx, before: AllSettings, after: AllSettings) => Promise<void>,
  ) => Promise<SaveResult>;
};

export type SaveResult =
  | { ok: true; values: AllSettings }
  | { ok: false; reason: "stale" }
  | { ok: false; reason: "unnamed-map"; message: string }
  /** The longest stay or the horizon leaves nothing to sell by the prices' own rules. */
  | { ok: false; reason: "prices-refused"; message: string };
