import * as z from "zod/mini";

/** The data of the event `change`: something the host may be looking at has changed. `subject` is its id. */
export const liveChange = z.object({
  topic: z.enum(["booking", "block", "channel", "message", "conversation"]),
  kind: z.enum(["added", "changed", "cancelled"]),
  subject: z.string(),
});
