import type * as z from "zod/mini";
import type { liveChange } from "./live-change.ts";

/** Server-sent events for the open portal (HTML 9.2). The response is a stream, so this is not an `endpoint`. */
export const LIVE_PATH = "/api/admin/events";

export type LiveChange = z.output<typeof liveChange>;

/** Event `signed-out`: the session has ended, and the stream with it. */
export const SIGNED_OUT_EVENT = "signed-out";
export const CHANGE_EVENT = "change";
