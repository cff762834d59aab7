import type { BaseNeeds } from "../core/base-needs.ts";
import { isDebugging } from "#domain/settings/settings.ts";
import type { Mount } from "../http/mount.ts";
import type { AllSettings } from "./ports.ts";
import { mountSettings, type PaymentProviderShown, type SettingsRouteNeeds } from "./routes.ts";
import type { SaveSettingsNeeds } from "./save-settings.ts";
import { createSettingsStore } from "./store.ts";
import type { Job } from "../jobs/job.ts";

type Needs = Pick<BaseNeeds, "database" | "clock" | "logger"> & {
  record: SaveSettingsNeeds["record"];
  /** Called when the name, the time zone or the contact details may have changed. */
  propertyChanged: () => void;
} & PaymentProviderShown;

/**
 * Every portal request needs the settings, so they are cached. They are cached only for this long, because another
 * process may change them.
 */
const REMEMBERED_MS = 1000;

export function createSettingsModule({ database, clock, logger, propertyChanged, ...rest }: Needs) {
  const store = createSettingsStore(database);
  const usualLevel = logger.level;
  let known: { values: AllSettings; until: number } | null = null;
  /** Counts the changes that this instance knows of. */
  let changes = 0;

  function remember(values: AllSettings): AllSettings {
    const now = clock();
    known = { values, until: now.getTime() + REMEMBERED_MS };
    const level = isDebugging(values, now) && usualLevel !== "silent" ? "debug" : usualLevel;
    if (logger.level !== level) logger.level = level;
    return values;
  }

  async function current(): Promise<AllSettings> {
    return known && clock().getTime() < known.until ? known.values : readAnew();
  }

  /** Cached old values would be shown on pages that are then cached until something else changes. */
  async function readAnew(): Promise<AllSettings> {
    const begun = changes;
    const { values } = await store.read();
    return begun === changes ? remember(values) : current();
  }

  function changed(values: AllSettings): void {
    changes += 1;
    remember(values);
    propertyChanged();
  }

  return {
    mount: (
      mount: Mount,
      beside: Pick<SettingsRouteNeeds, "passwords" | "hoursChanged" | "staysErasedAfter" | "configured">,
    ) => mountSettings(mount, { ...rest, store, clock, changed, ...beside }),
    jobs: [followSettings(async () => void (await readAnew()))],
    current,
    /** Call this when another instance has changed the settings, so that they are read from the database again. */
    forget: () => {
      changes += 1;
      known = null;
    },
    /** How the website takes bookings. The rules for prices are separate. */
    bookingRules: async () => {
      const { bookingMode, requestHours, policyAnew } = await current();
      return { bookingMode, requestHours, policyAnew };
    },
    /** How guests pay, if a payment provider is set up. */
    paymentTerms: current,
    /** `sessionTimeout` from SPEC 3, in milliseconds. */
    sessionIdleMs: async () => (await current()).sessionTimeout * 60_000,
  };
}

/**
 * Rereads the settings regularly, because other processes may have changed them and because debug mode ends at a set
 * time.
 */
function followSettings(follow: () => Promise<void>): Job {
  return { name: "follow the settings", everyMs: 60_000, run: follow };
}
