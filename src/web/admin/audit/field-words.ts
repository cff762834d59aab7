import { isLocalDate } from "#domain/calendar/local-date.ts";
import { moneyText } from "#domain/money/currency.ts";
import { formatDate } from "../../lib/format-date.ts";

/** Versions and ids keep records apart; they tell a host nothing. */
export function isForPeople(field: string): boolean {
  return !["version", "fact", "recordedAt"].includes(field) && !/(^id|Ids?|Hash|Mark)$/.test(field);
}

/** What the screens call the fields whose names in the code say something else. */
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
  policyAnew: "Current cancellation policy for moved stays",
  backupRetention: "Keep backups for (days)",
  sessionTimeout: "Sign out after (minutes)",
  metaDescription: "Description for search engines",
  gettingHere: "Getting here",
  rateCents: "Rate",
  mapTileUrl: "Detailed map: tile address",
  mapAttribution: "Detailed map: attribution",
};

/** "contactPhone" as people say it: "Contact phone". Money is shown as money, so its unit need not be in the name. */
export function fieldName(field: string): string {
  if (Object.hasOwn(NAMES, field)) return NAMES[field] ?? field;
  const spaced = field
    .replace(/Cents$/, "")
    .replace(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`);
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/** What stands in a field of the audit log, for who does not read code. */
export function fieldValue(field: string, value: unknown, currency = "USD"): string {
  if (value === null || value === undefined || value === "") return "nothing";
  if (typeof value === "boolean") return value ? "on" : "off";
  if (typeof value === "number") return field.endsWith("Cents") ? moneyText(value, currency) : String(value);
  if (typeof value === "string") return isLocalDate(value) ? formatDate(value, "short") : value;
  if (Array.isArray(value)) return value.map((item) => fieldValue(field, item, currency)).join("; ") || "nothing";
  return Object.entries(value)
    .filter(([name]) => isForPeople(name))
    .map(([name, part]) => `${fieldName(name).toLowerCase()} ${fieldValue(name, part, currencyIn(value, currency))}`)
    .join(", ");
}

/** The currency that a record of the log names, for the amounts in it and below it. */
export function currencyIn(record: unknown, otherwise: string): string {
  const named = typeof record === "object" && record !== null && "currency" in record ? record.currency : otherwise;
  return typeof named === "string" && /^[A-Z]{3}$/.test(named) ? named : otherwise;
}

/** The same value with each amount of cents, however deep it stands, as money in words. */
export function inMoney(value: unknown, otherwise = "USD"): unknown {
  if (Array.isArray(value)) return value.map((item) => inMoney(item, otherwise));
  if (typeof value !== "object" || value === null) return value;
  const currency = currencyIn(value, otherwise);
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      name.endsWith("Cents") ? fieldValue(name, part, currency) : inMoney(part, currency),
    ]),
  );
}
