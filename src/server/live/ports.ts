import type { LiveChange } from "#contract/live.ts";

export type NumberedChange = LiveChange & { id: number };

export type ChangeStore = {
  /** Changes with an id above `id`, in order. */
  after: (id: number) => Promise<NumberedChange[]>;
  lastId: () => Promise<number>;
  removeUpTo: (id: number) => Promise<void>;
};
