import { CLAIMED_ADDRESS, health, ready } from "#contract/health.ts";
import type { Database } from "../database/connect.ts";
import { ping } from "../database/dialect.ts";
import { hashToken } from "../runtime/ids.ts";
import type { Mount } from "./mount.ts";
import { network } from "./network.ts";
import { Problem } from "./problem.ts";

/** Enough space for a booking and its log lines; the doctor warns long before this limit is reached. */
const LEAST_FREE_BYTES = 20 * 1024 ** 2;

type Needs = Pick<Database, "db" | "engine"> & {
  /** Free space on the disk that holds the data folder. */
  freeBytes: () => Promise<number>;
};

export function mountHealth(mount: Mount, { db, engine, freeBytes }: Needs): void {
  const claimed = hashToken(network(CLAIMED_ADDRESS));
  mount(health, async (_input, call) => ({
    status: "ok" as const,
    ...(call.networkHash === claimed ? { claimBelieved: true as const } : {}),
  }));
  mount(ready, async () => {
    await ping(db);
    // PostgreSQL stores bookings elsewhere, and reports a full disk itself.
    if (engine === "sqlite" && (await freeBytes()) < LEAST_FREE_BYTES) {
      return new Problem(503, "The server's disk is full, so bookings can't be saved. Free some space.");
    }
    return { status: "ready" as const, database: engine };
  });
}
