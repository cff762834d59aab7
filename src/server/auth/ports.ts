import type { PasskeyAssertion, PasskeyAttestation, PasskeyCreation, PasskeyRequest } from "#contract/passkeys.ts";
import type { HostAct } from "../core/host.ts";
import type { Trx } from "../database/transaction.ts";
import type { Role } from "#domain/auth/role.ts";
import type { RelyingParty } from "./relying-party.ts";

export type AdminAccount = { id: string; username: string; passwordHash: string; role: Role; secondFactor: boolean };
/** The account state on which a sign-in was based. */
export type SeenAccount = Pick<AdminAccount, "passwordHash" | "secondFactor"> & { passkeyId?: string };
export type NewSession = {
  tokenHash: string;
  adminId: string;
  createdAt: Date;
  userAgent: string;
  kept: boolean;
  deviceHash: string | null;
};
/**
 * Replaces the session of an admin (`sessionHash`) in the transaction that changes the admin's credentials. Unless
 * `renewOneSession` is used, every other session ends, because one may be a thief's.
 */
export type SessionRenewal = { sessionHash: string; session: NewSession };
/** `signed-out`: the session has ended in the meantime, for example because the password was reset. Nothing changes. */
export type CredentialChange = { ok: true } | { ok: false; reason: "signed-out" };
export type NewAdmin = { id: string; username: string; passwordHash: string; createdAt: Date; role: Role };
export type Passkey = {
  credentialId: string;
  adminId: string;
  /** The public key in COSE format, as base64url. */
  publicKey: string;
  /** The authenticator's signature counter; synced passkeys stay at 0. */
  counter: number;
  transports: string[];
  rpId: string;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
};

/** What a browser has created, before it has an owner and a name. */
export type MadePasskey = Pick<Passkey, "credentialId" | "publicKey" | "counter" | "transports">;

type ChallengeCheck = (challenge: string) => boolean;

export type PasskeyReader = {
  creation: (
    party: RelyingParty & { name: string },
    account: { id: string; username: string },
    challenge: string,
    present: Passkey[],
  ) => Promise<PasskeyCreation>;
  /** `of` lists the passkeys that may be used; without it, the browser offers all passkeys for this host name. */
  request: (party: RelyingParty, challenge: string, of?: Passkey[]) => Promise<PasskeyRequest>;
  /** The passkey in a browser's response; null if the response is not to our challenge or comes from another origin. */
  made: (party: RelyingParty, given: PasskeyAttestation, isOurs: ChallengeCheck) => Promise<MadePasskey | null>;
  /** The counter after a correct response; null for any other response. */
  answered: (
    party: RelyingParty,
    given: PasskeyAssertion,
    passkey: Passkey,
    isOurs: ChallengeCheck,
  ) => Promise<number | null>;
};

export type PasswordHasher = {
  hash: (password: string) => Promise<string>;
  /**
   * Takes the same time whether `stored` is a hash or null (no such account). With `first`, the check goes ahead of
   * strangers in the queue.
   */
  verify: (password: string, stored: string | null, options?: { first: boolean }) => Promise<boolean>;
  /** Throws `TooBusy` if the queue for strangers is full. */
  refuseWhenBusy: () => void;
};

/** Records an action in the audit log; in the action's transaction, if there is one. */
export type RecordAct = (act: HostAct, within?: Trx) => Promise<void>;
