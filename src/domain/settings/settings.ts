import type { TimeZone } from "../calendar/time-zone.ts";

/** What the host switches and sets for the portal itself. */
export type PortalSettings = {
  emailNotifications: boolean;
  smsNotifications: boolean;
  whatsappNotifications: boolean;
  automaticBackups: boolean;
  /** When debug logging ends by itself; null while it is off. */
  debugUntil: Date | null;
  /** Days. */
  backupRetention: number;
  /** Minutes without a sign of life. */
  sessionTimeout: number;
  /** Where the detailed map of /location gets its pictures; empty: there is none. */
  mapTileUrl: string;
  mapAttribution: string;
};

/** What the settings screen shares with the public pages; each is stored in one place only. */
export type HouseSettings = { propertyName: string; contactEmail: string; contactPhone: string; timezone: TimeZone };

/** SPEC 9. */
export const DEFAULT_SETTINGS: PortalSettings = {
  emailNotifications: true,
  smsNotifications: true,
  whatsappNotifications: true,
  automaticBackups: true,
  debugUntil: null,
  backupRetention: 30,
  sessionTimeout: 60,
  mapTileUrl: "",
  mapAttribution: "",
};

export const SESSION_TIMEOUT_MINUTES = { min: 5, max: 720 } as const;
export const BACKUP_RETENTION_DAYS = { min: 1, max: 365 } as const;
/** A log that says everything is not left running by accident. */
export const DEBUG_MODE_MS = 24 * 60 * 60 * 1000;

export function isDebugging({ debugUntil }: Pick<PortalSettings, "debugUntil">, now: Date): boolean {
  return debugUntil !== null && now < debugUntil;
}

/** The switches that need something from outside to do what they say. */
export const DEPENDENT_SWITCHES = [
  "emailNotifications",
  "smsNotifications",
  "whatsappNotifications",
  "automaticBackups",
] as const;
export type DependentSwitch = (typeof DEPENDENT_SWITCHES)[number];
/** For each switch that cannot work yet, the sentence that says what is missing. */
export type Missing = Partial<Record<DependentSwitch, string>>;
