/**
 * Gathers what comes in while the process looks at its connections, and writes it at once: under load several letters
 * are accepted in one turn of the event loop, and each write waits for the disk. A lone one waits for nobody. The
 * promise of an item settles with the write that it was part of.
 */
export function inOneWrite<T>(write: (items: T[]) => Promise<void>): (item: T) => Promise<void> {
  let gathering: { items: T[]; written: Promise<void> } | null = null;
  return (item) => {
    if (gathering) {
      gathering.items.push(item);
      return gathering.written;
    }
    const items = [item];
    const written = new Promise<void>((resolve, reject) => {
      setImmediate(() => {
        gathering = null;
        write(items).then(resolve, reject);
      });
    });
    gathering = { items, written };
    return written;
  };
}
