import type { LiveChange } from "#contract/live.ts";
import { liveChange } from "#contract/live-change.ts";

/** The data of a `change` event; null for kinds that only a newer server knows. */
export function readChange(data: string): LiveChange | null {
  return liveChange.safeParse(JSON.parse(data)).data ?? null;
}
