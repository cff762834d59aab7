import type { Selectable } from "kysely";
import { PROPERTY_ID } from "#domain/booking/booking.ts";
import type { Stay } from "#domain/booking/stay.ts";
import { type CalendarCheck, type CheckCalendars, claimNights, freeNights } from "../database/calendar.ts";
import type { Database } from "../database/connect.ts";
import type { Schema } from "../database/schema.ts";
import { commitUnderCalendarLock, type Trx } from "../database/transaction.ts";
import type { RecordAct } from "../core/host.ts";
import type { Block, BlockAct, BlockChange, BlockListener, BlockStore } from "./ports.ts";

export type Announced = { listeners: readonly BlockListener[]; record: RecordAct | null };

/**
 * The platforms' calendars are also read before the host blocks nights, so that a block does not cover a recent sale.
 * An unreachable platform does not prevent a block, because a block only takes nights off sale.
 */
export function createBlockStore(
  { db }: Database,
  { checkCalendars, ...announced }: Announced & { checkCalendars: CheckCalendars },
): BlockStore {
  return {
    add: async (block, act) => {
      const check = await checkForClosure(checkCalendars);
      return commitUnderCalendarLock(db, async (trx) => {
        const taken = await claimNights(trx, check, PROPERTY_ID, stayOf(block), { block_id: block.id });
        if (taken.length > 0) return { ok: false, reason: "nights-taken", nights: taken };
        await trx.insertInto("owner_block").values(toRow(block)).execute();
        await announce(trx, announced, { act: "block.create", ...act, before: null, after: block });
        return { ok: true, block };
      });
    },

    change: async ({ id, version, ...update }, act) => {
      const check = await checkForClosure(checkCalendars);
      return commitUnderCalendarLock(db, async (trx) => {
        const before = await blockById(trx, id);
        if (!before) return { ok: false, reason: "unknown" };
        if (before.version !== version) return { ok: false, reason: "stale" };
        const after = { ...before, ...update, version: version + 1 };
        // Claim the new nights before freeing the old ones, so that the block owns its nights at every step.
        const taken = await claimNights(trx, check, PROPERTY_ID, stayOf(after), { block_id: id });
        if (taken.length > 0) return { ok: false, reason: "nights-taken", nights: taken };
        await trx.updateTable("owner_block").set(toRow(after)).where("id", "=", id).execute();
        await freeNights(trx, { block_id: id }, [stayOf(after)]);
        await announce(trx, announced, { act: "block.change", ...act, before, after });
        return { ok: true, block: after };
      });
    },

    free: (id, version, act) =>
      commitUnderCalendarLock(db, async (trx) => {
        const before = await blockById(trx, id);
        if (!before) return { ok: false, reason: "unknown" };
        if (before.version !== version) return { ok: false, reason: "stale" };
        await trx.deleteFrom("owner_block").where("id", "=", id).execute();
        await freeNights(trx, { block_id: id }, []);
        await announce(trx, announced, { act: "block.free", ...act, before, after: null });
        return { ok: true };
      }),

    listBetween: async (from, to) => {
      const rows = await db
        .selectFrom("owner_block")
        .selectAll()
        .where("starts_on", "<=", to)
        .where("ends_on", ">=", from)
        .orderBy("starts_on")
        .execute();
      return rows.map(fromRow);
    },
  };
}

async function checkForClosure(checkCalendars: CheckCalendars): Promise<CalendarCheck> {
  const checked = await checkCalendars("closure");
  if (!checked.ok) throw new Error("A block was refused, although calendar checks never refuse one");
  return checked.check;
}

async function announce(trx: Trx, { record, listeners }: Announced, change: BlockChange): Promise<void> {
  const { actor, act, before, after } = change;
  const values = { ...(before ? { before: factsOf(before) } : {}), ...(after ? { after: factsOf(after) } : {}) };
  const nights = after ?? before;
  const subject = nights ? `Nights from ${nights.startsOn} to ${nights.endsOn}` : "Nights";
  await record?.({ actor, act: ACT_NAMES[act], subject, ...values }, trx);
  for (const listener of listeners) await listener.blockChanged(trx, change);
}

/** The names of the actions in the audit log. */
const ACT_NAMES = {
  "block.create": "Blocked nights",
  "block.change": "Changed a block",
  "block.free": "Freed blocked nights",
} satisfies Record<BlockAct, string>;

function factsOf({ startsOn, endsOn, reason }: Block) {
  return { startsOn, endsOn, reason };
}

async function blockById(trx: Trx, id: string): Promise<Block | null> {
  const row = await trx.selectFrom("owner_block").selectAll().where("id", "=", id).executeTakeFirst();
  return row ? fromRow(row) : null;
}

function stayOf(block: Block): Stay {
  return { checkIn: block.startsOn, checkOut: block.endsOn };
}

function toRow(block: Block) {
  return {
    id: block.id,
    property_id: PROPERTY_ID,
    starts_on: block.startsOn,
    ends_on: block.endsOn,
    reason: block.reason,
    created_at: block.createdAt.toISOString(),
    created_by: block.createdBy,
    version: block.version,
  };
}

function fromRow(row: Selectable<Schema["owner_block"]>): Block {
  return {
    id: row.id,
    startsOn: row.starts_on,
    endsOn: row.ends_on,
    reason: row.reason,
    createdAt: new Date(row.created_at),
    createdBy: row.created_by,
    version: row.version,
  };
}
