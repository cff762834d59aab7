import * as z from "zod/mini";

/** What the event `change` says: something the host may be looking at is different now. `subject` is the id of it. */
export const liveChange = z.object({
  topic: z.enum(["booking", "block", "channel", "message", "conversation"]),
  kind: z.enum(["added", "changed", "cancelled"]),
  subject: z.string(),
});
