import { forEach } from "../core/for-each.ts";
import type { BaseNeeds } from "../core/base-needs.ts";
import { addDays } from "#domain/calendar/local-date.ts";
import { IDENTITY_HASH_DAYS, monthsBefore, UNPAID_KEPT_DAYS, TEXTS_KEPT_DAYS } from "#domain/privacy/retention.ts";
import type { PrivacyStore } from "./person-queries.ts";
import type { Person } from "./ports.ts";

export type ForgetNeeds = Pick<BaseNeeds, "clock" | "today"> & {
  store: PrivacyStore;
  /** How many months after check-out a person's data is erased. */
  retentionMonths: () => Promise<number>;
};

const DAY_MS = 86_400_000;

/** Erases people's data after the retention period; data that is no longer needed is erased earlier. */
export async function eraseExpired({ store, clock, today, retentionMonths }: ForgetNeeds): Promise<void> {
  const [now, day] = [clock(), await today()];
  await store.forgetHashes(new Date(now.getTime() - IDENTITY_HASH_DAYS * DAY_MS), now);
  await store.forgetWords(addDays(day, -TEXTS_KEPT_DAYS));
  const before = monthsBefore(day, await retentionMonths());
  await store.forgetImportedNotes(before);
  await eraseAll(store, now, () => store.peopleBefore(before));
  const unpaid = new Date(now.getTime() - UNPAID_KEPT_DAYS * DAY_MS);
  await store.forgetUnbooked(unpaid);
  await eraseAll(store, now, () => store.unpaidBefore(unpaid));
}

async function eraseAll(store: PrivacyStore, at: Date, next: () => Promise<Person[]>): Promise<void> {
  for (let people = await next(); people.length > 0; people = await next()) {
    await forEach(people, (person) => store.erase(person, at, null));
  }
}
