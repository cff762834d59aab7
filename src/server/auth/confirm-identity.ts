import type { PasskeyAssertion, PasskeyRequest } from "#contract/passkeys.ts";
import type { Clock } from "../runtime/clock.ts";
import { confirmPassword, type ConfirmPasswordNeeds } from "./check-password.ts";
import { createChallenge } from "./passkey-challenge.ts";
import { type PasskeyNeeds, usedPasskey } from "./sign-in-with-passkey.ts";

export type ConfirmIdentityNeeds = ConfirmPasswordNeeds & PasskeyNeeds & { clock: Clock };
type Admin = { id: string; username: string; sessionHash: string };

/** A challenge for the passkeys that the admin has for this host name; null if there are none. */
export async function confirmationRequest(needs: ConfirmIdentityNeeds, admin: Admin): Promise<PasskeyRequest | null> {
  const site = needs.passkeySite();
  if (!site.ok) return null;
  const here = (await needs.passkeys.ofAdmin(admin.id)).filter(({ rpId }) => rpId === site.party.id);
  if (here.length === 0) return null;
  const purpose = { is: "confirm", sessionHash: admin.sessionHash } as const;
  const challenge = createChallenge(await needs.challengeKey(), purpose, needs.clock());
  return needs.passkeyReader.request(site.party, challenge, here);
}

/**
 * The signed-in admin confirms their identity by password or passkey; sensitive actions are then allowed for a while.
 */
export async function confirmIdentity(
  needs: ConfirmIdentityNeeds,
  admin: Admin,
  given: { password?: string | undefined; passkey?: PasskeyAssertion | undefined },
): Promise<boolean> {
  const confirmed = given.passkey
    ? await hasOwnPasskey(needs, admin, given.passkey)
    : given.password !== undefined && (await confirmPassword(needs, admin, given.password));
  if (confirmed) await needs.store.confirmSession(admin.sessionHash, needs.clock());
  return confirmed;
}

async function hasOwnPasskey(needs: ConfirmIdentityNeeds, admin: Admin, given: PasskeyAssertion): Promise<boolean> {
  const passkey = await usedPasskey(needs, given, { is: "confirm", sessionHash: admin.sessionHash });
  return passkey?.adminId === admin.id;
}
