import { type Block, changeBlock, createBlock, freeBlock, listBlocks } from "#contract/blocks.ts";
import { calendarStays } from "#contract/admin-bookings.ts";
import { call, queryOf } from "./client.ts";
import { listDayNotes, writeDayNote } from "#contract/day-notes.ts";

const FRESH = { staleTime: 0 };

export const staysQuery = (from: string, to: string) => queryOf(calendarStays, { query: { from, to } }, FRESH);
export const blocksQuery = (from: string, to: string) => queryOf(listBlocks, { query: { from, to } }, FRESH);

export type BlockFields = { startsOn: string; endsOn: string; reason: string };

export const closeNights = (body: BlockFields) => call(createBlock, { body });
export const moveBlock = (block: Block, body: BlockFields) =>
  call(changeBlock, { params: { blockId: block.id }, body: { ...body, version: block.version } });
export const freeNights = (block: Block) =>
  call(freeBlock, { params: { blockId: block.id }, query: { version: String(block.version) } });

export const dayNotesQuery = (from: string, to: string) =>
  queryOf(listDayNotes, { query: { from, to } }, { staleTime: 0 });

/** `seen` is the stored text on which the edit is based. */
export const putDayNote = (day: string, body: { text: string; seen: string }) =>
  call(writeDayNote, { params: { day }, body });
