import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { wholeNumber } from "./fields.ts";

const entry = z.object({
  id: z.number(),
  at: z.iso.datetime(),
  actor: z.string(),
  /** What was done, as a short sentence. */
  act: z.string(),
  /** What it was done to. */
  subject: z.string(),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
  /** The id for undoing a change to the content, the prices or a picture; null for any other action. */
  changeId: z.nullable(z.string()),
});
export type AuditEntry = z.output<typeof entry>;

/** Newest first; `olderThan` takes the `next` of the previous page. */
export const auditLog = endpoint("GET", "/api/admin/audit", "admin", {
  query: z.object({ olderThan: z.optional(wholeNumber("olderThan must be the number of an entry")) }),
  response: z.object({ entries: z.array(entry), next: z.nullable(z.number()) }),
});
