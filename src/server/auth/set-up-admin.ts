import { newAccount } from "#contract/auth.ts";
import { isReservedName, NAME_RESERVED } from "#domain/auth/username.ts";
import type { Clock } from "../runtime/clock.ts";
import { hashToken, randomId, randomToken } from "../runtime/ids.ts";
import type { AuthStore } from "./account-queries.ts";
import type { PeopleStore } from "./people-queries.ts";
import type { NewAdmin, PasswordHasher, RecordAct } from "./ports.ts";
import { refusePassword } from "./check-password.ts";

export type SetUpNeeds = {
  store: AuthStore;
  hasher: PasswordHasher;
  clock: Clock;
  propertyName: () => Promise<string>;
};
export type Credentials = { username: string; password: string };
export type WeakCredentials = { ok: false; reason: "weak"; field: "username" | "password"; message: string };
export type SetUpResult = { ok: true; adminId: string } | { ok: false; reason: "link-used" } | WeakCredentials;

/** The secret of the one-time set-up link; null if an admin exists. */
export async function issueSetupToken({ store, clock }: Pick<SetUpNeeds, "store" | "clock">): Promise<string | null> {
  if (await store.hasAdmin()) return null;
  const token = randomToken();
  await store.addSetupToken(hashToken(token), clock());
  return token;
}

/** Whether an admin exists, and whether the link with this token can still create the first one. */
export async function readSetUpState({ store }: Pick<SetUpNeeds, "store">, token: string) {
  const hasAdmin = await store.hasAdmin();
  return { hasAdmin, linkWorks: !hasAdmin && (await store.isSetupToken(hashToken(token))) };
}

/**
 * Creates the first admin from the printed set-up link. Every such link becomes invalid once there is an admin.
 */
export async function setUpFirstAdmin(
  needs: SetUpNeeds,
  credentials: Credentials,
  token: string,
): Promise<SetUpResult> {
  if (!(await needs.store.isSetupToken(hashToken(token)))) return { ok: false, reason: "link-used" };
  return createFirstAdmin(needs, credentials);
}

/**
 * Creates the first admin, from the set-up link or the operator's settings. The credentials are validated only while no
 * admin exists.
 */
export async function createFirstAdmin(needs: SetUpNeeds, credentials: Credentials): Promise<SetUpResult> {
  if (await needs.store.hasAdmin()) return { ok: false, reason: "link-used" };
  const made = await newAdmin(needs, credentials);
  if (!made.ok) return made;
  return (await needs.store.addFirstAdmin(made.admin))
    ? { ok: true, adminId: made.admin.id }
    : { ok: false, reason: "link-used" };
}

export type CreateAdminResult = { ok: true } | { ok: false; reason: "name-taken" } | WeakCredentials;

/** Creates an admin from the command line. */
export async function createAdmin(
  needs: SetUpNeeds & { people: PeopleStore; record: RecordAct },
  credentials: Credentials,
): Promise<CreateAdminResult> {
  const made = await newAdmin(needs, credentials);
  if (!made.ok) return made;
  const { admin } = made;
  const added = await needs.people.add(admin, {
    during: (trx) => needs.record({ actor: "command line", act: "Added a host", subject: admin.username }, trx),
  });
  return added.ok ? { ok: true } : { ok: false, reason: "name-taken" };
}

/** A new admin who is not stored yet. However the admin is created, the rules of the set-up screen apply. */
export async function newAdmin(
  { hasher, clock, propertyName }: SetUpNeeds,
  { username: typed, password }: Credentials,
): Promise<{ ok: true; admin: NewAdmin } | WeakCredentials> {
  const checked = newAccount.shape.username.safeParse(typed);
  if (!checked.success) {
    return { ok: false, reason: "weak", field: "username", message: checked.error.issues[0]?.message ?? "" };
  }
  const username = checked.data;
  if (isReservedName(username)) return { ok: false, reason: "weak", field: "username", message: NAME_RESERVED };
  const message = await refusePassword(password, { username, propertyName: await propertyName() });
  if (message) return { ok: false, reason: "weak", field: "password", message };
  const passwordHash = await hasher.hash(password);
  return { ok: true, admin: { id: randomId(), username, passwordHash, createdAt: clock(), role: "admin" } };
}
