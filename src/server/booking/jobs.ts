import type { Job } from "../jobs/job.ts";
import type { Clock } from "../runtime/clock.ts";
import { endWaits } from "./end-waits.ts";
import type { Database } from "../database/connect.ts";
import { writeChangedRows } from "./listed-rows-queries.ts";
import type { BookingStore, Imported } from "./ports.ts";

/** Any instance may do it at any time: the act itself looks whether the wait is over. */
export function endWaitsInTime(needs: { bookings: BookingStore; clock: Clock }): Job {
  return { name: "end waits", everyMs: 20_000, irreversible: true, run: () => endWaits(needs) };
}

/** Whoever opens the list writes its changed rows; this does it before, as after an import of many bookings. */
export function keepListInStep({ database, imported }: { database: Database; imported: Imported }): Job {
  return { name: "bookings list", everyMs: 30_000, run: () => writeChangedRows(database, imported) };
}
