import type { HouseSettings, PortalSettings } from "#domain/settings/settings.ts";
import type { Trx } from "../database/transaction.ts";

export type AllSettings = PortalSettings & HouseSettings;
/** `version` names one state of everything on the settings screen, in whatever table it lives. */
export type StoredSettings = { values: AllSettings; version: string };

export type SettingsStore = {
  read: () => Promise<StoredSettings>;
  /** Writes if nothing has changed since `version`; `during` runs in the same transaction, with what was there before. */
  save: (
    values: AllSettings,
    version: string,
    during: (trx: Trx, before: AllSettings) => Promise<void>,
  ) => Promise<{ ok: true } | { ok: false; reason: "stale" }>;
};
