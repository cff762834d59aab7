import type { LocalDate } from "#domain/calendar/local-date.ts";
import type { Trx } from "../database/transaction.ts";

/** Nights that the owner keeps, with the reason. */
export type Block = {
  id: string;
  startsOn: LocalDate;
  /** The day on which the cottage is free again; its night is not kept. */
  endsOn: LocalDate;
  reason: string;
  createdAt: Date;
  createdBy: string;
  version: number;
};

export type BlockAct = "block.create" | "block.change" | "block.free";
/** Something happened to a block. `before` is null when it is new, `after` when it is gone. */
export type BlockChange = { act: BlockAct; actor: string; at: Date; before: Block | null; after: Block | null };

/** Hears of every change inside its transaction. */
export type BlockListener = { blockChanged: (trx: Trx, change: BlockChange) => Promise<void> };

/** Where acts of the host are recorded, in the transaction of the act; `before` and `after` hold what changed, by field. */
export type RecordAct = (
  act: { actor: string; act: string; subject: string; before?: Values; after?: Values },
  within: Trx,
) => Promise<void>;
type Values = Record<string, unknown>;

type NightsTaken = { ok: false; reason: "nights-taken"; nights: LocalDate[] };
type Missed = { ok: false; reason: "unknown" } | { ok: false; reason: "stale" };
export type BlockResult = { ok: true; block: Block } | NightsTaken | Missed;
export type FreeResult = { ok: true } | Missed;

export type Act = { actor: string; at: Date };

export type BlockStore = {
  /** Claims every night and writes the block, or changes nothing. */
  add: (block: Block, act: Act) => Promise<BlockResult>;
  /** Claims the new nights and frees the old ones together. `version` is the one that the host has seen. */
  change: (wanted: Pick<Block, "id" | "startsOn" | "endsOn" | "reason" | "version">, act: Act) => Promise<BlockResult>;
  free: (id: string, version: number, act: Act) => Promise<FreeResult>;
  /** Blocks that touch a day of `[from, to]`, in order. */
  listBetween: (from: LocalDate, to: LocalDate) => Promise<Block[]>;
};
