import { closeCleanerPage, markCleaned, openCleanerPage, readCleaning, saveCleaning } from "#contract/cleaning.ts";
import type { CallInput } from "#contract/endpoint.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import { call, freshQuery } from "./client.ts";

export const cleaningQuery = freshQuery(readCleaning, {});
export const openPage = (seen: string | null) => call(openCleanerPage, { body: { seen } });
export const closePage = (seen: string) => call(closeCleanerPage, { query: { seen } });
export const savePage = (body: CallInput<typeof saveCleaning>["body"]) => call(saveCleaning, { body });
export const markDay = ({ day, done }: { day: LocalDate; done: boolean }) =>
  call(markCleaned, { params: { day }, body: { done } });
