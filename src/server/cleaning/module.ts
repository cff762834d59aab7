import type { FastifyInstance } from "fastify";
import { closeCleanerPage, markCleaned, openCleanerPage, readCleaning, saveCleaning } from "#contract/cleaning.ts";
import type { TimeZone } from "#domain/calendar/time-zone.ts";
import { engineOf, lockKey } from "../database/dialect.ts";
import type { Trx } from "../database/transaction.ts";
import { actorOf } from "../http/call.ts";
import type { Mount } from "../http/mount.ts";
import { Problem } from "../http/problem.ts";
import { randomToken } from "../runtime/ids.ts";
import { type CleanerPageNeeds, mountCleanerPage } from "./page-routes.ts";
import { markDone, shownPlan } from "./plan.ts";
import { CLEANER_PAGE, pathOf, putToken, readPage, removePage, savePageTexts } from "./cleaning-queries.ts";
import { type NotifyCleanerNeeds, notifyCleaner } from "./notify-cleaner.ts";
import type { Job } from "../jobs/job.ts";

type Needs = CleanerPageNeeds & NotifyCleanerNeeds & { timeZone: () => Promise<TimeZone> };

/** The cleaner's page: the next changeovers behind a secret link, and the host's settings for it. */
export function createCleaningModule(needs: Needs) {
  const { db } = needs.database;

  async function view() {
    const [page, changeovers, today, timeZone, canEmail] = await Promise.all([
      readPage(db),
      shownPlan(needs),
      needs.today(),
      needs.timeZone(),
      needs.canEmail(),
    ]);
    const path = pathOf(page);
    return { path, note: page?.note ?? "", email: page?.email ?? "", canEmail, today, timeZone, changeovers };
  }

  async function putLink(trx: Trx, actor: string): Promise<void> {
    const act = (await readPage(trx)) ? "Replaced the cleaner's link" : "Created the cleaner's link";
    await putToken(trx, randomToken(), needs.clock());
    await needs.record({ actor, act, subject: "Cleaning" }, trx);
  }

  return {
    mount: (mount: Mount) => {
      mount(readCleaning, view);

      mount(openCleanerPage, async ({ body: { seen } }, call) => {
        const actor = await actorOf(call);
        const isStale = await db.transaction().execute(async (trx) => {
          await lockKey(engineOf(trx), trx, CLEANER_PAGE);
          if (pathOf(await readPage(trx)) !== seen) return true;
          await putLink(trx, actor);
          return false;
        });
        return isStale ? new Problem(409, LINK_CHANGED) : view();
      });

      mount(closeCleanerPage, async ({ query: { seen } }, call) => {
        const actor = await actorOf(call);
        const isStale = await db.transaction().execute(async (trx) => {
          await lockKey(engineOf(trx), trx, CLEANER_PAGE);
          const path = pathOf(await readPage(trx));
          if (path === null) return false;
          if (path !== seen) return true;
          await removePage(trx);
          await needs.record({ actor, act: "Removed the cleaner's link", subject: "Cleaning" }, trx);
          return false;
        });
        return isStale ? new Problem(409, LINK_CHANGED) : null;
      });

      mount(saveCleaning, async ({ body: { seen, ...texts } }, call) => {
        const actor = await actorOf(call);
        const problem = await db.transaction().execute(async (trx) => {
          await lockKey(engineOf(trx), trx, CLEANER_PAGE);
          const page = await readPage(trx);
          if (!page) return new Problem(409, "Create the cleaner's link first.");
          const before = { note: page.note, email: page.email };
          const changed = (["note", "email"] as const).some(
            (name) => texts[name] !== undefined && seen[name] !== before[name],
          );
          if (changed) return new Problem(409, "This has changed. Check it, then try again.");
          const after = { ...before, ...texts };
          await savePageTexts(trx, after);
          await needs.record({ actor, act: "Changed the cleaner's page", subject: "Cleaning", before, after }, trx);
          return null;
        });
        return problem ?? view();
      });

      mount(markCleaned, async ({ params, body }, call) => {
        const marked = await markDone(needs, { day: params.day, done: body.done, by: await actorOf(call) });
        return marked.ok ? view() : new Problem(409, marked.message);
      });
    },
    mountPage: (http: FastifyInstance) => mountCleanerPage(http, needs),
    jobs: [watchChangeovers(needs)],
    email: async (): Promise<string> => (await readPage(db))?.email ?? "",
    hasLink: async (trx: Trx): Promise<boolean> => (await readPage(trx)) !== null,
    /** Creates or replaces the link, in the caller's transaction. */
    renewLink: putLink,
  };
}

const LINK_CHANGED = "The cleaner's link has changed in the meantime. Check what is shown now, then try again.";

function watchChangeovers(needs: NotifyCleanerNeeds): Job {
  return {
    name: "email the cleaner about changes",
    everyMs: 60_000,
    irreversible: true,
    run: () => notifyCleaner(needs),
  };
}
