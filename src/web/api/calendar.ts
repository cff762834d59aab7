import { type Block, changeBlock, createBlock, freeBlock, listBlocks } from "#contract/blocks.ts";
import { calendarStays } from "#contract/admin-bookings.ts";
import { call, freshQuery } from "./client.ts";
import { listDayNotes, writeDayNote } from "#contract/day-notes.ts";

export const staysQuery = (from: string, to: string) => freshQuery(calendarStays, { query: { from, to } });
export const blocksQuery = (from: string, to: string) => freshQuery(listBlocks, { query: { from, to } });

export type BlockFields = { startsOn: string; endsOn: string; reason: string };

export const closeNights = (body: BlockFields) => call(createBlock, { body });
export const moveBlock = (block: Block, body: BlockFields) =>
  call(changeBlock, { params: { blockId: block.id }, body: { ...body, version: block.version } });
export const freeNights = (block: Block) =>
  call(freeBlock, { params: { blockId: block.id }, query: { version: String(block.version) } });

export const dayNotesQuery = (from: string, to: string) => freshQuery(listDayNotes, { query: { from, to } });

/** `seen` is the stored text on which the edit is based. */
export const putDayNote = (day: string, body: { text: string; seen: string }) =>
  call(writeDayNote, { params: { day }, body });
