import type { BaseNeeds } from "../core/base-needs.ts";
import type { Trx } from "../database/transaction.ts";
import type { Call, SignedInAdmin } from "../http/call.ts";
import type { Mount } from "../http/mount.ts";
import type { RateLimit } from "../http/rate-limit.ts";
import { passkeySite } from "./relying-party.ts";
import { createSigningKey } from "../core/signing-key.ts";
import { hashToken } from "../runtime/ids.ts";
import { checkNewPassword, type PasswordChange, setPassword } from "./change-password.ts";
import { currentAdmin } from "./current-admin.ts";
import { type DemoCredentials, prepareDemoAccount } from "./demo-account.ts";
import { createDeviceStore } from "./device-queries.ts";
import type { SignInLinkNeeds } from "./email-sign-in-link.ts";
import { deleteOldAttempts, deleteExpiredSessions } from "./jobs.ts";
import { createSignInLimits, type NetworkLimit } from "./limit-sign-ins.ts";
import { createPasswordHasher, PASSWORD_COST, type PasswordCost } from "./password-hasher.ts";
import type { RecordAct } from "./ports.ts";
import { resetAccess } from "./reset-access.ts";
import { createPasskeyStore } from "./passkey-queries.ts";
import { passkeyReader } from "./passkey-reader.ts";
import { mountAuth } from "./routes.ts";
import { renewSession } from "./session-answers-routes.ts";
import { createSecondFactorStore } from "./second-factor-queries.ts";
import { createAdmin, createFirstAdmin, type Credentials, issueSetupToken } from "./set-up-admin.ts";
import { createAuthStore } from "./account-queries.ts";
import type { PeopleRouteNeeds } from "./people-routes.ts";
import { createPeopleStore } from "./people-queries.ts";
import type { PeopleNeeds } from "./people.ts";
import { removeHost, type RemoveNeeds, DEFAULT_RENEWAL } from "./remove-host.ts";
import { createTalliesStore } from "./tallies-queries.ts";

type Needs = Pick<BaseNeeds, "database" | "clock" | "timeZone"> &
  Pick<PeopleNeeds, "canEmail" | "emailInvited" | "notificationsTo"> &
  Pick<SignInLinkNeeds, "canEmailHost" | "emailHost"> &
  Pick<RemoveNeeds, "shared"> &
  Pick<PeopleRouteNeeds, "mailboxes"> & {
    signInLimit: NetworkLimit;
    setUpLimit: RateLimit;
    linkLimit: RateLimit;
    passkeyLimit: RateLimit;
    /** The portal's URL; passkeys are bound to its host name. */
    siteUrl: () => string;
    /** How long a session lasts without activity. */
    idleMs: () => Promise<number>;
    propertyName: () => Promise<string>;
    record: RecordAct;
    /** Deletes the email that `emailInvited` has queued under this key, unless it has been sent or is being sent. */
    withdrawInvitedMail: (trx: Trx, key: string) => Promise<void>;
    passwordCost?: PasswordCost | undefined;
  };

export function createAuthModule({ database, signInLimit, passwordCost = PASSWORD_COST, ...given }: Needs) {
  const hasher = createPasswordHasher(passwordCost);
  const store = createAuthStore(database);
  const tallies = createTalliesStore(database.db);
  const limits = createSignInLimits({ tallies, clock: given.clock, networkLimit: signInLimit });
  const secondFactors = createSecondFactorStore(database.db);
  const devices = createDeviceStore(database);
  const passkeys = createPasskeyStore(database);
  const people = createPeopleStore(database, given.withdrawInvitedMail);
  const needs = {
    ...given,
    database,
    store,
    devices,
    tallies,
    limits,
    secondFactors,
    hasher,
    passkeys,
    people,
    passkeyReader,
    passkeySite: () => passkeySite(given.siteUrl()),
    challengeKey: createSigningKey(database, "passkey-challenge"),
  };
  let demo: DemoCredentials | null = null;

  return {
    mount: (mount: Mount) => mountAuth(mount, { ...needs, demo: () => demo }),
    jobs: [deleteExpiredSessions(needs), deleteOldAttempts(needs)],
    adminOf: (sessionToken: string, options?: { background: boolean }) => currentAdmin(needs, sessionToken, options),
    hasSecondFactor: secondFactors.anyEnabled,
    hasAdmin: store.hasAdmin,
    hasDemoAccount: store.hasDemoAccount,
    issueSetupToken: () => issueSetupToken(needs),
    /** Whether this is the secret of a set-up link and no admin exists yet. */
    maySetUp: async (token: string) => !(await store.hasAdmin()) && store.isSetupToken(hashToken(token)),
    createFirstAdmin: (credentials: Credentials) => createFirstAdmin(needs, credentials),
    createAdmin: (credentials: Credentials) => createAdmin(needs, credentials),
    /** For the command line, which identifies people by name. */
    removeHost: async (username: string) => {
      const host = (await people.list()).find((one) => one.username === username);
      return host
        ? removeHost(needs, { adminId: host.id, by: null, renew: DEFAULT_RENEWAL })
        : { ok: false as const, message: `There is no admin called "${username}".` };
    },
    /** The property's contact address and the cleaner's email address, which are stored outside the hosts' accounts. */
    mailboxes: given.mailboxes,
    ...resetAccess(needs),

    /** Demo mode has a demo account; starting in any other mode removes an account left by an earlier demo. */
    prepareDemo: async (demoMode: boolean): Promise<DemoCredentials | null> => {
      if (demoMode) demo = await prepareDemoAccount(needs);
      else await store.removeDemoAccount();
      return demo;
    },

    /** For the settings form, which contains SPEC 3's two password fields. */
    checkNewPassword: (admin: SignedInAdmin, change: PasswordChange) => checkNewPassword(needs, admin, change),
    setPassword: async (admin: SignedInAdmin, passwordHash: string, call: Call) => {
      const set = await renewSession(needs, call, admin, (renewal) => setPassword(needs, admin, passwordHash, renewal));
      return set.ok;
    },
  };
}
