import type { ReviewAnswer, ReviewKind } from "#domain/channels/review.ts";
import type { Trx } from "../database/transaction.ts";
import { randomId } from "../runtime/ids.ts";
import { versionOf } from "../runtime/version-of.ts";
import type { HostNotification } from "../core/host.ts";
import type { Decision, StoredReview } from "./ports.ts";
import { IMPORT, type Reader, stayFromRow, stays } from "./channel-queries.ts";

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

export async function reviewById(db: Reader, id: string): Promise<StoredReview | null> {
  const row = await reviews(db).where("channel_review.id", "=", id).executeTakeFirst();
  return row ? reviewFromRow(row) : null;
}

type ReviewRow = Awaited<ReturnType<ReturnType<typeof reviews>["executeTakeFirstOrThrow"]>>;

export function reviewFromRow(row: ReviewRow): StoredReview {
  return {
    id: row.id,
    channelId: row.channel_id,
    channelName: row.channel_name,
    kind: row.kind,
    question: row.question,
    version: versionOf([row.question, row.nights]),
    stayId: row.stay_id,
    otherStayId: row.other_stay_id,
    openedAt: new Date(row.opened_at),
    answeredAt: row.answered_at === null ? null : new Date(row.answered_at),
    answeredBy: row.answered_by,
    answer: row.answer,
  };
}

/** The host's earlier answers, by the nights they concern (S-22, S-23). */
export async function answersOf(trx: Trx, channelId: string): Promise<Map<string, ReviewAnswer>> {
  const rows = await trx
    .selectFrom("channel_review")
    .select(["nights", "answer"])
    .where("channel_id", "=", channelId)
    .where("kind", "in", ["long-span", "block"])
    .where("answer", "is not", null)
    .orderBy("answered_at")
    .execute();
  return new Map(rows.flatMap(({ nights, answer }) => (answer ? [[nights, answer] as const] : [])));
}

/**
 * Opens new questions, updates the text of open questions, and withdraws questions that no longer apply. Returns the
 * notifications about the new questions.
 */
export async function askHost(
  trx: Trx,
  channelId: string,
  { reviews: newReviews, withdrawOthers }: Pick<Decision, "reviews" | "withdrawOthers">,
  at: Date,
): Promise<HostNotification[]> {
  const open = await trx
    .selectFrom("channel_review")
    .select(["id", "kind", "stay_id", "nights", "question"])
    .where("channel_id", "=", channelId)
    .where("kind", "<>", "sold-twice")
    .where("answered_at", "is", null)
    .execute();
  const left = new Map(open.map((row) => [subjectOf(row.kind, row.stay_id, row.nights), row]));
  const notifications: HostNotification[] = [];
  for (const { kind, stay, question, nights, notification } of newReviews) {
    const subject = subjectOf(kind, stay?.id ?? null, nights);
    const known = left.get(subject);
    left.delete(subject);
    const words = { question, nights, stay_id: stay?.id ?? null };
    if (!known) {
      await openQuestion(trx, { channelId, kind, ...words, otherStayId: null }, at);
      if (notification) notifications.push(notification);
    } else if (known.question !== question || known.stay_id !== words.stay_id || known.nights !== nights) {
      await trx.updateTable("channel_review").set(words).where("id", "=", known.id).execute();
    }
  }
  if (withdrawOthers) for (const { id } of left.values()) await withdraw(trx, id, at);
  return notifications;
}

/**
 * Echoes of our nights may get new UIDs with each read, so a question about an echo is identified by its nights. Any
 * other question is identified by its stay, or by its kind alone if it is about the whole calendar.
 */
function subjectOf(kind: ReviewKind, stayId: string | null, nights: string): string {
  return `${kind} ${kind === "told-twice" ? nights : (stayId ?? "")}`;
}

type Question = {
  channelId: string;
  kind: ReviewKind;
  stay_id: string | null;
  otherStayId: string | null;
  question: string;
  nights: string;
};
export async function openQuestion(trx: Trx, { channelId, otherStayId, ...words }: Question, at: Date): Promise<void> {
  await trx
    .insertInto("channel_review")
    .values({
      id: randomId(),
      channel_id: channelId,
      other_stay_id: otherStayId,
      ...words,
      opened_at: at.toISOString(),
    })
    .execute();
}

/** Closes a question that the calendars have answered. */
export async function withdraw(trx: Trx, id: string, at: Date): Promise<void> {
  await trx
    .updateTable("channel_review")
    .set({ answered_at: at.toISOString(), answered_by: IMPORT })
    .where("id", "=", id)
    .execute();
}
