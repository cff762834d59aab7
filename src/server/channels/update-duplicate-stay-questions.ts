import { collisionOf, type Holder, duplicateStays } from "#domain/channels/conflicts.ts";
import type { Trx } from "../database/transaction.ts";
import type { NotifyHost } from "../core/host.ts";
import { openQuestion, stayById, withdraw } from "./review-queries.ts";
import { writeStay } from "./write-stay.ts";
import { IMPORT } from "./channel-queries.ts";
import { nameOf } from "#domain/channels/imported-stay.ts";
import { dayText } from "#domain/calendar/day-text.ts";

/** For how long we do not ask about two platforms again after the host has said that they are linked directly. */
const LINK_MEMORY_MS = 30 * 24 * 60 * 60_000;

/**
 * S-41, S-44: asks the host about stays that two platforms show on the same nights, and withdraws questions that no
 * longer apply. The nights stay closed meanwhile. The caller holds the calendar's lock.
 */
export async function updateDuplicateStayQuestions(
  trx: Trx,
  holders: readonly Holder[],
  at: Date,
  notifyHost: NotifyHost | null,
): Promise<void> {
  const open = await trx
    .selectFrom("channel_review")
    .select(["id", "stay_id", "other_stay_id"])
    .where("kind", "=", "sold-twice")
    .where("answered_at", "is", null)
    .execute();
  const left = new Map(open.map((row) => [pairOf(row.stay_id, row.other_stay_id), row.id]));
  for (const { first, copy } of duplicateStays(holders)) {
    const pair = pairOf(copy.id, first.id);
    if (left.delete(pair)) continue;
    if (await areLinked(trx, first.origin, copy.origin, at)) await treatAsCopy(trx, copy.id, at);
    else await ask(trx, first, copy, at, notifyHost);
  }
  for (const id of left.values()) await withdraw(trx, id, at);
}

const pairOf = (one: string | null, other: string | null) =>
  (one ?? "") < (other ?? "") ? `${one} ${other}` : `${other} ${one}`;

async function ask(trx: Trx, first: Holder, copy: Holder, at: Date, notifyHost: NotifyHost | null): Promise<void> {
  const [one, other] = [await stayById(trx, first.id), await stayById(trx, copy.id)];
  if (!one || !other) return;
  const [name, otherName] = [nameOf(one.platform, one.channelName), nameOf(other.platform, other.channelName)];
  const { from, to } = collisionOf(first, copy);
  const question = `${name} and ${otherName} both show the nights from ${dayText(from)} to ${dayText(to)} as taken. Were they sold twice, or are the two platforms linked directly?`;
  const words = { kind: "sold-twice" as const, question, nights: `${from}/${to}` };
  await openQuestion(trx, { ...words, channelId: other.channelId, stay_id: other.id, otherStayId: one.id }, at);
  await notifyHost?.(trx, {
    key: `channel-twins:${one.id}:${other.id}:${at.getTime()}`,
    subject: `${name} and ${otherName}: were these nights sold twice?`,
    lines: [
      question,
      "The nights stay closed here. Compare the two bookings on the platforms, then answer the question in the portal.",
    ],
    link: "/admin/channels#questions",
  });
}

/**
 * Whether the host recently answered that the two platforms are linked; the answer also applies to their other stays.
 */
async function areLinked(trx: Trx, one: string, other: string, at: Date): Promise<boolean> {
  const since = new Date(at.getTime() - LINK_MEMORY_MS).toISOString();
  const rows = await trx
    .selectFrom("channel_review")
    .innerJoin("channel_stay", "channel_stay.id", "channel_review.other_stay_id")
    .select(["channel_review.channel_id as copied", "channel_stay.channel_id as sold"])
    .where("channel_review.kind", "=", "sold-twice")
    .where("channel_review.answer", "=", "linked")
    .where("channel_review.answered_at", ">", since)
    .execute();
  return rows.some(({ copied, sold }) => pairOf(copied, sold) === pairOf(one, other));
}

async function treatAsCopy(trx: Trx, id: string, at: Date): Promise<void> {
  const before = await stayById(trx, id);
  if (!before) return;
  const event = "Treated as a copy: the host said that the two platforms are linked directly";
  await writeStay(
    trx,
    { before, after: { ...before, hostOverride: "closure" }, event },
    { actor: IMPORT, at, runId: null },
  );
}
