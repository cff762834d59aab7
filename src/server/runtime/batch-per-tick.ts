/**
 * Gathers what is asked for in one turn of the event loop and does it at once: under load several letters are claimed or
 * accepted together, and each question and each write would wait for the database by itself. A lone one waits for nobody.
 * It begins after the last of its askers has asked, so none is told anything old.
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
