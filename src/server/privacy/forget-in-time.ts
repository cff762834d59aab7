import { addDays, type LocalDate } from "#domain/calendar/local-date.ts";
import { MARKS_KEPT_DAYS, monthsBefore, WORDS_KEPT_DAYS } from "#domain/privacy/retention.ts";
import type { Clock } from "../runtime/clock.ts";
import type { PrivacyStore } from "./ports.ts";

export type ForgetNeeds = {
  store: PrivacyStore;
  clock: Clock;
  today: () => Promise<LocalDate>;
  /** Months after check-out. */
  retentionMonths: () => Promise<number>;
};

const DAY_MS = 86_400_000;

/** Erases people after the retention time, and data that is no longer needed earlier. */
export async function eraseExpired({ store, clock, today, retentionMonths }: ForgetNeeds): Promise<void> {
  const [now, day] = [clock(), await today()];
  await store.forgetMarks(new Date(now.getTime() - MARKS_KEPT_DAYS * DAY_MS), now);
  await store.forgetWords(addDays(day, -WORDS_KEPT_DAYS));
  const before = monthsBefore(day, await retentionMonths());
  await store.forgetImportedNotes(before);
  for (;;) {
    const people = await store.peopleBefore(before);
    if (people.length === 0) return;
    for (const person of people) await store.erase(person, now, null);
  }
}
