import type { BookingRow } from "#contract/admin-bookings.ts";
import { guestSearch } from "#domain/booking/booking-list.ts";
import { foldedText } from "#domain/text/fold.ts";
import { formatSpan } from "../../lib/format-span.ts";
import { stayPath } from "../bookings/stay-path.ts";
import { paths } from "../../lib/paths.ts";
import { DESTINATIONS } from "../frame/destinations.ts";
import { TARGETS } from "./targets.ts";

/** `words` is the text that is searched. */
export type Command = {
  id: string;
  group: "Bookings" | "Pages" | "Actions" | "Settings and content";
  label: string;
  hint: string;
  words: string;
  run: () => void;
};

export type Actions = {
  go: (address: string) => void;
  leave: (address: string) => void;
  signOut: () => void;
  showShortcuts: () => void;
};

const MAX_BOOKINGS = 8;
/** A single letter matches too many bookings to be useful. */
const FEWEST_LETTERS = 2;

/**
 * In this order: guests, by name, phone, email or reference; pages; actions; settings and content. Within the last
 * three, labels that begin with the text come first. For fewer than `FEWEST_LETTERS`, only pages and actions are
 * returned.
 */
export function commandsFor(typed: string, bookings: readonly BookingRow[], actions: Actions): Command[] {
  const words = foldedText(typed).split(/\s+/).filter(Boolean);
  const fixed = [...pageCommands(actions), ...actionCommands(actions)];
  if (!findsBookings(typed)) return fixed.filter((command) => fits(command, words));
  const found = bookings.filter(guestSearch(typed));
  const places = [...fixed, ...targetCommands(actions)].filter((command) => fits(command, words));
  const begins = ({ label }: Command) => foldedText(label).startsWith(foldedText(typed.trim()));
  return [
    ...found.slice(0, MAX_BOOKINGS).map((booking) => bookingCommand(booking, actions)),
    ...places.sort(
      (one, other) =>
        GROUPS.indexOf(one.group) - GROUPS.indexOf(other.group) || Number(begins(other)) - Number(begins(one)),
    ),
  ];
}

export function findsBookings(typed: string): boolean {
  return foldedText(typed).replace(/\s+/g, "").length >= FEWEST_LETTERS;
}

const GROUPS: readonly Command["group"][] = ["Bookings", "Pages", "Actions", "Settings and content"];

/** Whether each typed word begins one of the command's words. */
function fits({ words }: Command, typed: readonly string[]): boolean {
  const all = ` ${foldedText(words)}`;
  return typed.every((word) => all.includes(` ${word}`) || all.includes(`-${word}`));
}

function targetCommands({ go }: Actions): Command[] {
  return TARGETS.map(({ label, hint, href, words }) => ({
    id: `target-${href}-${label}`.replace(/[^\w-]+/g, "-"),
    group: "Settings and content",
    label,
    hint,
    words: `${label} ${hint} ${words}`,
    run: () => go(href),
  }));
}

function bookingCommand(booking: BookingRow, { go }: Actions): Command {
  return {
    id: `booking-${booking.id}`,
    group: "Bookings",
    label: booking.guest.name,
    hint: `${booking.reference}, ${formatSpan(booking.checkIn, booking.checkOut)}`,
    words: "",
    run: () => go(stayPath({ id: booking.id, imported: booking.imported !== null })),
  };
}

function pageCommands({ go }: Actions): Command[] {
  return DESTINATIONS.map(({ href, label, about }) => ({
    id: `page-${label}`,
    group: "Pages",
    label,
    hint: about,
    words: `${label} ${about}`,
    run: () => go(href),
  }));
}

function actionCommands({ go, leave, signOut, showShortcuts }: Actions): Command[] {
  const action = (label: string, hint: string, run: () => void): Command => ({
    id: `action-${label}`,
    group: "Actions",
    label,
    hint,
    words: `${label} ${hint}`,
    run,
  });
  return [
    action("Bookings waiting for your answer", "Pending", () => go(`${paths.admin.bookings}?status=to-answer`)),
    action("This month's figures", "Analytics", () => go(`${paths.admin.analytics}?range=this-month`)),
    action("View website", "As guests see it", () => leave(paths.home)),
    action("Keyboard shortcuts", "See all shortcuts, or turn them off", showShortcuts),
    action("Logout", "Leave the portal", signOut),
  ];
}
