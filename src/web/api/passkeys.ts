import * as contract from "#contract/passkeys.ts";
import type { PasskeyCreation, PasskeyRequest } from "#contract/passkeys.ts";
import { DisplayError } from "../lib/display-error.ts";
import { call, freshQuery } from "./client.ts";

export const passkeysQuery = freshQuery(contract.listPasskeys, {});
export const deletePasskey = (id: string) => call(contract.removePasskey, { params: { id } });
export const namePasskey = ({ id, name }: { id: string; name: string }) =>
  call(contract.renamePasskey, { params: { id }, body: { name } });

const NOT_GIVEN = "No passkey was used. Try again when you're ready.";
const NONE_HERE =
  "No passkey was used. If there is none on this device yet, sign in with your password, then add one under Settings.";
const NONE_TO_CONFIRM = "You have no passkey for this address yet. Enter your password instead.";
const ALL_ELSEWHERE =
  "Your passkeys were created for a different address of this site, so they can't be used at this one. Sign in with your password, then add a new passkey under Settings.";
const HAS_ONE = "This device already has a passkey for this portal.";
const FAILED = "This browser could not use a passkey here.";

export async function signInWithPasskey(keep: boolean): Promise<{ username: string }> {
  const { options, allElsewhere } = await call(contract.passkeySignInOptions, {});
  if (allElsewhere) throw new DisplayError(ALL_ELSEWHERE);
  const passkey = await authenticate(options, NONE_HERE);
  return call(contract.passkeySignIn, { body: { passkey, keep } });
}

export async function createPasskey() {
  const options = await call(contract.beginPasskey, {});
  const passkey = await madeFor(options);
  return call(contract.addPasskey, { body: { passkey } });
}

export const confirmByPassword = (password: string) => call(contract.confirmIdentity, { body: { password } });
/** Resolves once the host has recently confirmed their identity, which a download requires. */
export const confirmForDownload = () => call(contract.confirmedRecently, {});

export async function confirmByPasskey(): Promise<void> {
  const { options } = await call(contract.confirmOptions, {});
  if (!options) throw new DisplayError(NONE_TO_CONFIRM);
  await call(contract.confirmIdentity, { body: { passkey: await authenticate(options, NOT_GIVEN) } });
}

/** Loads the library when it is first used. */
const library = () => import("@simplewebauthn/browser");

async function authenticate({ allowCredentials, ...options }: PasskeyRequest, refused: string) {
  const { startAuthentication } = await library();
  const response = await startAuthentication({
    optionsJSON: { ...options, ...(allowCredentials ? { allowCredentials: allowCredentials.map(described) } : {}) },
  }).catch((error: unknown) => {
    throw inWords(error, refused);
  });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response.response;
  return {
    ...identified(response),
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle ? { userHandle } : {}) },
  };
}

async function madeFor(options: PasskeyCreation) {
  const { startRegistration } = await library();
  const made = await startRegistration({
    optionsJSON: { ...options, excludeCredentials: options.excludeCredentials.map(described) },
  }).catch((error: unknown) => {
    throw inWords(error, NOT_GIVEN);
  });
  const { clientDataJSON, attestationObject, transports } = made.response;
  return {
    ...identified(made),
    response: { clientDataJSON, attestationObject, ...(transports ? { transports } : {}) },
  };
}

type Descriptor = PasskeyCreation["excludeCredentials"][number];
const described = ({ id, type, transports }: Descriptor) => ({ id, type, ...(transports ? { transports } : {}) });
const identified = ({ id, rawId }: { id: string; rawId: string }) => ({ id, rawId, type: "public-key" as const });

function inWords(error: unknown, refused: string): DisplayError {
  const name = error instanceof Error ? error.name : "";
  if (name === "NotAllowedError" || name === "AbortError") return new DisplayError(refused);
  if (name === "InvalidStateError") return new DisplayError(HAS_ONE);
  return new DisplayError(FAILED);
}
