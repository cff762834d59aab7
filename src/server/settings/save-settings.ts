import type { BaseNeeds } from "../core/base-needs.ts";
import { DEBUG_MODE_MS, isDebugging } from "#domain/settings/settings.ts";
import type { Trx } from "../database/transaction.ts";
import type { AllSettings, SaveResult, SettingsStore } from "./ports.ts";

export type SaveSettingsNeeds = Pick<BaseNeeds, "clock" | "record"> & {
  store: SettingsStore;
  /** Called inside the transaction when the property's time zone changes. */
  hoursChanged: (trx: Trx, actor: string) => Promise<void>;
  /** How many past stays would lose their guest's details if details were kept for this many months. */
  staysErasedAfter: (months: number) => Promise<number>;
  /** Called after each save, to refresh cached pages, the property's day and the log level. */
  changed: (settings: AllSettings) => void;
};

export type SettingsInput = Partial<Omit<AllSettings, "debugUntil"> & { debugMode: boolean }>;

/** Saves either all the given settings or none. If debug mode is already on, its end time does not change. */
export async function saveSettings(
  { store, clock, record, hoursChanged, staysErasedAfter, changed }: SaveSettingsNeeds,
  { debugMode, ...given }: SettingsInput,
  { version, actor, confirmed }: { version: string | null; actor: string; confirmed: boolean },
): Promise<SaveResult> {
  const now = clock();
  const { values: present } = await store.read();
  const months = given.guestRetention ?? present.guestRetention;
  if (!confirmed && months < present.guestRetention) {
    const stays = await staysErasedAfter(months);
    if (stays > 0) return { ok: false, reason: "erases-guests", stays };
  }
  const running = isDebugging(present, now) ? present.debugUntil : null;
  const debugUntil = debugMode ? (running ?? new Date(now.getTime() + DEBUG_MODE_MS)) : null;
  const changes = debugMode === undefined ? given : { ...given, debugUntil };
  const result = await store.save(changes, version, now, async (trx, before, after) => {
    await record({ actor, act: "Changed the settings", subject: "Settings", before, after }, trx);
    if (before.timezone !== after.timezone) await hoursChanged(trx, actor);
  });
  if (result.ok) changed(result.values);
  return result;
}
