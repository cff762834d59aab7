import type { PasskeyAssertion, PasskeyRequest } from "#contract/passkeys.ts";
import type { PasskeySite } from "./relying-party.ts";
import { hashToken } from "../runtime/ids.ts";
import { type ChallengePurpose, isOurChallenge, createChallenge } from "./passkey-challenge.ts";
import type { PasskeyStore } from "./passkey-queries.ts";
import type { Passkey, PasskeyReader } from "./ports.ts";
import { type Caller, enter, type Entered, type SignInNeeds } from "./sign-in.ts";

export type PasskeyNeeds = {
  passkeys: PasskeyStore;
  passkeyReader: PasskeyReader;
  passkeySite: () => PasskeySite;
  challengeKey: () => Promise<string>;
};
type Unavailable = { ok: false; message: string };

/**
 * A challenge for signing in, and whether all passkeys were made for other host names, so that none of them can
 * respond.
 */
export async function requestPasskey(
  needs: PasskeyNeeds & Pick<SignInNeeds, "clock">,
): Promise<{ ok: true; options: PasskeyRequest; allElsewhere: boolean } | Unavailable> {
  const site = needs.passkeySite();
  if (!site.ok) return { ok: false, message: site.reason };
  const challenge = createChallenge(await needs.challengeKey(), { is: "sign-in" }, needs.clock());
  return {
    ok: true,
    options: await needs.passkeyReader.request(site.party, challenge),
    allElsewhere: await needs.passkeys.allElsewhere(site.party.id),
  };
}

/**
 * A session for a valid passkey. Passkeys cannot be guessed, so attempts are not counted for the account: strangers on
 * other networks cannot keep the owner out. Null for an invalid response.
 */
export async function signInWithPasskey(
  needs: SignInNeeds & PasskeyNeeds,
  { passkey: given, keep = false }: { passkey: PasskeyAssertion; keep?: boolean | undefined },
  caller: Caller,
  /** The unfinished password sign-in, which this sign-in ends. */
  signInToken: string | null,
): Promise<({ username: string } & Entered) | null> {
  const passkey = await usedPasskey(needs, given, { is: "sign-in" });
  const admin = passkey && (await needs.store.findById(passkey.adminId));
  if (!admin) return null;
  if (signInToken) await needs.secondFactors.endPending(hashToken(signInToken));
  const seen = { ...admin, passkeyId: passkey.credentialId };
  const entered = await enter(needs, seen, caller, { kept: keep }, "Signed in with a passkey");
  return entered ? { username: admin.username, ...entered } : null;
}

/** The passkey that has just responded to our challenge, for the first time; null for any other response. */
export async function usedPasskey(
  { passkeys, passkeyReader, passkeySite, challengeKey, clock }: PasskeyNeeds & Pick<SignInNeeds, "clock">,
  given: PasskeyAssertion,
  purpose: ChallengePurpose,
): Promise<Passkey | null> {
  const site = passkeySite();
  const passkey = site.ok ? await passkeys.find(given.id) : null;
  if (!site.ok || !passkey || passkey.rpId !== site.party.id) return null;
  const [key, at] = [await challengeKey(), clock()];
  let answered = "";
  const counter = await passkeyReader.answered(site.party, given, passkey, (challenge) => {
    answered = challenge;
    return isOurChallenge(key, purpose, challenge, at);
  });
  if (counter === null) return null;
  const challengeHash = hashToken(answered);
  return (await passkeys.use(passkey.credentialId, { challengeHash, counter, at })) ? passkey : null;
}
