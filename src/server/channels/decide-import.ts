import { DAY_MS } from "#domain/channels/day-number.ts";
import { MAIL_AFTER_MS } from "#domain/channels/timing.ts";
import { counted } from "#domain/text/counted.ts";
import { nightCount, sameDates, type Stay } from "#domain/booking/stay.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import { spanText } from "#domain/channels/echo.ts";
import { holdsItsNights, type ImportedStay, isStay, nameOf, stayTitle } from "#domain/channels/imported-stay.ts";
import { spanOf } from "#domain/channels/match.ts";
import type { NewReview, StayChange } from "#domain/channels/imported-change.ts";
import { mergeCalendar } from "#domain/channels/merge.ts";
import { dayText } from "#domain/calendar/day-text.ts";
import type { HostNotification } from "../core/host.ts";
import { versionOf } from "../runtime/version-of.ts";
import type { Channel, Decision, Known, ReadCalendar } from "./ports.ts";
import { stillBookedNotification } from "./still-booked.ts";

type Moment = { today: LocalDate; now: Date; newId: () => string };
/**
 * Given for the first read of a link that replaces another one (S-07). The host has seen what this calendar contains,
 * and has chosen these of its blocks to close.
 */
type FirstRead = { closeBlocks: readonly Stay[] };

/** Decides what changes result from a successfully read calendar; the store applies the decision. */
export function decideImport(
  { channel, stays, earlier, elsewhere, answers, served, linked }: Known,
  calendar: ReadCalendar,
  moment: Moment,
  newLink: FirstRead | null = null,
): Decision {
  if (!newLink && isOther(channel, calendar)) return heldAsOther(channel, calendar, moment.now);
  const { held } = channel;
  const merged = mergeCalendar({
    ...moment,
    platform: channel.platform,
    name: nameOf(channel.platform, channel.name),
    channelId: channel.id,
    mode: channel.mode,
    stays,
    earlier,
    events: calendar.events,
    unreadable: calendar.unreadable,
    served,
    elsewhere,
    answers,
    closing: closingOf(newLink, channel, answers),
    hold: held?.reason === "drop" ? held : null,
    newLink: newLink !== null,
  });
  const count = (what: StayChange["what"]) =>
    merged.changes.filter((change) => change.what === what && change.event !== "").length;
  const { hold } = merged;
  const counts = {
    added: count("added"),
    changed: count("changed") + count("back"),
    missing: count("missing"),
    released: count("released"),
    ignored: calendar.leftOut + stays.filter(({ exclusion, state }) => exclusion !== null && state === "active").length,
  };
  return {
    changes: merged.changes,
    reviews: merged.reviews.map((review) => ({
      ...review,
      notification: reviewNotification(channel, review, moment.now),
    })),
    withdrawOthers: true,
    held: hold ? { reason: "drop", since: hold.since, mark: hold.mark, times: hold.times, known: hold.known } : null,
    counts,
    notifications: [
      ...movedNotifications(channel, merged.changes, linked, moment.now),
      ...goneNotifications(channel, merged.changes, linked, moment.now),
      ...freedNotifications(channel, merged.changes, linked, moment.now),
    ],
    result: resultOf(counts, calendar, hold !== null),
  };
}

/** The blocks that the host has just chosen to close, in the preview of the calendar (S-22). */
function closingOf(newLink: FirstRead | null, { lastOkAt }: Channel, answers: Known["answers"]): ReadonlySet<string> {
  if (newLink) return new Set(newLink.closeBlocks.map(spanText));
  // A channel that has never been read has no other answers.
  return new Set(lastOkAt === null ? [...answers.keys()].filter((span) => answers.get(span) === "closure") : []);
}

/**
 * S-35: whether the platform, host name or listing differs from the one in the last successful read. An empty calendar
 * may not identify its platform. A calendar of an unknown platform may contain entries from several programs, so its
 * entries do not identify it.
 */
function isOther({ platform, seenProduct }: Channel, { product, events }: ReadCalendar): boolean {
  if (seenProduct === "" || seenProduct === product) return false;
  const [[oldFamily, ...oldPlace], [family, ...place]] = [seenProduct.split(" "), product.split(" ")];
  if (oldPlace.join(" ") !== place.join(" ")) return true;
  if (platform === "other") return false;
  if (family === "unknown") return events.length > 0;
  return oldFamily !== "unknown" && oldFamily !== family;
}

function heldAsOther(channel: Channel, { product }: ReadCalendar, now: Date): Decision {
  const name = nameOf(channel.platform, channel.name);
  const since = channel.held?.reason === "identity" ? channel.held.since : now;
  const question = `The link for ${name} now returns a different calendar. Is it the right one?`;
  const review: NewReview = { kind: "other-calendar", stay: null, question, nights: "" };
  return {
    changes: [],
    reviews: [{ ...review, notification: reviewNotification(channel, review, now) }],
    withdrawOthers: false,
    held: { reason: "identity", since, mark: product, times: 0, known: [] },
    counts: { added: 0, changed: 0, missing: 0, released: 0, ignored: 0 },
    notifications: [],
    result: "This link now returns a different calendar. Nothing changed; please confirm that it is the right one.",
  };
}

const MAX_NAMED = 10;

/**
 * S-33: the safeguard against a sudden drop has ended without an answer from the host, and nights are on sale again.
 */
function freedNotifications(
  channel: Channel,
  changes: readonly StayChange[],
  linked: Known["linked"],
  now: Date,
): HostNotification[] {
  if (channel.held?.reason !== "drop") return [];
  const freed = changes.flatMap(({ what, before }) =>
    what === "released" && before?.exclusion === null && !linked.has(before.id) ? [before] : [],
  );
  if (freed.length === 0) return [];
  const more = freed.length - MAX_NAMED;
  return [
    notificationOf(
      `channel:${channel.id}:drop-over:${now.getTime()}`,
      `${nameOf(channel.platform, channel.name)}: ${counted(freed.length, "stay")} released`,
      [
        "These stays are no longer in the calendar, so their nights are free again:",
        ...freed.slice(0, MAX_NAMED).map((stay) => `${stayTitle(stay, channel.name)}, ${daysOf(stay)}`),
        ...(more > 0 ? [`and ${more} more`] : []),
        "If a guest is still booked there, block the nights.",
      ],
    ),
  ];
}

const daysOf = ({ startsOn, endsOn }: Pick<ImportedStay, "startsOn" | "endsOn">) =>
  `${dayText(startsOn)} to ${dayText(endsOn)}`;

function goneNotifications(
  channel: Channel,
  changes: readonly StayChange[],
  linked: Known["linked"],
  now: Date,
): HostNotification[] {
  return changes.flatMap(({ what, after }) => {
    const booking = linked.get(after.id);
    return what === "released" && booking ? [stillBookedNotification(after, channel.name, booking, now)] : [];
  });
}

function besideMoved(booking: Stay & { reference: string }, after: ImportedStay): string {
  return sameDates(booking, spanOf(after))
    ? `Booking ${booking.reference} already has these dates.`
    : `Booking ${booking.reference} keeps its dates. If it should move too, change its dates.`;
}

function movedNotifications(
  channel: Channel,
  changes: readonly StayChange[],
  linked: Known["linked"],
  now: Date,
): HostNotification[] {
  return changes.flatMap(({ what, before, movedFrom, after }) => {
    const old = before ?? movedFrom;
    if (what !== "changed" || !old || !holdsItsNights(after)) return [];
    if (old.startsOn === after.startsOn && old.endsOn === after.endsOn) return [];
    const booking = linked.get(old.id);
    if (!isStay(after) && !booking) return [];
    return [
      notificationOf(
        `channel-stay:${after.id}:moved:${after.startsOn}/${after.endsOn}:${now.getTime()}`,
        `${stayTitle(after, channel.name)}: dates changed`,
        [
          `Before: ${daysOf(old)}.`,
          `Now: ${daysOf(after)}, ${counted(nightCount(spanOf(after)), "night")}.`,
          ...(booking ? [besideMoved(booking, after)] : []),
          // With a new UID, only the dates suggest that the guest is the same (S-25).
          ...(booking && movedFrom
            ? ['If this is a different guest, choose "No booking here" under "Same stay as" on the page of the stay.']
            : []),
        ],
        `/admin/channels/stays/${after.id}`,
      ),
    ];
  });
}

function reviewNotification(
  channel: Channel,
  { kind, question, stay, nights }: NewReview,
  now: Date,
): HostNotification | null {
  const notification = kind === "long-span" && stay?.exclusion !== "asked" ? undefined : NOTIFY_AT_ONCE[kind];
  if (!notification) return null;
  // A calendar that keeps changing back and forth leads to at most one notification about the same nights in each
  // period. Missing stays may be released after six hours (S-33), so they are reported again within that time.
  const period = kind === "sudden-drop" ? MAIL_AFTER_MS : DAY_MS;
  const key = `channel:${channel.id}:${kind}:${versionOf(nights)}:${Math.floor(now.getTime() / period)}`;
  return notificationOf(key, `${nameOf(channel.platform, channel.name)}: ${notification.subject}`, [
    question,
    notification.line,
  ]);
}

const MISSING = "stays are missing from the calendar";
/** The questions of an import about which the host is notified at once; of long spans, only those on sale (S-23). */
const NOTIFY_AT_ONCE: Partial<Record<NewReview["kind"], { subject: string; line: string }>> = {
  "long-span": {
    subject: "are these nights booked or closed?",
    line: "Until you answer, a booking for these nights is reported as a double booking.",
  },
  "other-calendar": {
    subject: "the link now returns a different calendar",
    line: "Nothing changes until you answer.",
  },
  "sudden-drop": {
    subject: MISSING,
    line: "Their nights stay closed here until you answer, or until the calendar has stayed the same for at least six hours. They are then released.",
  },
  "left-in-stay": { subject: MISSING, line: "Their nights stay closed here until you answer." },
  "told-twice": {
    subject: "was one of these nights sold twice?",
    line: "Check the platform. If one of the entries is a booking made there, say so in the portal; we'll then show which stay it overlaps.",
  },
};

function notificationOf(key: string, subject: string, lines: string[], link = "/admin/channels"): HostNotification {
  return { key, subject, lines, link };
}

function resultOf(counts: Decision["counts"], { events, errors }: ReadCalendar, held: boolean): string {
  const parts = [
    counts.added > 0 ? `${counts.added} new` : "",
    counts.changed > 0 ? `${counts.changed} changed` : "",
    counts.missing > 0 ? `${counts.missing} missing` : "",
    counts.released > 0 ? `${counts.released} released` : "",
  ].filter(Boolean);
  const seen = counted(events.length, "event");
  const summary = parts.length > 0 ? `${seen} read: ${parts.join(", ")}.` : `${seen} read, nothing changed.`;
  const trouble = errors.length > 0 ? ` ${counted(errors.length, "event")} could not be read.` : "";
  return `${summary}${trouble}${held ? " Stays are suddenly missing: their nights stay closed until you answer, or until the calendar has stayed the same for at least six hours." : ""}`;
}
