/** Whoever has a locked backup has all the time to guess. */
export const MIN_PASSPHRASE_LENGTH = 12;
