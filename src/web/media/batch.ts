import type { Picture } from "#contract/media.ts";
import type { Upload } from "./use-uploads.ts";

export type BatchItem = Upload<BatchState>;
export type BatchState =
  | { is: "waiting" }
  | { is: "preparing" }
  | { is: "sending"; percent: number; tries: number }
  | { is: "recording" }
  | { is: "done"; picture: Picture }
  | { is: "failed"; reason: string; mayRetry: boolean };

export const MAX_AT_ONCE = 30;
const ENDED = new Set<BatchState["is"]>(["done", "failed"]);

export function isUnderWay(items: readonly BatchItem[]): boolean {
  return items.some(({ state }) => !ENDED.has(state.is));
}

/** In the order in which the pictures were chosen, without duplicates. */
export function picturesOf(items: readonly BatchItem[]): { picture: Picture; fileName: string }[] {
  const found = new Map<string, { picture: Picture; fileName: string }>();
  for (const { file, state } of items) {
    if (state.is === "done" && !found.has(state.picture.url))
      found.set(state.picture.url, { picture: state.picture, fileName: file.name });
  }
  return [...found.values()];
}

export function countOf(items: readonly BatchItem[], is: BatchState["is"]): number {
  return items.filter(({ state }) => state.is === is).length;
}
