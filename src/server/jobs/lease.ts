import type { Db } from "../database/connect.ts";
import { randomId } from "../runtime/ids.ts";
import type { Clock } from "../runtime/clock.ts";

/** Lets one instance at a time run a job. If an instance dies, its lease expires. */
export type Leases = {
  /** True if this instance may run the job exclusively for `forMs`. */
  take: (job: string, forMs: number) => Promise<boolean>;
  release: (job: string) => Promise<void>;
  /** Whether any instance has the lease now. */
  isHeld: (job: string) => Promise<boolean>;
};

export function createLeases(db: Db, clock: Clock, holder = randomId()): Leases {
  return {
    take: async (job, forMs) => {
      const now = clock();
      const held_until = new Date(now.getTime() + forMs).toISOString();
      const taken = await db
        .insertInto("job_lease")
        .values({ job, holder, held_until })
        .onConflict((conflict) =>
          conflict
            .column("job")
            .doUpdateSet({ holder, held_until })
            .where((eb) =>
              eb.or([eb("job_lease.held_until", "<=", now.toISOString()), eb("job_lease.holder", "=", holder)]),
            ),
        )
        .returning("holder")
        .executeTakeFirst();
      return taken !== undefined;
    },

    release: async (job) => {
      await db.deleteFrom("job_lease").where("job", "=", job).where("holder", "=", holder).execute();
    },

    isHeld: async (job) => {
      const row = await db
        .selectFrom("job_lease")
        .select("holder")
        .where("job", "=", job)
        .where("held_until", ">", clock().toISOString())
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}
