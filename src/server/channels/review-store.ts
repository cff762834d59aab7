import type { KeptReview } from "./ports.ts";
import { type Reader, stayFromRow, stays } from "./stored-channel.ts";

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
