import { PLATFORM_NAMES } from "#domain/channels/channel.ts";
import { isLocalDate } from "#domain/calendar/local-date.ts";
import { moneyText } from "#domain/money/currency.ts";
import { percentText } from "#domain/pricing/line-text.ts";
import { WEEKDAY_NAMES } from "#domain/pricing/refusal-text.ts";
import { formatDate } from "../../lib/format-date.ts";
import { SOURCE_LABELS, STATUS_LABELS } from "../bookings/badges.tsx";
import { METHOD_LABELS } from "../bookings/method-labels.ts";
import { monthDayText } from "../prices/month-day-text.ts";

export function isForPeople(field: string): boolean {
  return !["version", "fact", "recordedAt"].includes(field) && !/(^id|Ids?|Hash|Mark)$/.test(field);
}

const NAMES: Record<string, string> = {
  checkIn: "Check-in",
  checkOut: "Check-out",
  guestCount: "Guests",
  totalCents: "Total",
  hostNotes: "Private notes",
  cancellationFeeCents: "Cancellation fee",
  startsOn: "First night",
  endsOn: "Free again on",
  requestHours: "Answer requests within (hours)",
  longestStay: "Longest stay (nights)",
  bookingWindow: "How far ahead guests can book (days)",
  guestRetention: "Delete guest details after (months)",
  bookingMode: "What “Book Now” does",
  cancelUnpaid: "Cancel a stay if the balance isn't paid",
  policyAnew: "Current cancellation policy for moved stays",
  backupRetention: "Keep backups for (days)",
  sessionTimeout: "Sign out after inactivity (minutes)",
  paymentMode: "When guests pay",
  firstPart: "What is paid first",
  firstPercent: "First part (percent)",
  firstNights: "First part (nights)",
  balanceDays: "Balance due (days before arrival)",
  payHours: "Time to pay after you accept a request (hours)",
  onUnreachable: "If a platform doesn't respond while a guest is booking",
  metaDescription: "Description for search engines",
  gettingHere: "Getting here",
  rateCents: "Rate",
  mapTileUrl: "Detailed map: tile address",
  mapAttribution: "Detailed map: attribution",
  firstNight: "First night",
  from: "From",
  to: "Until",
  unit: "Each",
  unitCents: "Each",
  mode: "What closes nights here",
  fromHoursBefore: "Hours before check-in",
  included: "Included",
  days: "Days",
  focusX: "Focus (percent from the left)",
  focusY: "Focus (percent from the top)",
};

/** Properties that are shown without their names: "Returning guests, amount -$30". */
const NAMELESS = ["name", "label", "title", "kind", "url"];

/** Labels of coded values, by field. */
const CODED: Record<string, Record<string, string>> = {
  platform: PLATFORM_NAMES,
  source: SOURCE_LABELS,
  status: STATUS_LABELS,
  method: METHOD_LABELS,
  mode: { reservations: "reservations only", everything: "everything the platform shows" },
  bookingMode: {
    instant: "Instant booking",
    verified: "Instant booking after confirming the email",
    request: "Booking request",
  },
  paymentMode: { required: "Guests pay when they book", offered: "Guests may pay online", off: "No online payments" },
  firstPart: { all: "everything", percent: "a percentage", nights: "the first nights" },
  onUnreachable: { ask: "Ask me", sell: "Sell", stop: "Stop" },
};
const WEEKDAY_FIELDS = ["weekendNights", "changeoverDays"];

/** "contactPhone" becomes "Contact phone". "Cents" is dropped, because amounts are shown with their currency. */
export function fieldName(field: string): string {
  if (Object.hasOwn(NAMES, field)) return NAMES[field] ?? field;
  const spaced = field
    .replace(/Cents$/, "")
    .replace(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`);
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/**
 * A field's value in plain words. Amounts are text; entries from earlier versions contain them as numbers, in dollars
 * unless their record names a currency.
 */
export function fieldValue(field: string, value: unknown, currency = "USD"): string {
  if (isEmpty(value)) return "nothing";
  if (typeof value === "boolean") return value ? "on" : "off";
  if (typeof value === "number") return numberText(field, value, currency);
  if (typeof value === "string") return wordText(field, value);
  if (Array.isArray(value)) return value.map((item) => fieldValue(field, item, currency)).join("; ") || "nothing";
  return partsText(value, currencyIn(value, currency));
}

/** A list's items or a group's fields, one line each. Empty values are left out. */
export function lines(field: string, value: unknown, otherwise = "USD"): string[] {
  if (isEmpty(value)) return [];
  if (Array.isArray(value)) return value.map((item) => fieldValue(field, item, otherwise));
  if (typeof value !== "object") return [fieldValue(field, value, otherwise)];
  const currency = currencyIn(value, otherwise);
  return Object.entries(value)
    .filter(([name]) => isForPeople(name))
    .flatMap(([name, part]) => {
      const isList = Array.isArray(part) && part.some((item) => typeof item === "object");
      const texts = isList ? lines(name, part, currency) : isEmpty(part) ? [] : [fieldValue(name, part, currency)];
      return texts.map((line) => `${fieldName(name)}: ${line}`);
    });
}

/** A record's currency applies to all amounts within it. */
function currencyIn(record: unknown, otherwise: string): string {
  const named = typeof record === "object" && record !== null && "currency" in record ? record.currency : otherwise;
  return typeof named === "string" && /^[A-Z]{3}$/.test(named) ? named : otherwise;
}

export function isEmpty(value: unknown): value is null | undefined | "" {
  return value === null || value === undefined || value === "";
}

function numberText(field: string, value: number, currency: string): string {
  if (field.endsWith("Cents")) return moneyText(value, currency);
  if (field === "percent") return percentText(value);
  return (WEEKDAY_FIELDS.includes(field) && WEEKDAY_NAMES[value]) || String(value);
}

function wordText(field: string, value: string): string {
  if (isLocalDate(value)) return formatDate(value, "short");
  if (/^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(value)) return monthDayText(value);
  if (value.startsWith("/drawings/")) return "a sample drawing";
  // The audit log names an uploaded picture by the first characters of its id.
  const [, picture] = /^\/pictures\/([\w-]{6})/.exec(value) ?? [];
  if (picture) return `picture ${picture}`;
  return CODED[field]?.[value] ?? value;
}

function partsText(parts: object, currency: string): string {
  return Object.entries(parts)
    .filter(([name, part]) => isForPeople(name) && !isEmpty(part) && part !== "adjustment")
    .filter(([name, part]) => name !== "isMain" || part === true)
    .map(([name, part]) => {
      if (name === "isMain") return "main photo";
      const text = fieldValue(name, part, currency);
      return NAMELESS.includes(name) ? text : `${fieldName(name).toLowerCase()} ${text}`;
    })
    .join(", ");
}
