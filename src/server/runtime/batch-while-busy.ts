/**
 * Batches the calls made while an earlier batch is running, so that many callers share a few transactions instead of
 * each waiting in a queue for a transaction of its own. A single call is not delayed by more than a tick. An error is
 * passed to every caller in the batch.
 */
export function batchWhileBusy<T>(act: (items: T[]) => Promise<void>, most: number): (item: T) => Promise<void> {
  const waiting: { item: T; resolve: () => void; reject: (error: unknown) => void }[] = [];
  let busy = false;

  async function work(): Promise<void> {
    // Calls that arrive in the same tick are also part of the first batch.
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const batch = waiting.splice(0, most);
      try {
        await act(batch.map(({ item }) => item));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    busy = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (busy) return;
      busy = true;
      void work();
    });
}
