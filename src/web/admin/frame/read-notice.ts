import type { QueryClient } from "@tanstack/react-query";
import type { LiveChange } from "#contract/live.ts";
import { liveChange } from "#contract/live-change.ts";
import { bookingQuery } from "../../api/admin-bookings.ts";
import { paths } from "../../lib/paths.ts";
import type { Act } from "../bookings/use-act.ts";

export type ChangeNotice = { kind: LiveChange["kind"]; words: string; href: string; of: string };

/** `data` is the data of a `change` event. Null if the change is not announced or if only a newer server knows it. */
export function readNotice(data: string, client: QueryClient): ChangeNotice | null {
  const change = liveChange.safeParse(JSON.parse(data)).data;
  return change && !isOwnCancellation(client, change) ? noticeOf(change) : null;
}

function noticeOf({ topic, kind, subject }: LiveChange): ChangeNotice | null {
  const booking = paths.admin.booking(subject);
  if (topic === "conversation") {
    const href = `${booking}#conversation`;
    return kind === "added" ? { kind, words: "New message from a guest", href, of: "the message" } : null;
  }
  if (topic !== "booking" || kind === "changed") return null;
  const words = kind === "added" ? "New booking or request" : "Booking or request ended";
  return { kind, words, href: booking, of: "the booking" };
}

/** A change is announced seconds after the response that causes it. */
const ANNOUNCED_WITHIN_MS = 60_000;

/** True if this tab has just sent the cancellation, so the host already knows that it worked. */
function isOwnCancellation(client: QueryClient, { kind, subject }: LiveChange): boolean {
  if (kind !== "cancelled") return false;
  return client
    .getMutationCache()
    .findAll({ mutationKey: bookingQuery(subject).queryKey })
    .some(({ state }) => {
      // Only `useAct` uses this key.
      const act = state.variables as Act | undefined;
      const isRecent = Date.now() - state.submittedAt < ANNOUNCED_WITHIN_MS;
      return act?.shows?.status === "cancelled" && state.status !== "error" && isRecent;
    });
}
