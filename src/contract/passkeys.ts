import * as z from "zod/mini";
import { keep, ownPassword } from "./auth.ts";
import { endpoint } from "./endpoint.ts";
import { oneLine } from "./fields.ts";

/** The data that browsers and authenticators exchange (WebAuthn Level 3); bytes are encoded as base64url. */
const bytes = (max: number) => z.string().check(z.regex(/^[\w-]+$/), z.maxLength(max));
const MAX_ID = 1400;
const credentialType = z.literal("public-key");
const transports = z.array(z.string());
const descriptor = z.object({ id: z.string(), type: credentialType, transports: z.optional(transports) });

const requestOptions = z.object({
  challenge: z.string(),
  timeout: z.optional(z.number()),
  rpId: z.string(),
  allowCredentials: z.optional(z.array(descriptor)),
  userVerification: z.literal("required"),
});
export type PasskeyRequest = z.output<typeof requestOptions>;

const creationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: credentialType, alg: z.number() })),
  timeout: z.optional(z.number()),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal("required"),
    requireResidentKey: z.literal(true),
    userVerification: z.literal("required"),
  }),
  attestation: z.literal("none"),
});
export type PasskeyCreation = z.output<typeof creationOptions>;

const credential = { id: bytes(MAX_ID), rawId: bytes(MAX_ID), type: credentialType };
const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(4000),
    signature: bytes(8000),
    userHandle: z.optional(bytes(100)),
  }),
});
/** A browser's response to a request: the browser has signed our challenge with a passkey. */
export type PasskeyAssertion = z.output<typeof assertion>;

const attestation = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4000),
    attestationObject: bytes(40_000),
    transports: z.optional(z.array(z.string().check(z.regex(/^[a-z-]{1,20}$/))).check(z.maxLength(10))),
  }),
});
/** A passkey that a browser has just created. */
export type PasskeyAttestation = z.output<typeof attestation>;

const request = z.object({
  options: requestOptions,
  /** Whether all passkeys were created for another host name of this site, so no browser will offer one here. */
  allElsewhere: z.boolean(),
});

/** A challenge for signing in. It is not stored, so a flood of requests cannot fill the database. */
export const passkeySignInOptions = endpoint("POST", "/api/admin/auth/passkey/sign-in/options", "anyone", {
  response: request,
});

/** Signs in with a passkey alone, or with a passkey instead of a code after a correct password. */
export const passkeySignIn = endpoint("POST", "/api/admin/auth/passkey/sign-in", "anyone", {
  body: z.object({ passkey: assertion, keep }),
  response: z.object({ username: z.string() }),
});

const passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.nullable(z.iso.datetime()),
  /** The other host name for which the passkey was created; null if it was created for this one. */
  elsewhere: z.nullable(z.string()),
});
export type PasskeyView = z.output<typeof passkey>;

export const listPasskeys = endpoint("GET", "/api/admin/auth/passkeys", "admin", {
  response: z.object({
    /** Why no passkey can be added on this host name; null if one can be added. */
    unavailable: z.nullable(z.string()),
    passkeys: z.array(passkey),
  }),
});

export const beginPasskey = endpoint("POST", "/api/admin/auth/passkeys/options", "admin", {
  confirm: "always",
  response: creationOptions,
});

const NAME = "Enter a name for this passkey";
const name = oneLine({ min: 1, max: 60, message: NAME });

export const addPasskey = endpoint("POST", "/api/admin/auth/passkeys", "admin", {
  confirm: "always",
  body: z.object({ passkey: attestation }),
  response: passkey,
  status: 201,
});

export const renamePasskey = endpoint("PUT", "/api/admin/auth/passkeys/:id", "admin", {
  params: z.object({ id: z.string() }),
  body: z.object({ name }),
});

/** Also signs out every other device, because the passkey may have been stolen from one of them. */
export const removePasskey = endpoint("DELETE", "/api/admin/auth/passkeys/:id", "admin", {
  confirm: "always",
  params: z.object({ id: z.string() }),
});

/** A challenge for confirming the host's identity again. */
export const confirmOptions = endpoint("POST", "/api/admin/auth/confirm/options", "admin", {
  response: z.object({
    /** Null if the host has no passkey for this host name. */
    options: z.nullable(requestOptions),
  }),
});

export const confirmIdentity = endpoint("POST", "/api/admin/auth/confirm", "admin", {
  body: z.object({
    password: z.optional(ownPassword),
    passkey: z.optional(assertion),
  }),
});

/** Called before a download, because a download link cannot ask for a password. */
export const confirmedRecently = endpoint("GET", "/api/admin/auth/confirm", "admin", {
  confirm: "kept",
});
