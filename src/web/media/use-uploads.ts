import { useEffect, useRef, useState } from "react";

export type Upload<State> = { key: number; file: File; state: State };

/** Returns the final state, also if it fails. `set` reports other states. */
type Send<State> = (file: File, how: { set: (state: State) => void; signal: AbortSignal }) => Promise<State>;

/** Sends the files in the order in which they were chosen, until they are removed or the screen is left. */
export function useUploads<State>(atOnce: number, initial: State, send: Send<State>) {
  const [items, setItems] = useState<Upload<State>[]>([]);
  const queue = useRef<Upload<State>[]>([]);
  const working = useRef(0);
  const nextKey = useRef(0);
  const stops = useRef(new Map<number, AbortController>());

  const setState = (key: number, state: State) =>
    setItems((before) => before.map((item) => (item.key === key ? { ...item, state } : item)));

  /** Runs until no file is left. */
  async function work(): Promise<void> {
    const item = queue.current.shift();
    if (!item) return;
    const { key, file } = item;
    const signal = stops.current.get(key)?.signal;
    if (signal && !signal.aborted) {
      working.current += 1;
      setState(key, await send(file, { set: (state) => setState(key, state), signal }));
      working.current -= 1;
    }
    await work();
  }

  const start = (more: readonly Upload<State>[]) => {
    for (const { key } of more) stops.current.set(key, new AbortController());
    queue.current.push(...more);
    for (let free = atOnce - working.current; free > 0; free--) void work();
  };

  useEffect(() => {
    const all = stops.current;
    return () => {
      for (const stop of all.values()) stop.abort();
    };
  }, []);

  return {
    items,
    add: (files: readonly File[]) => {
      const added = files.map((file) => ({ key: nextKey.current++, file, state: initial }));
      setItems((before) => [...before, ...added]);
      start(added);
    },
    again: (item: Upload<State>) => {
      setState(item.key, initial);
      start([item]);
    },
    remove: ({ key }: Upload<State>) => {
      stops.current.get(key)?.abort();
      setItems((before) => before.filter((item) => item.key !== key));
    },
  };
}
