import { PASSKEY_WAIT_MS } from "#domain/auth/session.ts";
import type { Passkey, PasskeyReader } from "./ports.ts";

/** Loaded at the first request that needs it, so that an installation that does not use passkeys does not load it. */
const library = () => import("@simplewebauthn/server");

type Described = Pick<Passkey, "credentialId" | "transports">;

/**
 * WebAuthn through the library. A passkey proves possession of the device and the identity of its user (PIN, finger or
 * face), so no code is needed.
 */
export const passkeyReader: PasskeyReader = {
  creation: async (party, account, challenge, present) => {
    const { generateRegistrationOptions } = await library();
    const options = await generateRegistrationOptions({
      rpName: party.name,
      rpID: party.id,
      userName: account.username,
      userID: new TextEncoder().encode(account.id),
      userDisplayName: account.username,
      challenge: new TextEncoder().encode(challenge),
      timeout: PASSKEY_WAIT_MS,
      attestationType: "none",
      excludeCredentials: present.map(({ credentialId: id, transports }) => ({ id, transports })),
    });
    return {
      rp: { id: party.id, name: party.name },
      user: options.user,
      challenge: options.challenge,
      pubKeyCredParams: options.pubKeyCredParams,
      timeout: PASSKEY_WAIT_MS,
      excludeCredentials: present.map(described),
      authenticatorSelection: {
        residentKey: "required",
        requireResidentKey: true,
        userVerification: "required",
      },
      attestation: "none",
    };
  },

  request: async (party, challenge, of) => {
    const { generateAuthenticationOptions } = await library();
    const options = await generateAuthenticationOptions({
      rpID: party.id,
      challenge: new TextEncoder().encode(challenge),
      timeout: PASSKEY_WAIT_MS,
      userVerification: "required",
    });
    return {
      challenge: options.challenge,
      timeout: PASSKEY_WAIT_MS,
      rpId: party.id,
      ...(of ? { allowCredentials: of.map(described) } : {}),
      userVerification: "required",
    };
  },

  made: async (party, given, isOurs) => {
    const { verifyRegistrationResponse } = await library();
    const { transports, ...response } = given.response;
    const verified = await verifyRegistrationResponse({
      response: { ...given, response, clientExtensionResults: {} },
      expectedChallenge: isOurs,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
    }).catch(() => null);
    if (!verified?.verified) return null;
    const { credential } = verified.registrationInfo;
    return {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString("base64url"),
      counter: credential.counter,
      transports: transports ?? [],
    };
  },

  answered: async (party, given, passkey, isOurs) => {
    const { verifyAuthenticationResponse } = await library();
    const { userHandle, ...response } = given.response;
    const verified = await verifyAuthenticationResponse({
      response: {
        ...given,
        response: { ...response, ...(userHandle === undefined ? {} : { userHandle }) },
        clientExtensionResults: {},
      },
      expectedChallenge: isOurs,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, "base64url")),
        counter: passkey.counter,
      },
      requireUserVerification: true,
    }).catch(() => null);
    return verified?.verified ? verified.authenticationInfo.newCounter : null;
  },
};

function described({ credentialId: id, transports }: Described) {
  return { id, type: "public-key" as const, transports };
}
