import type { CallInput } from "#contract/endpoint.ts";
import { readPrices, removeCode, saveCode, type SavedPrices, savePrices } from "#contract/prices.ts";
import { call, freshQuery } from "./client.ts";

export type CodeBody = CallInput<typeof saveCode>["body"];

export const pricesQuery = freshQuery(readPrices, {});
export const putPrices = (body: CallInput<typeof savePrices>["body"]) => call(savePrices, { body });
export const putCode = (code: string, body: CodeBody) => call(saveCode, { params: { code }, body });
export const deleteCode = (code: string) => call(removeCode, { params: { code } });
export type { SavedPrices };
