import { createHmac } from "node:crypto";
import { isSameSecret } from "../runtime/ids.ts";

/**
 * A stay, and the generation number of its guest's links. Correcting the guest's email address or erasing the guest
 * increments this number.
 */
type Rated = { bookingId: string; linkGeneration: number };

/**
 * The token in a guest's link, with a secret that is derived from the installation's key. The same email can therefore
 * be sent again, and the database does not contain a list of valid links.
 */
export function ratingToken(key: string, stay: Rated): string {
  return `${stay.bookingId}.${secretOf(key, stay)}`;
}

/** A full stop after the link does no harm if a mail program treats it as part of the link. */
const TOKEN = /^([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]+)/;

/**
 * The booking that a token names, whether or not the token is valid for this booking; null if the string is not a
 * token.
 */
export function bookingIn(token: string): string | null {
  return TOKEN.exec(token)?.[1] ?? null;
}

export function opens(key: string, token: string, stay: Rated): boolean {
  return isSameSecret(TOKEN.exec(token)?.[2] ?? "", secretOf(key, stay));
}

function secretOf(key: string, { bookingId, linkGeneration }: Rated): string {
  // The first generation has no number, because links in this form were sent before links had generations.
  const what = linkGeneration === 1 ? `rating.${bookingId}` : `rating.${bookingId}.${linkGeneration}`;
  return createHmac("sha256", Buffer.from(key, "base64url")).update(what).digest("base64url");
}
