import { monthsBefore } from "#domain/privacy/retention.ts";
import type { Database } from "../database/connect.ts";
import type { Job } from "../jobs/job.ts";
import type { Mount } from "../http/mount.ts";
import type { Clock } from "../runtime/clock.ts";
import { mountPrivacy } from "./routes.ts";
import { createPrivacyStore, type PrivacyStoreNeeds } from "./person-queries.ts";
import { eraseExpired, type ForgetNeeds } from "./forget-in-time.ts";

type Needs = PrivacyStoreNeeds & { database: Database; clock: Clock; retentionMonths: () => Promise<number> };

export function createPrivacyModule(given: Needs) {
  const needs = { ...given, store: createPrivacyStore(given.database, given) };
  return {
    mount: (mount: Mount) => mountPrivacy(mount, needs),
    jobs: [eraseExpiredJob(needs)],
    /** How many past stays would lose their guest's details if details were kept for this many months. */
    staysErasedAfter: async (months: number) =>
      needs.store.countExpired({ endedBefore: monthsBefore(await needs.today(), months) }),
  };
}

/** Several instances may run this job at once, because erasing is idempotent. */
function eraseExpiredJob(needs: ForgetNeeds): Job {
  return {
    name: "erase guests after the retention time",
    everyMs: 6 * 60 * 60 * 1000,
    irreversible: true,
    run: () => eraseExpired(needs),
  };
}
