import { BOOKING_WINDOW_DAYS, MAX_NIGHTS } from "../booking/limits.ts";
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
  bookingMode: BookingMode;
  /** Hours in which the host answers a request; then it ends by itself. */
  requestHours: number;
  /** Nights of the longest stay that the website sells. */
  longestStay: number;
  /** Days from today to the last check-out that the website sells. */
  bookingWindow: number;
  /** Whether a stay that a guest moves gets the cancellation policy of today; otherwise it keeps the one it was booked with. */
  policyAnew: boolean;
  /** Months after check-out for which a guest's name, address and phone are kept. */
  guestRetention: number;
  /** The name of the cottage's WiFi, for the QR code that guests get with its password; empty: no code. */
  wifiName: string;
};

/**
 * What "Book Now" leads to: a booking at once, one that waits until the guest has opened the link in the e-mail, or a
 * request that the host answers.
 */
export const BOOKING_MODES = ["instant", "verified", "request"] as const;
export type BookingMode = (typeof BOOKING_MODES)[number];

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
  bookingMode: "instant",
  requestHours: 24,
  longestStay: MAX_NIGHTS,
  bookingWindow: BOOKING_WINDOW_DAYS,
  policyAnew: false,
  guestRetention: 24,
  wifiName: "",
};

export const SESSION_TIMEOUT_MINUTES = { min: 5, max: 720 } as const;
export const REQUEST_HOURS = { min: 1, max: 168 } as const;
export const GUEST_RETENTION_MONTHS = { min: 1, max: 120 } as const;
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
