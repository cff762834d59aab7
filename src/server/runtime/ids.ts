import { createHash, createHmac, randomBytes } from "node:crypto";
import { referenceFrom } from "#domain/booking/reference.ts";

/** 128 random bits as 22 URL-safe characters. */
export function randomId(): string {
  return randomBytes(16).toString("base64url");
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
