import type { FastifyInstance } from "fastify";
import type { Db } from "../database/connect.ts";
import type { Logger } from "../runtime/logger.ts";
import { createLiveFeed } from "./feed.ts";
import { type LiveNeeds, mountLive } from "./routes.ts";
import { type ChangeStore, createChangeStore } from "./change-queries.ts";
import type { Job } from "../jobs/job.ts";

/** Open portals read the changes every second, so they need only the most recent ones. */
const KEPT = 10_000;

function deleteOldChanges(changes: ChangeStore): Job {
  return {
    name: "delete-old-changes",
    everyMs: 60 * 60 * 1000,
    irreversible: true,
    run: async () => changes.removeUpTo((await changes.lastId()) - KEPT),
  };
}

export function createLiveModule({ db, logger, ...needs }: Omit<LiveNeeds, "feed"> & { db: Db; logger: Logger }) {
  const changes = createChangeStore(db);
  const feed = createLiveFeed({ changes, logger });
  return {
    mount: (http: FastifyInstance) => mountLive(http, { ...needs, feed }),
    jobs: [deleteOldChanges(changes)],
    /** Checks at once instead of within a second, because this instance has just written something. */
    wake: feed.wake,
  };
}
