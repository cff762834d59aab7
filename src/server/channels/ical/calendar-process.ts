import { readBody, type ReadJob } from "./read-body.ts";

/**
 * The child process that reads platforms' calendars. It returns one result for each job, until `calendar-reader.ts`
 * ends it.
 */
process.on("message", (job: ReadJob) => process.send?.(readBody(job)));
process.send?.("ready");
