import type { HostAct } from "../core/host.ts";
import type { Trx } from "../database/transaction.ts";
import type { Role } from "#domain/auth/role.ts";

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
 * Replaces the session of an admin (`sessionHash`) in the transaction that changes the admin's credentials, and ends
 * every other session, because one may be a thief's.
 */
export type SessionRenewal = { sessionHash: string; session: NewSession };
/** `signed-out`: the session has ended in the meantime, for example because the password was reset. Nothing changes. */
export type CredentialChange = { ok: true } | { ok: false; reason: "signed-out" };
export type NewAdmin = { id: string; username: string; passwordHash: string; createdAt: Date; role: Role };
export type StoredSession = {
  adminId: string;
  username: string;
  role: Role;
  secondFactor: boolean;
  createdAt: Date;
  lastSeenAt: Date;
  kept: boolean;
  confirmedAt: Date;
};
export type SessionRow = { tokenHash: string; userAgent: string; createdAt: Date; lastSeenAt: Date; kept: boolean };

export type AuthStore = {
  findByUsername: (username: string) => Promise<AdminAccount | null>;
  findById: (adminId: string) => Promise<AdminAccount | null>;
  /** Whether an admin exists who may change things; the demo account does not count. */
  hasAdmin: () => Promise<boolean>;
  /** Adds the admin unless one already exists. If there are several simultaneous calls, only one of them succeeds. */
  addFirstAdmin: (admin: NewAdmin) => Promise<boolean>;
  /** Adds the demo account; false if the name is taken. Hosts are added in `people-store.ts`. */
  addAdmin: (admin: NewAdmin) => Promise<boolean>;
  /** Stores a new password, and ends every unfinished sign-in. */
  changePassword: (renewal: SessionRenewal, passwordHash: string) => Promise<CredentialChange>;
  removeDemoAccount: () => Promise<void>;
  /** Whether the server last started in demo mode. */
  hasDemoAccount: () => Promise<boolean>;

  /** If the account no longer matches `seen`, because its credentials have changed, adds nothing and returns false. */
  addSession: (session: NewSession, seen: SeenAccount | null) => Promise<boolean>;
  findSession: (tokenHash: string) => Promise<StoredSession | null>;
  sessionsOf: (adminId: string) => Promise<SessionRow[]>;
  touchSession: (tokenHash: string, at: Date) => Promise<void>;
  /** Records that the signed-in admin has just confirmed their identity. */
  confirmSession: (tokenHash: string, at: Date) => Promise<void>;
  /** Signs out this browser. It still receives notifications. */
  endSession: (tokenHash: string) => Promise<void>;
  /** Signs out another browser. Stops notifications to its device, unless that device is `device`. */
  revokeSession: (adminId: string, tokenHash: string, device: string | null) => Promise<void>;
  /** Ends all sessions of an admin, and stops notifications to all devices except `device`, the current one. */
  endSessionsOf: (adminId: string, device: string | null) => Promise<void>;
  /** Removes sessions that have ended, and those with a time after `latest`, recorded while the clock was ahead. */
  removeEndedSessions: (times: {
    createdBefore: Date;
    seenBefore: Date;
    keptBefore: Date;
    latest: Date;
  }) => Promise<void>;

  addSetupToken: (tokenHash: string, at: Date) => Promise<void>;
  isSetupToken: (tokenHash: string) => Promise<boolean>;
};

/** Codes for time steps up to `lastStep` have been used up. */
export type SecondFactor = { secret: string; enabled: boolean; lastStep: number };

export type SecondFactorStore = {
  /** Whether any admin has turned on a second factor. */
  anyEnabled: () => Promise<boolean>;
  find: (adminId: string) => Promise<SecondFactor | null>;
  /**
   * Stores a secret that is not active yet. Replaces an earlier secret that was never activated. Other sessions are not
   * ended.
   */
  propose: (renewal: SessionRenewal, secret: string) => Promise<CredentialChange>;
  /** Activates the proposed secret, with its recovery codes, and uses up `step`. */
  enable: (renewal: SessionRenewal, step: number, codeHashes: string[], at: Date) => Promise<CredentialChange>;
  disable: (renewal: SessionRenewal) => Promise<CredentialChange>;
  /** Disables the second factor of an admin who cannot sign in, and ends all of their sessions. */
  reset: (adminId: string) => Promise<void>;
  /**
   * Uses up a time step and all earlier steps; false if it was used before. Of several simultaneous calls, only one
   * succeeds.
   */
  useStep: (adminId: string, step: number) => Promise<boolean>;
  replaceRecoveryCodes: (renewal: SessionRenewal, codeHashes: string[]) => Promise<CredentialChange>;
  /** Uses up a recovery code; false if the code does not exist or has been used. */
  useRecoveryCode: (adminId: string, codeHash: string) => Promise<boolean>;
  /** Whether a recovery code is valid; does not use up the code. */
  hasRecoveryCode: (adminId: string, codeHash: string) => Promise<boolean>;

  addPending: (tokenHash: string, adminId: string, at: Date) => Promise<void>;
  /**
   * Counts an attempt and returns the admin who is signing in; null if the sign-in is unknown, expired or out of
   * attempts.
   */
  countTry: (tokenHash: string, limit: { createdAfter: Date; tries: number }) => Promise<string | null>;
  /** False if the sign-in has already ended, for example because the password was changed. */
  endPending: (tokenHash: string) => Promise<boolean>;
};

export type DeviceStore = {
  /** Whether this device is the admin's: they have signed in on it, or an emailed link was recently opened on it. */
  isKnown: (deviceHash: string, adminId: string, since: { signedIn: Date; linkOpened: Date }) => Promise<boolean>;
  remember: (device: { deviceHash: string; adminId: string; at: Date; userAgent: string }) => Promise<void>;
  /** The devices that count as the admin's, by the hash of their cookie. */
  devicesOf: (adminId: string, since: Date) => Promise<{ deviceHash: string; lastAt: Date; userAgent: string }[]>;
  forgetDevice: (deviceHash: string, adminId: string) => Promise<void>;
  /**
   * Stores a new link, unless a link created between `since` and `at` is still unopened. Of several simultaneous calls,
   * only one succeeds.
   */
  addLink: (trx: Trx, tokenHash: string, at: Date, since: Date) => Promise<boolean>;
  /** Marks a link as opened on a device; false if there is no such unopened link created after `since`. */
  openLink: (trx: Trx, tokenHash: string, deviceHash: string, at: Date, since: Date) => Promise<boolean>;
  forget: (before: { devices: Date; links: Date }) => Promise<void>;
};

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

export type PasskeyStore = {
  find: (credentialId: string) => Promise<Passkey | null>;
  ofAdmin: (adminId: string) => Promise<Passkey[]>;
  /** Whether there are passkeys but all of them were made for other host names. */
  allElsewhere: (rpId: string) => Promise<boolean>;
  /** Stores a new passkey and uses up its challenge; false if the challenge was used before or the session has ended. */
  add: (passkey: Passkey, from: { challengeHash: string; sessionHash: string }) => Promise<boolean>;
  /**
   * Uses up a challenge to which this passkey has responded; false if the challenge was used before or the passkey no
   * longer exists.
   */
  use: (credentialId: string, use: { challengeHash: string; counter: number; at: Date }) => Promise<boolean>;
  rename: (adminId: string, credentialId: string, name: string) => Promise<boolean>;
  remove: (
    renewal: SessionRenewal,
    credentialId: string,
  ) => Promise<CredentialChange | { ok: false; reason: "unknown" }>;
  forgetChallenges: (usedBefore: Date) => Promise<void>;
};

export type StoredInvitation = { id: string; email: string; invitedBy: string; createdAt: Date; expiresAt: Date };
export type InviteResult = CredentialChange | { ok: false; reason: "too-many" };
export type AddHostResult = { ok: true } | { ok: false; reason: "name-taken" | "link-used" };
export type RemoveHostResult =
  | { ok: true; username: string }
  | { ok: false; reason: "unknown" | "last" | "signed-out" };

/** `during` runs in the same transaction as the change. */
export type PeopleStore = {
  list: () => Promise<
    {
      id: string;
      username: string;
      since: Date;
      lastSeenAt: Date | null;
      secondFactor: boolean;
      passkeys: number;
    }[]
  >;
  invitations: (now: Date) => Promise<StoredInvitation[]>;
  findInvitation: (tokenHash: string, now: Date) => Promise<StoredInvitation | null>;
  invite: (
    invitation: StoredInvitation & { tokenHash: string },
    by: { id: string; sessionHash: string },
    during: (trx: Trx) => Promise<void>,
  ) => Promise<InviteResult>;
  withdraw: (id: string) => Promise<StoredInvitation | null>;
  /**
   * For an account that may have been taken over: stores a new password, ends every session, withdraws the account's
   * invitations and removes its passkeys, known devices, push devices and addresses for notifications. All in one
   * transaction, so that a session that is about to end cannot grant new access in between.
   */
  resetPassword: (adminId: string, passwordHash: string) => Promise<void>;
  /**
   * Adds a host. With `tokenHash`, the host comes from an invitation: the invitation is used up, and its email address
   * is passed to `during`.
   */
  add: (
    admin: NewAdmin,
    order: { tokenHash?: string; during: (trx: Trx, email: string) => Promise<void> },
  ) => Promise<AddHostResult>;
  /**
   * Removes a host and the sessions, passkeys, second factor, devices and notifications that reference the account.
   * Never removes the last host. `by` is null for the command line.
   */
  remove: (
    adminId: string,
    by: { id: string; sessionHash: string } | null,
    during: (trx: Trx, username: string) => Promise<void>,
  ) => Promise<RemoveHostResult>;
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
