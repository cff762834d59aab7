import type { FastifyInstance } from "fastify";
import type { Db } from "../database/connect.ts";
import type { Logger } from "../runtime/logger.ts";
import { createLiveFeed } from "./feed.ts";
import { deleteOldChanges } from "./jobs.ts";
import { type LiveNeeds, mountLive } from "./routes.ts";
import { createChangeStore } from "./store.ts";

type Needs = Omit<LiveNeeds, "feed"> & { db: Db; logger: Logger };

export function createLiveModule({ db, logger, ...needs }: Needs) {
  const changes = createChangeStore(db);
  const feed = createLiveFeed({ changes, logger });
  return {
    mount: (http: FastifyInstance) => mountLive(http, { ...needs, feed }),
    jobs: [deleteOldChanges(changes)],
    /** Checks at once instead of within a second, because something was written. */
    wake: feed.wake,
  };
}
