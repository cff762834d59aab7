import { createHmac, timingSafeEqual } from "node:crypto";

/** A stay, and the generation of its guest's links: correcting the address or erasing the guest starts a new one. */
type Rated = { bookingId: string; linkGeneration: number };

/**
 * The secret in a guest's link, derived from the installation's key: the same email can be sent again, and the database
 * contains no list of valid links.
 */
export function ratingToken(key: string, stay: Rated): string {
  return `${stay.bookingId}.${secretOf(key, stay)}`;
}

/** A full stop after the link does no harm if a mail program takes it for part of the link. */
const TOKEN = /^([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]+)/;

/** The booking that a token names, whether or not the token is valid for it; null for anything that is not a token. */
export function bookingIn(token: string): string | null {
  return TOKEN.exec(token)?.[1] ?? null;
}

export function opens(key: string, token: string, stay: Rated): boolean {
  const [given, right] = [Buffer.from(TOKEN.exec(token)?.[2] ?? ""), Buffer.from(secretOf(key, stay))];
  return given.length === right.length && timingSafeEqual(given, right);
}

function secretOf(key: string, { bookingId, linkGeneration }: Rated): string {
  // The first generation has no number, because such links were sent before links had generations.
  const what = linkGeneration === 1 ? `rating.${bookingId}` : `rating.${bookingId}.${linkGeneration}`;
  return createHmac("sha256", Buffer.from(key, "base64url")).update(what).digest("base64url");
}
