import * as z from "zod/mini";

/** Server-sent events for the open portal (HTML 9.2); an answer without end, so it is no `endpoint`. */
export const LIVE_PATH = "/api/admin/events";

/** Event `change`: something the host may be looking at is different now. `subject` is the id of it. */
export const liveChange = z.object({
  topic: z.enum(["booking", "block", "channel", "message", "conversation"]),
  kind: z.enum(["added", "changed", "cancelled"]),
  subject: z.string(),
});
export type LiveChange = z.output<typeof liveChange>;

/** Event `signed-out`: the session has ended, and the stream with it. */
export const SIGNED_OUT_EVENT = "signed-out";
export const CHANGE_EVENT = "change";
