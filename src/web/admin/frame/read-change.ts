import type { LiveChange } from "#contract/live.ts";
import { liveChange } from "#contract/live-change.ts";

/** Parses the data of a `change` event. Returns null for a kind of change that only a newer server knows. */
export function readChange(data: string): LiveChange | null {
  return liveChange.safeParse(JSON.parse(data)).data ?? null;
}
