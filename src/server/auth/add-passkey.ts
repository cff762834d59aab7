import type { PasskeyAttestation, PasskeyCreation, PasskeyView } from "#contract/passkeys.ts";
import { deviceInWords } from "#domain/auth/device.ts";
import { MAX_PASSKEYS } from "#domain/auth/session.ts";
import type { Clock } from "../runtime/clock.ts";
import { hashToken } from "../runtime/ids.ts";
import { isOurChallenge, createChallenge } from "./passkey-challenge.ts";
import type { Passkey, RecordAct } from "./ports.ts";
import type { PasskeySite } from "./relying-party.ts";
import type { PasskeyNeeds } from "./sign-in-with-passkey.ts";

export type AddPasskeyNeeds = PasskeyNeeds & {
  propertyName: () => Promise<string>;
  record: RecordAct;
  clock: Clock;
};
type Admin = { id: string; username: string; sessionHash: string };
export type NoPasskey = { ok: false; reason: "unavailable" | "too-many" | "not-ours"; message: string };

const TOO_MANY = `You already have ${MAX_PASSKEYS} passkeys. Remove one that you no longer use.`;
const NOT_OURS = "This passkey could not be verified. Please try again.";

/** What the browser needs to create a passkey. The passkey is valid once `addPasskey` has verified it. */
export async function beginPasskey(
  needs: AddPasskeyNeeds,
  admin: Admin,
): Promise<{ ok: true; options: PasskeyCreation } | NoPasskey> {
  const site = needs.passkeySite();
  if (!site.ok) return { ok: false, reason: "unavailable", message: site.reason };
  const present = await needs.passkeys.ofAdmin(admin.id);
  if (present.length >= MAX_PASSKEYS) return { ok: false, reason: "too-many", message: TOO_MANY };
  const challenge = createChallenge(
    await needs.challengeKey(),
    { is: "register", sessionHash: admin.sessionHash },
    needs.clock(),
  );
  const here = present.filter(({ rpId }) => rpId === site.party.id);
  const party = { ...site.party, name: await needs.propertyName() };
  return { ok: true, options: await needs.passkeyReader.creation(party, admin, challenge, here) };
}

export async function addPasskey(
  needs: AddPasskeyNeeds,
  admin: Admin,
  given: PasskeyAttestation,
  userAgent: string,
): Promise<{ ok: true; passkey: PasskeyView } | NoPasskey> {
  const site = needs.passkeySite();
  if (!site.ok) return { ok: false, reason: "unavailable", message: site.reason };
  const [key, now] = [await needs.challengeKey(), needs.clock()];
  const purpose = { is: "register", sessionHash: admin.sessionHash } as const;
  let answered = "";
  const made = await needs.passkeyReader.made(site.party, given, (challenge) => {
    answered = challenge;
    return isOurChallenge(key, purpose, challenge, now);
  });
  if (!made) return { ok: false, reason: "not-ours", message: NOT_OURS };
  const present = await needs.passkeys.ofAdmin(admin.id);
  if (present.length >= MAX_PASSKEYS) return { ok: false, reason: "too-many", message: TOO_MANY };
  const name = newName(
    deviceInWords(userAgent),
    present.map((one) => one.name),
  );
  const passkey = { ...made, adminId: admin.id, rpId: site.party.id, name, createdAt: now, lastUsedAt: null };
  const from = { challengeHash: hashToken(answered), sessionHash: admin.sessionHash };
  if (!(await needs.passkeys.add(passkey, from))) return { ok: false, reason: "not-ours", message: NOT_OURS };
  await needs.record({ actor: admin.username, act: "Added a passkey", subject: "Account", after: { passkey: name } });
  return { ok: true, passkey: viewOf(passkey, site) };
}

/** The admin's passkeys. A passkey made for another host name is returned with that name. */
export async function listPasskeys({ passkeys, passkeySite }: AddPasskeyNeeds, adminId: string) {
  const site = passkeySite();
  return {
    unavailable: site.ok ? null : site.reason,
    passkeys: (await passkeys.ofAdmin(adminId)).map((passkey) => viewOf(passkey, site)),
  };
}

function viewOf(passkey: Passkey, site: PasskeySite): PasskeyView {
  return {
    id: passkey.credentialId,
    name: passkey.name,
    createdAt: passkey.createdAt.toISOString(),
    lastUsedAt: passkey.lastUsedAt?.toISOString() ?? null,
    elsewhere: site.ok && passkey.rpId === site.party.id ? null : passkey.rpId,
  };
}

/** The device's name, with a number if the name is taken. */
function newName(device: string, present: string[]): string {
  if (!present.includes(device)) return device;
  let number = 2;
  while (present.includes(`${device} (${number})`)) number += 1;
  return `${device} (${number})`;
}
