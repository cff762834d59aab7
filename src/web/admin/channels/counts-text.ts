import type { Channel } from "#contract/channels.ts";
import { counted } from "#domain/text/counted.ts";

/** Blocks that hold no nights are left out. */
export function countsText({ reservations, blocks, unknown, undecided, ignored, echoes }: Channel["counts"]): string {
  const parts = [
    reservations > 0 ? counted(reservations, "reservation") : "",
    unknown > 0 ? counted(unknown, "closed period") : "",
    blocks > 0 ? counted(blocks, "block") : "",
    undecided > 0 ? `${undecided} waiting for your answer` : "",
    ignored > 0 ? `${ignored} ignored by you` : "",
    echoes > 0 ? `${echoes} copied from your calendar` : "",
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(", ") : "No nights taken";
}
