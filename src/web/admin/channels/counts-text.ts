import type { Channel } from "#contract/channels.ts";
import { count } from "../../lib/count.ts";

/** What the platform's calendar holds at present, in words. */
export function countsText({ reservations, blocks, unknown, asked, ignored, echoes }: Channel["counts"]): string {
  const parts = [
    reservations > 0 ? count(reservations, "reservation") : "",
    unknown > 0 ? count(unknown, "closed period") : "",
    blocks > 0 ? count(blocks, "block") : "",
    asked > 0 ? `${asked} you are asked about` : "",
    ignored > 0 ? `${ignored} ignored by you` : "",
    echoes > 0 ? `${echoes} repeated from us` : "",
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(", ") : "No nights taken";
}
