import { forEach, runEach } from "../core/for-each.ts";
import type { BaseNeeds } from "../core/base-needs.ts";
import { addDays } from "#domain/calendar/local-date.ts";
import { IDENTITY_HASH_DAYS, monthsBefore, UNPAID_KEPT_DAYS, TEXTS_KEPT_DAYS } from "#domain/privacy/retention.ts";
import type { PrivacyStore } from "./person-queries.ts";
import type { Expired, Person } from "./ports.ts";

export type ForgetNeeds = Pick<BaseNeeds, "clock" | "today"> & {
  store: PrivacyStore;
  /** How many months after check-out a person's data is erased. */
  retentionMonths: () => Promise<number>;
};

const DAY_MS = 86_400_000;

/** Erases people's data after the retention period; data that is no longer needed is erased earlier. */
export async function eraseExpired({ store, clock, today, retentionMonths }: ForgetNeeds): Promise<void> {
  const [now, day] = [clock(), await today()];
  const before = monthsBefore(day, await retentionMonths());
  const unpaid = new Date(now.getTime() - UNPAID_KEPT_DAYS * DAY_MS);
  await runEach([
    () => store.forgetHashes(new Date(now.getTime() - IDENTITY_HASH_DAYS * DAY_MS), now),
    () => store.forgetWords(addDays(day, -TEXTS_KEPT_DAYS)),
    () => store.forgetImportedNotes(before),
    () => eraseAll(store, now, { endedBefore: before }),
    () => store.forgetUnbooked(unpaid),
    () => eraseAll(store, now, { unpaidBefore: unpaid }),
  ]);
}

/** People whose erasure fails are in the next batch again, so this ends once a whole batch has failed. */
async function eraseAll(store: PrivacyStore, at: Date, which: Expired): Promise<void> {
  for (let people = await store.expired(which); people.length > 0; people = await store.expired(which)) {
    let erased = 0;
    const erase = async (person: Person) => {
      await store.erase(person, at, which);
      erased += 1;
    };
    await forEach(people, erase).catch((error: unknown) => {
      if (erased === 0) throw error;
    });
  }
}
