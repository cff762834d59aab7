import { isLocalDate } from "#domain/calendar/local-date.ts";
import { formatDate } from "../../lib/format-date.ts";
import { formatCents } from "../../lib/format-money.ts";

/** Versions and ids keep records apart; they tell a host nothing. */
export function isForPeople(field: string): boolean {
  return field !== "version" && !/(^id|Ids?|Hash|Mark)$/.test(field);
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
export function fieldValue(field: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return "nothing";
  if (typeof value === "boolean") return value ? "on" : "off";
  if (typeof value === "number") return field.endsWith("Cents") ? formatCents(value) : String(value);
  if (typeof value === "string") return isLocalDate(value) ? formatDate(value, "short") : value;
  if (Array.isArray(value)) return value.map((item) => fieldValue(field, item)).join("; ") || "nothing";
  return Object.entries(value)
    .filter(([name]) => isForPeople(name))
    .map(([name, part]) => `${fieldName(name).toLowerCase()} ${fieldValue(name, part)}`)
    .join(", ");
}

/** The same value with each amount of cents, however deep it stands, as dollars in words. */
export function inDollars(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inDollars);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      name.endsWith("Cents") ? fieldValue(name, part) : inDollars(part),
    ]),
  );
}
