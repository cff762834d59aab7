import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { referenceFrom } from "#domain/booking/reference.ts";

/** 128 random bits as 22 URL-safe characters. */
export function randomId(): string {
  return randomBytes(16).toString("base64url");
}

/** Whether a text has the form of `randomId`, like the ids of bookings and pictures. */
export function isId(text: string): boolean {
  return /^[A-Za-z0-9_-]{22}$/.test(text);
}

/** 256 random bits, for secrets: sessions, browsers, links. */
export function randomToken(): string {
  return randomBytes(32).toString("base64url");
}

export function randomReference(): string {
  return referenceFrom(randomBytes(5));
}

/** The stored form of a token, which is useless to anyone who reads the database. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

/**
 * For addresses and phone numbers: there are so few that anyone could find the one behind an unkeyed hash by trying
 * them all.
 */
export function keyedHash(key: string, text: string): string {
  return createHmac("sha256", key).update(text).digest("base64url");
}

/** Compares in constant time, so that the response time does not reveal how much of a guess is right. */
export function isSameSecret(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
