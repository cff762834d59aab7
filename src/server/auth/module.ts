import type { Database } from "../database/connect.ts";
import type { Mount } from "../http/mount.ts";
import type { RateLimit } from "../http/rate-limit.ts";
import type { Clock } from "../runtime/clock.ts";
import { currentAdmin } from "./current-admin.ts";
import { removeDeadSessions } from "./jobs.ts";
import { createPasswordHasher } from "./password-hasher.ts";
import { mountAuth } from "./routes.ts";
import { createAdmin, createFirstAdmin, type Credentials, issueSetupToken } from "./set-up-admin.ts";
import { createAuthStore } from "./store.ts";

type Needs = { database: Database; clock: Clock; limit: RateLimit };

export function createAuthModule({ database, clock, limit }: Needs) {
  const store = createAuthStore(database);
  const needs = { store, hasher: createPasswordHasher(), clock };
  return {
    mount: (mount: Mount) => mountAuth(mount, { ...needs, limit }),
    jobs: [removeDeadSessions(needs)],
    adminOf: (sessionToken: string) => currentAdmin(needs, sessionToken),
    issueSetupToken: () => issueSetupToken(needs),
    createFirstAdmin: (credentials: Credentials) => createFirstAdmin(needs, credentials),
    createAdmin: (credentials: Credentials) => createAdmin(needs, credentials),
  };
}
