import type { LocalDate } from "#domain/calendar/local-date.ts";
import type { Trx } from "../database/transaction.ts";

/** Nights blocked by the host, with the reason. */
export type Block = {
  id: string;
  startsOn: LocalDate;
  /** Exclusive: the property is free again from this day. */
  endsOn: LocalDate;
  reason: string;
  createdAt: Date;
  createdBy: string;
  version: number;
};

export type BlockAct = "block.create" | "block.change" | "block.free";
/** A change to a block. `before` is null for a new block, `after` for a deleted one. */
export type BlockChange = { act: BlockAct; actor: string; at: Date; before: Block | null; after: Block | null };

/** Called for every change, in the same transaction. */
export type BlockListener = { blockChanged: (trx: Trx, change: BlockChange) => Promise<void> };

type NightsTaken = { ok: false; reason: "nights-taken"; nights: LocalDate[] };
type Missed = { ok: false; reason: "unknown" } | { ok: false; reason: "stale" };
export type BlockResult = { ok: true; block: Block } | NightsTaken | Missed;
export type FreeResult = { ok: true } | Missed;

export type Act = { actor: string; at: Date };

export type BlockStore = {
  /** Claims all nights and inserts the block, or changes nothing. */
  add: (block: Block, act: Act) => Promise<BlockResult>;
  /** Claims the new nights and frees the old nights in one step. `version` is the version that the host saw. */
  change: (update: Pick<Block, "id" | "startsOn" | "endsOn" | "reason" | "version">, act: Act) => Promise<BlockResult>;
  free: (id: string, version: number, act: Act) => Promise<FreeResult>;
  /** Blocks that touch a day of `[from, to]` (inclusive), in order. */
  listBetween: (from: LocalDate, to: LocalDate) => Promise<Block[]>;
};
