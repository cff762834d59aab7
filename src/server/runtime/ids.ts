import { createHash, randomBytes } from "node:crypto";
import { referenceFrom } from "#domain/booking/reference.ts";

/** 128 random bits, safe in an address: 22 letters. */
export function randomId(): string {
  return randomBytes(16).toString("base64url");
}

/** 256 random bits, for what opens something: sessions, browsers, links. */
export function randomToken(): string {
  return randomBytes(32).toString("base64url");
}

export function randomReference(): string {
  return referenceFrom(randomBytes(5));
}

/** How a token is kept: whoever reads the database cannot use it. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
