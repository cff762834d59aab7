import { addDays, type LocalDate } from "../calendar/local-date.ts";

/**
 * What a notification to a host is about; each host chooses which events reach their devices, and which their inbox.
 */
export const HOST_EVENTS = [
  "booking",
  "request",
  "change-request",
  "change",
  "cancellation",
  "payment",
  "message",
  "conflict",
  "calendar",
  "delivery",
  "cleaning",
  "other",
] as const;
export type HostEvent = (typeof HOST_EVENTS)[number];

/** Ignores stored events from a later version. */
export function knownEvents(stored: readonly string[]): HostEvent[] {
  return HOST_EVENTS.filter((event) => stored.includes(event));
}

/** The topic prefix for notifications about cleanings, which have a limit of their own. */
export const CLEANING_TOPIC = "cleaning/";

/** The topic prefix for notifications about calendar conflicts, which are not sent once the conflict is over. */
export const CONFLICT_TOPIC = "conflict/";

/** Events that a host turns on or off; the others stay as they are. */
export type EventChanges = Partial<Record<HostEvent, boolean>>;

export function changedEvents(chosen: readonly HostEvent[], changes: EventChanges): HostEvent[] {
  return HOST_EVENTS.filter((event) => changes[event] ?? chosen.includes(event));
}

/** How much a device's lock screen shows. */
export const PUSH_DETAILS = ["brief", "summary", "full"] as const;
export type PushDetail = (typeof PUSH_DETAILS)[number];

/** Each host's defaults: every event, and no personal data on the lock screen. */
export const DEFAULT_PUSH = { events: [...HOST_EVENTS], detail: "brief" } satisfies {
  events: HostEvent[];
  detail: PushDetail;
};

const BRIEF = {
  booking: "New booking",
  request: "New booking request",
  "change-request": "A guest's request to change a stay",
  change: "A guest has changed a stay",
  cancellation: "A guest has cancelled",
  payment: "There is an update about a payment",
  message: "There is an update about messages",
  conflict: "Calendar conflict",
  calendar: "There is an update about a platform's calendar",
  delivery: "A message can't be sent",
  cleaning: "There is an update about the cleaning",
  other: "You have a new notification",
} satisfies Record<HostEvent, string>;

/** Push services accept up to 4,096 encrypted bytes; a lock screen shows far less. */
const MAX_TITLE = 120;
const MAX_BODY = 300;

/** The part of a notification that a device shows, as chosen by its owner. */
export function pushText(
  { event, subject, lines }: { event: HostEvent; subject: string; lines: readonly string[] },
  detail: PushDetail,
): { title: string; body: string } {
  if (detail === "brief") return { title: BRIEF[event], body: "Open the portal to see it." };
  return { title: cut(subject, MAX_TITLE), body: detail === "full" ? cut(lines.join(" "), MAX_BODY) : "" };
}

function cut(text: string, length: number): string {
  const letters = [...text];
  return letters.length > length ? `${letters.slice(0, length - 1).join("")}…` : text;
}

/** A host's email notifications. If no address is set, they go to the property's contact address. */
export type NotificationChoice = {
  emails: string[];
  events: HostEvent[];
  /** The hour of the day, in the property's time zone, at which a summary is sent, 0 to 23; null for no summary. */
  summaryHour: number | null;
};

export const MAX_NOTIFICATION_EMAILS = 5;

export const DEFAULT_NOTIFICATIONS: NotificationChoice = { emails: [], events: [...HOST_EVENTS], summaryHour: null };

/** How many hours late a summary may be sent, for instance if the server was off. */
const SUMMARY_LATE_HOURS = 4;

/**
 * The day whose summary is due at this hour in the property's time zone: today, or yesterday after midnight. Null if
 * none is due.
 */
export function summaryDue(
  summaryHour: number | null,
  { today, hour }: { today: LocalDate; hour: number },
): LocalDate | null {
  if (summaryHour === null) return null;
  if (hour >= summaryHour) return hour < summaryHour + SUMMARY_LATE_HOURS ? today : null;
  return hour + 24 < summaryHour + SUMMARY_LATE_HOURS ? addDays(today, -1) : null;
}
