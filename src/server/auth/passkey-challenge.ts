import { createHmac } from "node:crypto";
import { PASSKEY_WAIT_MS } from "#domain/auth/session.ts";
import { isSameSecret, randomId } from "../runtime/ids.ts";

/** What a challenge is for. A challenge made for one purpose is not accepted for another. */
export type ChallengePurpose =
  | { is: "sign-in" }
  | { is: "register"; sessionHash: string }
  | { is: "confirm"; sessionHash: string };

/**
 * A challenge that itself proves that we made it, when we made it and for what purpose. Strangers may therefore request
 * any number of challenges without anything being stored. `PasskeyStore` accepts a response to each challenge only
 * once.
 */
export function createChallenge(key: string, purpose: ChallengePurpose, now: Date): string {
  const made = `${now.getTime().toString(36)}.${randomId()}`;
  return `${made}.${mac(key, purpose, made)}`;
}

/** `given` is what the browser signed: our challenge, encoded as base64url. */
export function isOurChallenge(key: string, purpose: ChallengePurpose, given: string, now: Date): boolean {
  const [time = "", random = "", signature = ""] = Buffer.from(given, "base64url").toString("utf8").split(".");
  if (!isSameSecret(signature, mac(key, purpose, `${time}.${random}`))) return false;
  const age = now.getTime() - Number.parseInt(time, 36);
  return age >= 0 && age < PASSKEY_WAIT_MS;
}

function mac(key: string, purpose: ChallengePurpose, made: string): string {
  const boundTo = "sessionHash" in purpose ? purpose.sessionHash : "";
  return createHmac("sha256", Buffer.from(key, "base64url"))
    .update(`passkey\n${purpose.is}\n${boundTo}\n${made}`)
    .digest("base64url");
}
