import type { BookingRow } from "#contract/desk.ts";
import { formatSpan } from "../../lib/format-span.ts";
import { stayPath } from "../bookings/stay-path.ts";
import { paths } from "../../lib/paths.ts";
import { DESTINATIONS } from "../frame/destinations.ts";

/** One line of the palette. `words` is what typing is compared with. */
export type Command = {
  id: string;
  group: "Bookings" | "Pages" | "Actions";
  label: string;
  hint: string;
  words: string;
  run: () => void;
};

export type Deeds = {
  go: (address: string) => void;
  leave: (address: string) => void;
  signOut: () => void;
  showShortcuts: () => void;
};

/** So many bookings are offered at once; more is what the bookings screen is for. */
const MOST_BOOKINGS = 8;
/** One letter finds too much to be of use. */
const FEWEST_LETTERS = 2;

/** What fits the typed text: bookings by name, e-mail or reference, then pages, then actions; without text all but the bookings. */
export function commandsFor(typed: string, bookings: readonly BookingRow[], deeds: Deeds): Command[] {
  const wanted = folded(typed.trim());
  const fixed = [...pageCommands(deeds), ...actionCommands(deeds)].filter((command) =>
    folded(command.words).includes(wanted),
  );
  if (wanted.length < FEWEST_LETTERS) return fixed;
  const found = bookings.filter((booking) =>
    folded(`${booking.guest.name} ${booking.reference} ${booking.guest.email}`).includes(wanted),
  );
  return [...found.slice(0, MOST_BOOKINGS).map((booking) => bookingCommand(booking, deeds)), ...fixed];
}

function bookingCommand(booking: BookingRow, { go }: Deeds): Command {
  return {
    id: `booking-${booking.id}`,
    group: "Bookings",
    label: booking.guest.name,
    hint: `${booking.reference}, ${formatSpan(booking.checkIn, booking.checkOut)}`,
    words: "",
    run: () => go(stayPath({ id: booking.id, imported: booking.imported !== null })),
  };
}

function pageCommands({ go }: Deeds): Command[] {
  return DESTINATIONS.map(({ href, label, about }) => ({
    id: `page-${label}`,
    group: "Pages",
    label,
    hint: about,
    words: `${label} ${about}`,
    run: () => go(href),
  }));
}

function actionCommands({ go, leave, signOut, showShortcuts }: Deeds): Command[] {
  const action = (label: string, hint: string, run: () => void): Command => ({
    id: `action-${label}`,
    group: "Actions",
    label,
    hint,
    words: `${label} ${hint}`,
    run,
  });
  return [
    action("Bookings that wait for an answer", "Pending", () => go(`${paths.admin.bookings}?status=pending`)),
    action("Figures of this month", "Analytics", () => go(`${paths.admin.analytics}?range=this-month`)),
    action("View website", "As guests see it", () => leave(paths.home)),
    action("Keyboard shortcuts", "All keys, and the switch to turn them off", showShortcuts),
    action("Logout", "Leave the portal", signOut),
  ];
}

function folded(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
