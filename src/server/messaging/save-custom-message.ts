import type { BaseNeeds } from "../core/base-needs.ts";
import type { CustomMessageInput } from "#contract/custom-messages.ts";
import { MAX_CUSTOM_MESSAGES } from "#domain/messaging/custom-message.ts";
import { lockSettings } from "../database/dialect.ts";
import { commitIfOk, type IdempotentRequest, type KeyReused, type Trx } from "../database/transaction.ts";
import { randomId } from "../runtime/ids.ts";
import {
  countCustomMessages,
  type CustomMessage,
  findCustomMessage,
  idempotently,
  markDeleted,
  writeCustomMessage,
} from "./custom-message-queries.ts";
import { rescheduleMessages } from "./reschedule-messages.ts";

export type CustomNeeds = Pick<BaseNeeds, "database" | "clock" | "record">;
type Result = { ok: true; custom: CustomMessage } | { ok: false; reason: "too-many" | "unknown" | "stale" } | KeyReused;
type Adding = { actor: string; submit: IdempotentRequest | null };

const SWITCHED_OFF = "No longer needed: you have changed, switched off or deleted this message.";

/** Adds a message, and plans it for those existing bookings for which its send time has not passed. */
export function addCustom(needs: CustomNeeds, input: CustomMessageInput, { actor, submit }: Adding): Promise<Result> {
  const at = needs.clock();
  return inSettings(needs, async (trx) => {
    const { result } = await idempotently<Result>(trx, submit, at, async () => {
      if ((await countCustomMessages(trx)) >= MAX_CUSTOM_MESSAGES) return { ok: false, reason: "too-many" };
      const custom = { id: randomId(), version: 1, ...input };
      await writeCustomMessage(trx, custom, at);
      await settle(needs, trx);
      const subject = nameOf(custom);
      await needs.record({ actor, act: "Added a message", subject, after: recorded(custom) }, trx);
      return { ok: true, custom };
    });
    return result;
  });
}

type Seen = { id: string; version: number; actor: string };

/** Changes a message and its waiting copies. A copy whose new send time has passed is not sent. */
export function saveCustom(needs: CustomNeeds, seen: Seen, input: CustomMessageInput): Promise<Result> {
  return inSettings(needs, async (trx) => {
    const before = await findCustomMessage(trx, seen.id);
    if (!before) return { ok: false, reason: "unknown" };
    if (before.version !== seen.version) return { ok: false, reason: "stale" };
    const custom = { id: seen.id, version: seen.version + 1, ...input };
    await writeCustomMessage(trx, custom, needs.clock());
    await settle(needs, trx);
    const { actor } = seen;
    const values = { before: recorded(before), after: recorded(custom) };
    await needs.record({ actor, act: "Changed a message", subject: nameOf(custom), ...values }, trx);
    return { ok: true, custom };
  });
}

export function deleteCustom(needs: CustomNeeds, { id, version, actor }: Seen): Promise<Result> {
  return inSettings(needs, async (trx) => {
    const custom = await findCustomMessage(trx, id);
    if (!custom) return { ok: false, reason: "unknown" };
    if (custom.version !== version) return { ok: false, reason: "stale" };
    await markDeleted(trx, id, needs.clock());
    await settle(needs, trx);
    await needs.record({ actor, act: "Deleted a message", subject: nameOf(custom), before: recorded(custom) }, trx);
    return { ok: true, custom };
  });
}

function inSettings({ database }: CustomNeeds, work: (trx: Trx) => Promise<Result>): Promise<Result> {
  return commitIfOk(database.db, async (trx) => {
    await lockSettings(database.engine, trx);
    return work(trx);
  });
}

function settle({ database, clock }: CustomNeeds, trx: Trx): Promise<number> {
  return rescheduleMessages(database.engine, trx, clock(), { late: "skip", why: SWITCHED_OFF });
}

const nameOf = ({ title }: CustomMessage) => `Message: ${title}`;

function recorded({ title, timing, on, texts }: CustomMessage) {
  return { title, timing, on, texts };
}
