import { SIGN_IN_REQUIRED } from "#contract/problem.ts";
import type { Trx } from "../database/transaction.ts";
import type { PeopleStore } from "./people-queries.ts";
import type { RecordAct } from "./ports.ts";

/** Secret URLs that open without a password and that every host knows. */
export type SharedAddresses = {
  cleanerLink: boolean;
  /** The names of the platforms that read our calendar. */
  feeds: string[];
};

export type RemoveNeeds = {
  people: PeopleStore;
  record: RecordAct;
  /**
   * Implemented by other features. The functions that renew URLs work in the transaction that removes the host, and
   * write to the audit log.
   */
  shared: {
    read: (trx: Trx) => Promise<SharedAddresses>;
    renewCleanerLink: (trx: Trx, actor: string) => Promise<void>;
    renewFeeds: (trx: Trx, actor: string) => Promise<void>;
  };
};

/** Which of the shared URLs to replace; the removed host knows the current ones. */
export type Renewal = { cleanerLink: boolean; feeds: boolean };
/**
 * The cleaner can be given a new link in a minute. For a platform, somebody has to enter the new URL on the platform's
 * site.
 */
export const DEFAULT_RENEWAL: Renewal = { cleanerLink: true, feeds: false };

export type RemoveResult =
  | { ok: true; renewed: SharedAddresses; stillKnown: SharedAddresses }
  | { ok: false; reason: "unknown" | "last" | "signed-out"; message: string };

const MESSAGES = {
  last: "This is the only host. Invite another one first.",
  unknown: "This person has already been removed.",
  "signed-out": SIGN_IN_REQUIRED,
};

type Remover = { id: string; username: string; sessionHash: string };

/**
 * Ends this person's access and, if chosen, replaces the secret links that they may have kept. `by` is null for the
 * command line.
 */
export async function removeHost(
  { people, record, shared }: RemoveNeeds,
  { adminId, by, renew }: { adminId: string; by: Remover | null; renew: Renewal },
): Promise<RemoveResult> {
  let known: SharedAddresses = { cleanerLink: false, feeds: [] };
  const actor = by?.username ?? "command line";
  const removed = await people.remove(adminId, by, async (trx, username) => {
    known = await shared.read(trx);
    await record({ actor, act: "Removed a host", subject: username }, trx);
    if (renew.cleanerLink && known.cleanerLink) await shared.renewCleanerLink(trx, actor);
    if (renew.feeds && known.feeds.length > 0) await shared.renewFeeds(trx, actor);
  });
  if (removed.ok) {
    const { cleanerLink, feeds } = known;
    return {
      ok: true,
      renewed: { cleanerLink: cleanerLink && renew.cleanerLink, feeds: renew.feeds ? feeds : [] },
      stillKnown: { cleanerLink: cleanerLink && !renew.cleanerLink, feeds: renew.feeds ? [] : feeds },
    };
  }
  return { ...removed, message: MESSAGES[removed.reason] };
}
