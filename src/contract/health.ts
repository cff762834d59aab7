import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";

/** Reserved for documentation (RFC 5737), so no visitor comes from this address. The doctor claims to. */
export const CLAIMED_ADDRESS = "192.0.2.1";

/** The process is alive. Does not use the database. */
export const health = endpoint("GET", "/api/health", "anyone", {
  response: z.object({
    status: z.literal("ok"),
    /** Present if the caller claimed `CLAIMED_ADDRESS` in `X-Forwarded-For` and the proxy let the claim through. */
    claimBelieved: z.optional(z.literal(true)),
  }),
});

/**
 * The process can take bookings: the database responds and, with SQLite, the disk is not full. Otherwise, the status is
 * 503.
 */
export const ready = endpoint("GET", "/api/ready", "anyone", {
  response: z.object({ status: z.literal("ready"), database: z.enum(["sqlite", "postgres"]) }),
});
