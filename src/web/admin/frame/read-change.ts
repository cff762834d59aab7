import type { LiveChange } from "#contract/live.ts";
import { liveChange } from "#contract/live-change.ts";

/** What the event `change` says; null for what a newer server says and this page does not know. */
export function readChange(data: string): LiveChange | null {
  return liveChange.safeParse(JSON.parse(data)).data ?? null;
}
