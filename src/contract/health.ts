import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";

/** The process is alive. Does not use the database. */
export const health = endpoint("GET", "/api/health", "anyone", {
  response: z.object({ status: z.literal("ok") }),
});

/**
 * The process can take bookings: the database responds and, with SQLite, the disk is not full. Otherwise, the status is
 * 503.
 */
export const ready = endpoint("GET", "/api/ready", "anyone", {
  response: z.object({ status: z.literal("ready"), database: z.enum(["sqlite", "postgres"]) }),
});
