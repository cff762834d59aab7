import * as z from "zod/mini";
import { LONGEST_STAY_NIGHTS, WINDOW_DAYS } from "#domain/booking/limits.ts";
import { DEFAULT_LANGUAGE, type Language, LANGUAGES } from "#domain/language/language.ts";
import { isTimeZone } from "#domain/calendar/time-zone.ts";
import {
  BALANCE_DAYS,
  FIRST_NIGHTS,
  FIRST_PARTS,
  FIRST_PERCENT,
  PAY_HOURS,
  PAYMENT_MODES,
} from "#domain/payments/plan.ts";
import {
  BACKUP_RETENTION_DAYS,
  BOOKING_MODES,
  GUEST_RETENTION_MONTHS,
  REQUEST_HOURS,
  SESSION_TIMEOUT_MINUTES,
} from "#domain/settings/settings.ts";
import { ATTRIBUTION_MAX, isTileAddress, TILE_ADDRESS_MAX } from "#domain/settings/tile-map.ts";
import { endpoint } from "./endpoint.ts";
import { between, hostPhone, oneLine, text } from "./fields.ts";

const fields = {
  propertyName: oneLine({ min: 1, max: 120, message: "Enter the name of the property" }),
  contactEmail: z.pipe(oneLine({ max: 254 }), z.email("Enter an address such as host@example.com")),
  contactPhone: hostPhone,
  timezone: z.string().check(z.refine(isTimeZone, { error: "Choose a time zone from the list" })),
  emailNotifications: z.boolean(),
  smsNotifications: z.boolean(),
  whatsappNotifications: z.boolean(),
  twoFactorAuth: z.boolean(),
  automaticBackups: z.boolean(),
  debugMode: z.boolean(),
  backupRetention: between(BACKUP_RETENTION_DAYS, "days"),
  sessionTimeout: between(SESSION_TIMEOUT_MINUTES, "minutes"),
  mapTileUrl: z.pipe(
    text({ max: TILE_ADDRESS_MAX }),
    z.string().check(
      z.refine((value) => value === "" || isTileAddress(value), {
        error:
          "Enter an address such as https://tiles.example.org/{z}/{x}/{y}.png, with {z}, {x} and {y} and no other placeholder",
      }),
    ),
  ),
  mapAttribution: text({ max: ATTRIBUTION_MAX }),
  bookingMode: z.enum(BOOKING_MODES, "Choose what Book Now leads to"),
  requestHours: between(REQUEST_HOURS, "hours"),
  longestStay: between(LONGEST_STAY_NIGHTS, "nights"),
  bookingWindow: between(WINDOW_DAYS, "days"),
  policyAnew: z.boolean(),
  wifiName: oneLine({ max: 32 }),
  languages: z.pipe(
    z.array(z.enum(LANGUAGES, "Choose a language from the list")),
    // In a fixed order, and without English, which is always published.
    z.transform((chosen: Language[]) =>
      LANGUAGES.filter((language) => language !== DEFAULT_LANGUAGE && chosen.includes(language)),
    ),
  ),
  guestRetention: between(GUEST_RETENTION_MONTHS, "months"),
  paymentMode: z.enum(PAYMENT_MODES, "Choose how guests pay"),
  firstPart: z.enum(FIRST_PARTS, "Choose what is paid first"),
  firstPercent: between(FIRST_PERCENT, "percent"),
  firstNights: between(FIRST_NIGHTS, "nights"),
  balanceDays: between(BALANCE_DAYS, "days"),
  payHours: between(PAY_HOURS, "hours"),
  cancelUnpaid: z.boolean(),
};

const version = z.string().check(z.maxLength(60));

const savedSettings = z.object({
  ...fields,
  /** Version 0.2.0 also accepted a phone number without digits. */
  contactPhone: z.string(),
  /** Sent back when saving, so that two open tabs cannot overwrite each other. */
  version,
  /** When debug mode ends automatically. */
  debugUntil: z.nullable(z.iso.datetime()),
  /** The payment provider that is set up; null if nothing is paid online. */
  paymentProvider: z.nullable(z.object({ label: z.string(), live: z.boolean() })),
  /** For each switch that has no effect: what this installation lacks. */
  missing: z.record(z.string(), z.string()),
});
export type SavedSettings = z.output<typeof savedSettings>;

export const readSettings = endpoint("GET", "/api/admin/settings", "admin", {
  response: savedSettings,
});

/**
 * Changes any of the fields; missing fields are left unchanged. The two passwords are neither stored here nor returned.
 * If `newPassword` is missing or empty, the password stays the same; otherwise, `currentPassword` must be correct. With
 * `version`, a save never overwrites someone else's changes.
 */
export const saveSettings = endpoint("PUT", "/api/admin/settings", "admin", {
  confirm: "kept",
  body: z.partial(
    z.object({
      ...fields,
      version,
      currentPassword: z.string().check(z.maxLength(1024)),
      newPassword: z.string().check(z.maxLength(1024)),
      /** Whether the host has confirmed that a shorter `guestRetention` deletes guests' details. */
      confirmed: z.boolean(),
    }),
  ),
  response: savedSettings,
});
