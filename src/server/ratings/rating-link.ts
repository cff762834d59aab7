import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * The secret in a guest's link, made from the installation's key: the same letter can be sent again, and no list of open
 * links lies in the database.
 */
export function ratingToken(key: string, bookingId: string): string {
  return `${bookingId}.${secretOf(key, bookingId)}`;
}

/** The booking that a token opens; null for any other. */
export function bookingOf(key: string, token: string): string | null {
  const [bookingId = "", secret = ""] = token.split(".");
  const [given, right] = [Buffer.from(secret), Buffer.from(secretOf(key, bookingId))];
  return given.length === right.length && timingSafeEqual(given, right) ? bookingId : null;
}

function secretOf(key: string, bookingId: string): string {
  return createHmac("sha256", Buffer.from(key, "base64url")).update(`rating.${bookingId}`).digest("base64url");
}
