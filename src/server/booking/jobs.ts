import type { Job } from "../jobs/job.ts";
import type { Clock } from "../runtime/clock.ts";
import { expirePending } from "./expire-pending.ts";
import type { Database } from "../database/connect.ts";
import { writeChangedRows } from "./listed-rows-queries.ts";
import type { BookingStore, Imported } from "./ports.ts";

/** Any instance may do it at any time: the act itself checks whether the time is over. */
export function expirePendingJob(needs: { bookings: BookingStore; clock: Clock }): Job {
  return { name: "expire pending bookings", everyMs: 20_000, irreversible: true, run: () => expirePending(needs) };
}

/** Opening the list writes its changed rows; this job does it earlier, for example after an import of many bookings. */
export function updateBookingsList({ database, imported }: { database: Database; imported: Imported }): Job {
  return { name: "bookings list", everyMs: 30_000, run: () => writeChangedRows(database, imported) };
}
