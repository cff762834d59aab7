import { isDatabaseUnavailable } from "../database/dialect.ts";

/**
 * Does the work for each item, one after another. If it fails for one, it is still done for the others: otherwise, an
 * item that always fails would keep a job from ever reaching those after it. Throws the errors at the end, or at once
 * if the database is unavailable.
 */
export async function forEach<T>(items: Iterable<T>, work: (item: T) => Promise<unknown>): Promise<void> {
  const errors: unknown[] = [];
  for (const item of items) {
    await work(item).catch((error: unknown) => {
      if (isDatabaseUnavailable(error)) throw error;
      errors.push(error);
    });
  }
  if (errors.length > 1) throw new AggregateError(errors, `${errors.length} items failed`);
  if (errors.length > 0) throw errors[0];
}

/** Runs all steps of a job, even if an earlier one fails. */
export function runEach(steps: (() => Promise<unknown>)[]): Promise<void> {
  return forEach(steps, (step) => step());
}
