import { deflateSync } from "node:zlib";
import type { Trx } from "../database/transaction.ts";
import { randomId } from "../runtime/ids.ts";
import type { ReadingResult, Run } from "./ports.ts";

/** How many original calendars of each channel are stored (S-67). */
const KEPT_BODIES = 30;

/** A read is stopped much sooner. If it seems to take longer, or negative time, the machine's clock has been set. */
const LONGEST_READ_MS = 3_600_000;

/** A read as a history row, before its changes are known. */
export function runOf(channelId: string, { cause, startedAt, endedAt, outcome }: Omit<ReadingResult, "today">): Run {
  return {
    id: randomId(),
    channelId,
    startedAt,
    durationMs: Math.min(Math.max(0, endedAt.getTime() - startedAt.getTime()), LONGEST_READ_MS),
    cause,
    state: outcome.state,
    httpStatus: outcome.httpStatus,
    bytes: outcome.bytes,
    events: 0,
    added: 0,
    changed: 0,
    missing: 0,
    released: 0,
    ignored: 0,
    errors: 0,
    held: false,
    result: "",
  };
}

/** Stores the calendar as received, if it differs from the last one stored. */
export async function keepBody(trx: Trx, run: Run, { body, mark }: { body: Buffer; mark: string }): Promise<void> {
  const kept = await trx
    .selectFrom("channel_body")
    .select(["run_id", "mark"])
    .where("channel_id", "=", run.channelId)
    .orderBy("fetched_at", "desc")
    .execute();
  if (kept[0]?.mark === mark) return;
  const old = kept.slice(KEPT_BODIES - 1).map(({ run_id }) => run_id);
  if (old.length > 0) await trx.deleteFrom("channel_body").where("run_id", "in", old).execute();
  await trx
    .insertInto("channel_body")
    .values({
      run_id: run.id,
      channel_id: run.channelId,
      fetched_at: run.startedAt.toISOString(),
      mark,
      body: deflateSync(body).toString("base64"),
    })
    .execute();
}
