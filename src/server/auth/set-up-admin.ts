import type { Clock } from "../runtime/clock.ts";
import { hashToken, randomId, randomToken } from "../runtime/ids.ts";
import type { AuthStore, PasswordHasher } from "./ports.ts";
import { refusePassword } from "./refuse-password.ts";

export type SetUpNeeds = {
  store: AuthStore;
  hasher: PasswordHasher;
  clock: Clock;
  propertyName: () => Promise<string>;
};
export type Credentials = { username: string; password: string };
export type SetUpResult =
  | { ok: true; adminId: string }
  | { ok: false; reason: "link-used" }
  | { ok: false; reason: "weak-password"; message: string };

/** The secret of the one-time link; null when there is an admin already. */
export async function issueSetupToken({ store, clock }: Pick<SetUpNeeds, "store" | "clock">): Promise<string | null> {
  if (await store.hasAdmin()) return null;
  const token = randomToken();
  await store.addSetupToken(hashToken(token), clock());
  return token;
}

/** The first admin, by the printed link. The link is worth nothing once somebody has used one. */
export async function setUpFirstAdmin(
  needs: SetUpNeeds,
  credentials: Credentials,
  token: string,
): Promise<SetUpResult> {
  if (!(await needs.store.isSetupToken(hashToken(token)))) return { ok: false, reason: "link-used" };
  return createFirstAdmin(needs, credentials);
}

/** The first admin from the operator's own settings or command line. */
export async function createFirstAdmin(
  { store, hasher, clock, propertyName }: SetUpNeeds,
  { username, password }: Credentials,
): Promise<SetUpResult> {
  const message = await refusePassword(password, { username, propertyName: await propertyName() });
  if (message) return { ok: false, reason: "weak-password", message };
  if (await store.hasAdmin()) return { ok: false, reason: "link-used" };
  const passwordHash = await hasher.hash(password);
  const admin = { id: randomId(), username, passwordHash, createdAt: clock(), role: "admin" } as const;
  return (await store.addFirstAdmin(admin)) ? { ok: true, adminId: admin.id } : { ok: false, reason: "link-used" };
}

export type CreateAdminResult =
  | { ok: true }
  | { ok: false; reason: "name-taken" }
  | { ok: false; reason: "weak-password"; message: string };

/** One more admin, by the command line of who owns the machine. */
export async function createAdmin(
  { store, hasher, clock, propertyName }: SetUpNeeds,
  { username, password }: Credentials,
): Promise<CreateAdminResult> {
  const message = await refusePassword(password, { username, propertyName: await propertyName() });
  if (message) return { ok: false, reason: "weak-password", message };
  const passwordHash = await hasher.hash(password);
  const added = await store.addAdmin({ id: randomId(), username, passwordHash, createdAt: clock(), role: "admin" });
  return added ? { ok: true } : { ok: false, reason: "name-taken" };
}
