import { expect, test } from "vitest";
import type { BookingRow } from "#contract/admin-bookings.ts";
import { commandsFor } from "./commands.ts";

const opened: string[] = [];
const actions = {
  go: (address: string) => opened.push(address),
  leave: () => {},
  signOut: () => {},
  showShortcuts: () => {},
};
const labels = (typed: string, bookings: readonly BookingRow[] = []) =>
  commandsFor(typed, bookings, actions).map(({ label }) => label);

/** What hosts type, and the label of the entry that they are looking for. */
const EVERYDAY = [
  ["wifi", "WiFi password"],
  ["internet", "WiFi password"],
  ["wi-fi", "WiFi network name"],
  ["backup", "Backups"],
  ["restore", "Backups"],
  ["export", "Export everything"],
  ["csv", "Export bookings"],
  ["excel", "Export bookings"],
  ["tax", "Export bookings"],
  ["password", "Change the password"],
  ["login", "Change the password"],
  ["2fa", "Two-factor sign-in"],
  ["authenticator", "Two-factor sign-in"],
  ["photo", "Photos"],
  ["picture", "Photos"],
  ["image", "Photos"],
  ["gallery", "Photos"],
  ["upload", "Photos"],
  ["block", "Block nights"],
  ["close dates", "Block nights"],
  ["holiday", "Block nights"],
  ["phone booking", "New booking"],
  ["new booking", "New booking"],
  ["reservation", "New booking"],
  ["tonight", "Today's guests"],
  ["arrivals", "Today's guests"],
  ["mail", "Email notifications"],
  ["smtp", "Email notifications"],
  ["whatsapp", "WhatsApp notifications"],
  ["sms", "WhatsApp notifications"],
  ["test email", "Send a test email"],
  ["approve", "Instant booking or requests"],
  ["instant", "Instant booking or requests"],
  ["request", "Instant booking or requests"],
  ["deadline", "Answer requests within"],
  ["longest", "Longest stay"],
  ["advance", "How far ahead guests can book"],
  ["privacy", "How long guest details are kept"],
  ["gdpr", "How long guest details are kept"],
  ["refund", "Cancellation policy of moved stays"],
  ["telephone", "Contact phone"],
  ["time zone", "Time zone"],
  ["map", "Map"],
  ["devices", "Signed-in devices"],
  ["stolen", "Signed-in devices"],
  ["timeout", "Sign out after"],
  ["history", "Audit log"],
  ["who", "Audit log"],
  ["undo", "Audit log"],
  ["template", "Message texts"],
  ["welcome", "Message texts"],
  ["review", "Guest ratings"],
  ["stars", "Guest ratings"],
  ["airbnb", "Connect a calendar"],
  ["ical", "Connect a calendar"],
  ["vrbo", "Connect a calendar"],
  ["conflict", "Double bookings"],
  ["rules", "House rules"],
  ["smoking", "House rules"],
  ["pets", "House rules"],
  ["pool", "Amenities"],
  ["bedrooms", "Bedrooms"],
  ["check-in time", "Check-in, check-out and quiet hours"],
  ["directions", "Check-in instructions"],
  ["key", "Check-in instructions"],
  ["seo", "Description for search engines"],
  ["police", "Emergency numbers"],
  ["headline", "Hero section"],
  ["revenue", "Analytics"],
  ["logout", "Logout"],
] as const;

test.each(EVERYDAY)("“%s” finds %s", (typed, label) => {
  expect(labels(typed)).toContain(label);
});

test.each(["price", "cost", "money"])("“%s” finds where prices are set", (typed) => {
  expect(labels(typed).some((label) => label === "Rate" || label === "Prices")).toBe(true);
});

test("a guest is found by name without accents, by email, phone and reference, and listed first", () => {
  // These are the booking fields that the palette reads; the other fields of a row do not matter here.
  const zoe = {
    id: "z",
    reference: "LK-2A9F",
    checkIn: "2027-03-14",
    checkOut: "2027-03-16",
    guest: { name: "Zoë Backup", email: "zoe@example.com", phone: "+94 77 123 4567" },
    imported: null,
  } as BookingRow;
  for (const typed of ["zoe", "077 123 4567", "zoe@ex", "2a9f", "backup zoë"])
    expect(labels(typed, [zoe])[0]).toBe("Zoë Backup");
  expect(labels("backup", [zoe])).toContain("Backups");
});
