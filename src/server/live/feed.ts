import type { LiveChange } from "#contract/live.ts";
import type { Logger } from "../runtime/logger.ts";
import type { ChangeStore } from "./change-queries.ts";

/** A change with a lower id may be committed after one with a higher id, so we look back this far. */
const LATE_COMMITS = 100;
/** How often the database is queried while there are listeners. */
const ASK_EVERY_MS = 1000;

export type Listener = { change: (change: LiveChange) => void; tick: () => void };

export type LiveFeed = {
  /** Reports changes from now on, and a tick each second, until the returned function is called. */
  listen: (listener: Listener) => Promise<() => void>;
  /** Queries at once, because this instance has just written something. */
  wake: () => void;
  /** Stops permanently. */
  stop: () => void;
};

/** Reads the changes once for all listeners of this instance, whichever instance made them. */
export function createLiveFeed({ changes, logger }: { changes: ChangeStore; logger: Logger }): LiveFeed {
  const listeners = new Set<Listener>();
  let timer: NodeJS.Timeout | null = null;
  let asking: Promise<void> = Promise.resolve();
  let last = 0;
  let announced = new Set<number>();
  let stopped = false;

  async function begin(): Promise<void> {
    last = await changes.lastId();
    announced = new Set((await changes.after(last - LATE_COMMITS)).map((change) => change.id));
    if (listeners.size > 0 && !stopped) timer ??= setInterval(() => ask(true), ASK_EVERY_MS).unref();
  }

  function ask(tick: boolean): void {
    asking = asking.then(read).then(
      () => {
        if (tick) for (const listener of listeners) listener.tick();
      },
      // The query is retried in a second, and a browser refetches everything when its tab is shown again.
      (error: unknown) => logger.warn({ err: error }, "could not read changes"),
    );
  }

  async function read(): Promise<void> {
    if (listeners.size === 0) return;
    const found = await changes.after(last - LATE_COMMITS);
    const fresh = found.filter((change) => !announced.has(change.id));
    last = Math.max(last, found.at(-1)?.id ?? 0);
    announced = new Set(found.map((change) => change.id));
    for (const { topic, kind, subject } of fresh) {
      for (const listener of listeners) listener.change({ topic, kind, subject });
    }
  }

  function leave(listener: Listener): void {
    listeners.delete(listener);
    if (listeners.size > 0 || !timer) return;
    clearInterval(timer);
    timer = null;
  }

  return {
    listen: async (listener) => {
      const first = listeners.size === 0;
      listeners.add(listener);
      try {
        if (first) asking = asking.then(begin);
        await asking;
      } catch (error) {
        leave(listener);
        asking = Promise.resolve();
        throw error;
      }
      return () => leave(listener);
    },
    wake: () => {
      if (timer) ask(false);
    },
    stop: () => {
      stopped = true;
      listeners.clear();
      if (timer) clearInterval(timer);
      timer = null;
    },
  };
}
