import { decideSample, type PieceView, readSamples } from "#contract/samples.ts";
import type { CallInput } from "#contract/endpoint.ts";
import { call, queryOf } from "./client.ts";

export const samplesQuery = queryOf(readSamples, {}, { staleTime: 0 });
export const putDecision = (body: CallInput<typeof decideSample>["body"]) => call(decideSample, { body });
export type { PieceView };
