import type { PropertySettings, PortalSettings } from "#domain/settings/settings.ts";
import type { Trx } from "../database/transaction.ts";

export type AllSettings = PortalSettings & PropertySettings;
/** `version` identifies one state of all these settings, whichever tables they are stored in. */
export type StoredSettings = { values: AllSettings; version: string };

export type SettingsStore = {
  read: () => Promise<StoredSettings>;
  /**
   * Writes the given fields and leaves the others unchanged, if nothing has changed since `version`; null accepts any
   * version. The rules for stays are checked as if today were the property's date at `at`. `during` runs in the same
   * transaction, with the settings before and after.
   */
  save: (
    changes: Partial<AllSettings>,
    version: string | null,
    at: Date,
    during: (trx: Trx, before: AllSettings, after: AllSettings) => Promise<void>,
  ) => Promise<SaveResult>;
};

export type SaveResult =
  /** A shorter retention period would erase guests; the host has to confirm it. */
  | { ok: false; reason: "erases-guests"; stays: number }
  | { ok: true; values: AllSettings }
  | { ok: false; reason: "stale" }
  | ({ ok: false; reason: "field-refused" } & RefusedField);

/**
 * A field that is refused, and why: either the map lacks the credit that its provider requires, or the price rules
 * would leave no stay that can be sold with this longest stay or booking window.
 */
export type RefusedField = { field: "mapAttribution" | "longestStay" | "bookingWindow"; message: string };
