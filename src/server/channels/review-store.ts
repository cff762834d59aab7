import type { ReviewWanted } from "#domain/channels/imported-change.ts";
import type { ReviewAnswer } from "#domain/channels/review.ts";
import type { Trx } from "../database/transaction.ts";
import { randomId } from "../runtime/ids.ts";
import type { KeptReview } from "./ports.ts";
import { IMPORT, type Reader, stayFromRow, stays } from "./stored-channel.ts";

export async function stayById(db: Reader, id: string) {
  const row = await stays(db).where("channel_stay.id", "=", id).executeTakeFirst();
  return row ? stayFromRow(row) : null;
}

export function reviews(db: Reader) {
  return db
    .selectFrom("channel_review")
    .innerJoin("channel", "channel.id", "channel_review.channel_id")
    .selectAll("channel_review")
    .select("channel.name as channel_name");
}

export async function reviewById(db: Reader, id: string): Promise<KeptReview | null> {
  const row = await reviews(db).where("channel_review.id", "=", id).executeTakeFirst();
  return row ? reviewFromRow(row) : null;
}

type ReviewRow = Awaited<ReturnType<ReturnType<typeof reviews>["executeTakeFirstOrThrow"]>>;

export function reviewFromRow(row: ReviewRow): KeptReview {
  return {
    id: row.id,
    channelId: row.channel_id,
    channelName: row.channel_name,
    kind: row.kind,
    question: row.question,
    stayId: row.stay_id,
    openedAt: new Date(row.opened_at),
    answeredAt: row.answered_at === null ? null : new Date(row.answered_at),
    answeredBy: row.answered_by,
    answer: row.answer,
  };
}

/** What the host has answered before, by nights (S-23). */
export async function answersOf(trx: Trx, channelId: string): Promise<Map<string, ReviewAnswer>> {
  const rows = await trx
    .selectFrom("channel_review")
    .select(["nights", "answer"])
    .where("channel_id", "=", channelId)
    .where("kind", "=", "long-span")
    .where("answer", "is not", null)
    .orderBy("answered_at")
    .execute();
  return new Map(rows.flatMap(({ nights, answer }) => (answer ? [[nights, answer] as const] : [])));
}

/** One open question of a kind about a stay, or about a calendar, with its newest words. */
export async function askHost(
  trx: Trx,
  channelId: string,
  { kind, stay, question, nights }: ReviewWanted,
  at: Date,
): Promise<void> {
  const same = trx
    .updateTable("channel_review")
    .set({ question, nights })
    .where("channel_id", "=", channelId)
    .where("kind", "=", kind)
    .where("answered_at", "is", null);
  const { numUpdatedRows } = await (
    stay ? same.where("stay_id", "=", stay.id) : same.where("stay_id", "is", null)
  ).executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) return;
  await trx
    .insertInto("channel_review")
    .values({
      id: randomId(),
      channel_id: channelId,
      stay_id: stay?.id ?? null,
      kind,
      question,
      nights,
      opened_at: at.toISOString(),
    })
    .execute();
}

/** The calendar has answered by itself. */
export async function dropQuestions(trx: Trx, channelId: string, at: Date): Promise<void> {
  await trx
    .updateTable("channel_review")
    .set({ answered_at: at.toISOString(), answered_by: IMPORT })
    .where("channel_id", "=", channelId)
    .where("kind", "in", ["sudden-drop", "other-calendar"])
    .where("answered_at", "is", null)
    .execute();
}
