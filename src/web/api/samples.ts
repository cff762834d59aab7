import { decideSample, type PieceView, readSamples } from "#contract/samples.ts";
import type { CallInput } from "#contract/endpoint.ts";
import { call, freshQuery } from "./client.ts";

export const samplesQuery = freshQuery(readSamples, {});
export const putDecision = (body: CallInput<typeof decideSample>["body"]) => call(decideSample, { body });
export type { PieceView };
