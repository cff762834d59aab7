/**
 * Batches the calls made in one tick of the event loop. Under load, several writes are therefore committed together,
 * and several emails marked as sent together, instead of each waiting for a query of its own. A single call waits only
 * for the end of the tick. The batch runs after its last call, so no caller gets outdated data.
 */
export function batchPerTick<T, R>(act: (items: T[]) => Promise<R>): (item: T) => Promise<R> {
  let gathering: { items: T[]; done: Promise<R> } | null = null;
  return (item) => {
    if (gathering) {
      gathering.items.push(item);
      return gathering.done;
    }
    const items = [item];
    const done = new Promise<R>((resolve, reject) => {
      setImmediate(() => {
        gathering = null;
        act(items).then(resolve, reject);
      });
    });
    gathering = { items, done };
    return done;
  };
}
