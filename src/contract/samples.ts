import * as z from "zod/mini";
import { DECISIONS, PIECE_NAMES } from "#domain/property/samples.ts";
import { endpoint } from "./endpoint.ts";

const pieceView = z.object({
  piece: z.enum(PIECE_NAMES),
  title: z.string(),
  /** The tab of the content editor in which this part is edited. */
  tab: z.string(),
  /** `sample`: the host has not reviewed the part yet. */
  state: z.enum(["sample", "hidden", "done"]),
  mayKeep: z.boolean(),
  mayHide: z.boolean(),
});
const response = z.object({ pieces: z.array(pieceView) });
export type PieceView = z.output<typeof pieceView>;

/** The parts that a new installation fills with samples, and the host's decision about each. */
export const readSamples = endpoint("GET", "/api/admin/content/samples", "admin", {
  response,
});

export const decideSample = endpoint("PUT", "/api/admin/content/samples", "admin", {
  body: z.object({ piece: z.enum(PIECE_NAMES), decision: z.enum(DECISIONS) }),
  response,
});
