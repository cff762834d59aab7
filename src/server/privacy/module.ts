import type { LocalDate } from "#domain/calendar/local-date.ts";
import { monthsBefore } from "#domain/privacy/retention.ts";
import type { Database } from "../database/connect.ts";
import type { Job } from "../jobs/job.ts";
import type { Mount } from "../http/mount.ts";
import type { Clock } from "../runtime/clock.ts";
import type { RecordAct } from "../core/host.ts";
import type { ImportedPeople, MessagePictures } from "./ports.ts";
import { mountPrivacy } from "./routes.ts";
import { createPrivacyStore, type NewAddress, type Renamed } from "./store.ts";
import { eraseExpired, type ForgetNeeds } from "./forget-in-time.ts";

type Needs = {
  database: Database;
  clock: Clock;
  toInternational: (phone: string) => Promise<string | null>;
  today: () => Promise<LocalDate>;
  retentionMonths: () => Promise<number>;
  imported: ImportedPeople;
  pictures: MessagePictures;
  record: RecordAct;
  newAddress: NewAddress;
  renamed: Renamed;
};

export function createPrivacyModule({
  database,
  toInternational,
  record,
  imported,
  pictures,
  newAddress,
  renamed,
  ...rest
}: Needs): {
  mount: (mount: Mount) => void;
  jobs: Job[];
  /** How many past stays would lose their guest's details if details were kept for this many months. */
  staysErasedAfter: (months: number) => Promise<number>;
} {
  const needs = {
    ...rest,
    store: createPrivacyStore(database, {
      toInternational,
      today: rest.today,
      record,
      imported,
      pictures,
      newAddress,
      renamed,
    }),
  };
  return {
    mount: (mount) => mountPrivacy(mount, needs),
    jobs: [eraseExpiredJob(needs)],
    staysErasedAfter: async (months) => needs.store.countBefore(monthsBefore(await rest.today(), months)),
  };
}

/** Any instance may run this job at any time, because erasing is idempotent. */
function eraseExpiredJob(needs: ForgetNeeds): Job {
  return {
    name: "erase guests after the retention time",
    everyMs: 6 * 60 * 60 * 1000,
    irreversible: true,
    run: () => eraseExpired(needs),
  };
}
