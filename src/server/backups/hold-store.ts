import { connectDatabase } from "../database/connect.ts";
import type { DatabaseTarget } from "../database/snapshot.ts";
import { createLogger } from "../runtime/logger.ts";

/**
 * What was booked after the backup is missing from it: until the host has looked, platforms are given no calendar and
 * keep what they have (channels.md S-54). Where no platform has an address of ours, nobody is kept waiting.
 */
export async function holdCalendars(target: DatabaseTarget, now: Date): Promise<void> {
  const { db, close } = connectDatabase(target, createLogger("silent"), { patient: true });
  try {
    if (!(await db.selectFrom("feed").select("channel").limit(1).executeTakeFirst())) return;
    const hold = { reason: "restored", since: now.toISOString() } as const;
    await db
      .insertInto("feed_hold")
      .values({ id: 1, ...hold })
      .onConflict((conflict) => conflict.column("id").doUpdateSet(hold))
      .execute();
  } finally {
    await close();
  }
}
