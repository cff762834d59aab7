import { BOOKING_WINDOW_DAYS, MAX_NIGHTS } from "../booking/limits.ts";
import { DEFAULT_PAYMENT_TERMS, type PaymentTerms } from "../payments/plan.ts";
import type { Language } from "../language/language.ts";
import type { TimeZone } from "../calendar/time-zone.ts";

export type PortalSettings = {
  emailNotifications: boolean;
  smsNotifications: boolean;
  whatsappNotifications: boolean;
  automaticBackups: boolean;
  /** When debug logging ends or has ended; null if the settings were last saved without it. */
  debugUntil: Date | null;
  /** The number of days for which backups are kept. */
  backupRetention: number;
  /** The number of minutes of inactivity after which a session ends, unless the host chose to stay signed in. */
  sessionTimeout: number;
  /** The URL from which the detailed map on /location gets its tiles; empty if there is no detailed map. */
  mapTileUrl: string;
  mapAttribution: string;
  bookingMode: BookingMode;
  /**
   * How many hours the host has to answer a request to book or to change a stay. A request ends with the arrival day at
   * the latest (`arrival-day.ts`).
   */
  requestHours: number;
  /** The number of nights in the longest stay that the website sells. */
  longestStay: number;
  /** The number of days from today to the last check-out that the website offers. */
  bookingWindow: number;
  /**
   * Whether a stay whose guest changes the dates while cancelling is free gets today's cancellation policy, instead of
   * keeping the policy under which it was booked.
   */
  policyAnew: boolean;
  /** How many months after check-out a guest's name, email address and phone number are deleted. */
  guestRetention: number;
  /** The published languages other than English; languages not listed are drafts. */
  languages: Language[];
  /** The WiFi name for the QR code on guests' booking pages; empty if there is no code. */
  wifiName: string;
} & PaymentTerms;

/**
 * What "Book Now" usually creates: a booking that is valid at once, a booking that waits for the guest to open an
 * emailed link, or a request that the host answers. `admitBooking` has the exceptions.
 */
export const BOOKING_MODES = ["instant", "verified", "request"] as const;
export type BookingMode = (typeof BOOKING_MODES)[number];

/** Property data on the settings screen that public pages use as well; each value is stored in only one place. */
export type PropertySettings = { propertyName: string; contactEmail: string; contactPhone: string; timezone: TimeZone };

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
  languages: [],
  wifiName: "",
  ...DEFAULT_PAYMENT_TERMS,
};

export const SESSION_TIMEOUT_MINUTES = { min: 5, max: 720 } as const;
export const REQUEST_HOURS = { min: 1, max: 168 } as const;
export const GUEST_RETENTION_MONTHS = { min: 1, max: 120 } as const;
export const BACKUP_RETENTION_DAYS = { min: 1, max: 365 } as const;
/** Debug logging switches off after this time, so nobody leaves it on by accident. */
export const DEBUG_MODE_MS = 24 * 60 * 60 * 1000;

export function isDebugging({ debugUntil }: Pick<PortalSettings, "debugUntil">, now: Date): boolean {
  return debugUntil !== null && now < debugUntil;
}

/** One sentence for each switch that cannot work yet, saying which external service is missing. */
export type Missing = Partial<Record<"emailNotifications" | "smsNotifications" | "whatsappNotifications", string>>;
