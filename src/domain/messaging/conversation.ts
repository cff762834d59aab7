export const AUTHORS = ["guest", "host"] as const;
export type Author = (typeof AUTHORS)[number];

/**
 * Where the message was written: on the guest's page, in the portal, or in a reply to an email. A message sent by
 * WhatsApp counts as written on the guest's page, and its text says that it came by WhatsApp.
 */
export const WRITTEN_IN = ["page", "portal", "email"] as const;
export type WrittenIn = (typeof WRITTEN_IN)[number];

export const MAX_MESSAGE = 4000;

/** How many messages a guest may write about one stay in 24 hours. */
export const MAX_MESSAGES_PER_DAY = 60;

const MINUTE_MS = 60_000;
/** The email about unread messages waits until their author has written nothing for this long. */
const QUIET_MS = 2 * MINUTE_MS;
/** The email waits no longer than this after the oldest unread message. */
const LONGEST_MS = 10 * MINUTE_MS;

/**
 * Whether the email about unread messages is due; `first` and `last` are the times of the oldest and the newest of
 * these messages.
 */
export function emailIsDue(first: Date, last: Date, now: Date): boolean {
  return now.getTime() >= Math.min(last.getTime() + QUIET_MS, first.getTime() + LONGEST_MS);
}

/** The maximum number of pictures in one message. */
export const MAX_PICTURES = 4;
/** What each side may send about one stay: the number of pictures, and their total size in bytes as stored. */
export const MAX_PICTURES_PER_STAY = 60;
export const MAX_PICTURE_BYTES_PER_STAY = 60_000_000;
/** How long an uploaded picture can still be sent; a job deletes it after twice this time. */
export const UNSENT_PICTURE_MS = 60 * 60_000;
