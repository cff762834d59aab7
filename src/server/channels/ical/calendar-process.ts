import { readBody, type ReadJob } from "./read-body.ts";

/** The child process in which calendars of platforms are read: one job, one answer, until `calendar-reader.ts` ends it. */
process.on("message", (job: ReadJob) => process.send?.(readBody(job)));
process.send?.("ready");
