const DAY_MS = 24 * 60 * 60 * 1000;

/** How long an invitation to become a host can be accepted. */
export const INVITATION_MS = 7 * DAY_MS;

/** More than a cottage needs; it limits what a stolen session can leave behind. */
export const MAX_INVITATIONS = 10;
