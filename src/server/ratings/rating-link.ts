import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * The secret in a guest's link, derived from the installation's key: the same email can be sent again, and the database
 * contains no list of valid links.
 */
export function ratingToken(key: string, bookingId: string): string {
  return `${bookingId}.${secretOf(key, bookingId)}`;
}

/** The booking that a token belongs to; null if the token is invalid. */
export function bookingOf(key: string, token: string): string | null {
  const [bookingId = "", secret = ""] = token.split(".");
  const [given, right] = [Buffer.from(secret), Buffer.from(secretOf(key, bookingId))];
  return given.length === right.length && timingSafeEqual(given, right) ? bookingId : null;
}

function secretOf(key: string, bookingId: string): string {
  return createHmac("sha256", Buffer.from(key, "base64url")).update(`rating.${bookingId}`).digest("base64url");
}
