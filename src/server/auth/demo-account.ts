import { timingSafeEqual } from "node:crypto";
import type { Clock } from "../runtime/clock.ts";
import { hashToken, randomId, randomToken } from "../runtime/ids.ts";
import type { AuthStore } from "./account-queries.ts";
import type { PasswordHasher } from "./ports.ts";
import { openSession } from "./sign-in.ts";

type Needs = { store: AuthStore; hasher: PasswordHasher; clock: Clock };
export type DemoCredentials = { username: string; password: string };

const DEMO_USERNAME = "demo";

/**
 * The account behind the automatic sign-in of demo mode. A new password is generated at every startup and included in
 * the page, so there is no built-in password.
 */
export async function prepareDemoAccount({ store, hasher, clock }: Needs): Promise<DemoCredentials> {
  const password = randomToken();
  const passwordHash = await hasher.hash(password);
  await store.removeDemoAccount();
  await store.addAdmin({ id: randomId(), username: DEMO_USERNAME, passwordHash, createdAt: clock(), role: "demo" });
  return { username: DEMO_USERNAME, password };
}

/** A session of the demo account for the credentials included in the page; null for any other credentials. */
export async function signInDemo(
  needs: Pick<Needs, "store" | "clock">,
  demo: DemoCredentials,
  given: DemoCredentials,
  userAgent: string,
): Promise<string | null> {
  const right = timingSafeEqual(digest(demo), digest(given));
  const account = right ? await needs.store.findByUsername(demo.username) : null;
  return account?.role === "demo" ? openSession(needs, account.id, { userAgent, deviceToken: null }) : null;
}

function digest({ username, password }: DemoCredentials): Buffer {
  return Buffer.from(hashToken(`${username}\n${password}`));
}
