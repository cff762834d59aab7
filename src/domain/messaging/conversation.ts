/** Who has written a message of a conversation. */
export const AUTHORS = ["guest", "host"] as const;
export type Author = (typeof AUTHORS)[number];

/** Where it was written: on the guest's page, in the portal, or in a reply to an email. */
export const WRITTEN_IN = ["page", "portal", "email"] as const;
export type WrittenIn = (typeof WRITTEN_IN)[number];

export const MAX_MESSAGE = 4000;

/** What a guest may write about one stay in 24 hours. */
export const MOST_A_DAY = 60;

const MINUTE_MS = 60_000;
/** One email has all that was written until nobody has written for so long, */
const QUIET_MS = 2 * MINUTE_MS;
/** but nobody waits longer than this for it. */
const LONGEST_MS = 10 * MINUTE_MS;

/** Whether the email about unread messages is due; `first` and `last` are the oldest and newest that it has. */
export function emailIsDue(first: Date, last: Date, now: Date): boolean {
  return now.getTime() >= Math.min(last.getTime() + QUIET_MS, first.getTime() + LONGEST_MS);
}

/** Pictures of one message. */
export const MOST_PICTURES = 4;
/** What each side may send about one stay, in pictures and in bytes as we store them. */
export const MOST_PICTURES_A_STAY = 60;
export const MOST_PICTURE_BYTES_A_STAY = 60_000_000;
/** A picture that was uploaded but not sent is deleted after this time. */
export const UNSENT_PICTURE_MS = 60 * 60_000;
