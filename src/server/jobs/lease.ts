import type { Db } from "../database/connect.ts";
import { randomId } from "../runtime/ids.ts";
import type { Clock } from "../runtime/clock.ts";

/** Lets one instance at a time run a job. If an instance dies, its lease expires. */
export type Leases = {
  /** True if this instance may run the job exclusively for `forMs`. */
  take: (job: string, forMs: number) => Promise<boolean>;
  release: (job: string) => Promise<void>;
  /** Whether any instance has the lease now, if leases for this job last `forMs`. */
  isHeld: (job: string, forMs: number) => Promise<boolean>;
};

export function createLeases(db: Db, clock: Clock): Leases {
  const holder = randomId();
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
              eb.or([
                eb("job_lease.held_until", "<=", now.toISOString()),
                eb("job_lease.held_until", ">", tooFarAhead(now, forMs)),
                eb("job_lease.holder", "=", holder),
              ]),
            ),
        )
        .returning("holder")
        .executeTakeFirst();
      return taken !== undefined;
    },

    release: async (job) => {
      await db.deleteFrom("job_lease").where("job", "=", job).where("holder", "=", holder).execute();
    },

    isHeld: async (job, forMs) => {
      const now = clock();
      const row = await db
        .selectFrom("job_lease")
        .select("holder")
        .where("job", "=", job)
        .where("held_until", ">", now.toISOString())
        .where("held_until", "<=", tooFarAhead(now, forMs))
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}

/** A lease that lasts beyond the time returned was taken while a clock was ahead. */
export function tooFarAhead(now: Date, forMs: number): string {
  return new Date(now.getTime() + 2 * forMs).toISOString();
}
