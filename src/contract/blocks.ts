import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { dayRange, localDate, oneLine, wholeNumber } from "./fields.ts";

/** Nights that the host blocks: from `startsOn` up to, but not including, `endsOn`. */
const block = z.object({
  id: z.string(),
  startsOn: z.string(),
  endsOn: z.string(),
  reason: z.string(),
  createdBy: z.string(),
  version: z.number(),
});
export type Block = z.output<typeof block>;

const blockFields = {
  startsOn: localDate("Choose the first night"),
  endsOn: localDate("Choose the day when the cottage is free again"),
  reason: oneLine({ min: 1, max: 200, message: "Enter why the nights are blocked" }),
};

function endsAfterStart<T extends { startsOn: string; endsOn: string }>() {
  return z.refine<T>((span) => span.startsOn < span.endsOn, {
    error: "Choose a day after the first night",
    path: ["endsOn"],
  });
}

/** The blocks that include at least one day of a range. */
export const listBlocks = endpoint("GET", "/api/admin/blocks", "admin", {
  query: z.object(dayRange),
  response: z.array(block),
});

export const createBlock = endpoint("POST", "/api/admin/blocks", "admin", {
  body: z.object(blockFields).check(endsAfterStart()),
  response: block,
  status: 201,
});

export const changeBlock = endpoint("PUT", "/api/admin/blocks/:blockId", "admin", {
  params: z.object({ blockId: z.string() }),
  body: z
    .object({ ...blockFields, version: z.int("Send the version number that you last saw") })
    .check(endsAfterStart()),
  response: block,
});

/** Makes the nights available again. */
export const freeBlock = endpoint("DELETE", "/api/admin/blocks/:blockId", "admin", {
  params: z.object({ blockId: z.string() }),
  query: z.object({ version: wholeNumber("Send the version number that you last saw") }),
});
