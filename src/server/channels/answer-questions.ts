import { missingStays } from "#domain/channels/hold.ts";
import { type HostOverride, isSureStay, mayBeInHouse } from "#domain/channels/imported-stay.ts";
import { CHOICES, type ReviewAnswer } from "#domain/channels/review.ts";
import type { NotifyHost } from "../core/host.ts";
import type { Database } from "../database/connect.ts";
import type { Trx } from "../database/transaction.ts";
import { hostActionRunner, type HostActionNeeds, STALE, unknown } from "./run-host-action.ts";
import type { Act, StoredChannelStay, StoredReview, Refusal } from "./ports.ts";
import { reviewById, stayById } from "./review-queries.ts";
import { writeStay } from "./write-stay.ts";
import { channelById, heldRow, stayFromRow, stays } from "./channel-queries.ts";
import { withHostOverride, settle, HOST_OVERRIDE_LABELS } from "./host-override.ts";

export function createReviewStore(database: Database, { record, notifyHost }: HostActionNeeds) {
  const { db } = database;
  const runHostAction = hostActionRunner(database, notifyHost);

  return {
    /** `again` says whether to read the calendar again. */
    answer: async (
      id: string,
      { answer, version }: { answer: ReviewAnswer; version: string },
      by: Act,
    ): Promise<{ ok: true; review: StoredReview; again: boolean } | Refusal> => {
      let again = false;
      const result = await runHostAction(async (trx): Promise<{ ok: true } | Refusal> => {
        const review = await reviewById(trx, id);
        if (!review) return unknown("question");
        if (review.answeredAt)
          return { ok: false, status: 409, message: "This question has already been answered, or is no longer open." };
        if (review.version !== version) return STALE;
        if (!CHOICES[review.kind].some((choice) => choice.answer === answer))
          return { ok: false, status: 400, message: "Choose one of the answers", field: "answer" };
        again = await carryOut(trx, review, answer, by, notifyHost);
        await trx
          .updateTable("channel_review")
          .set({ answered_at: by.at.toISOString(), answered_by: by.actor, answer })
          .where("id", "=", id)
          .execute();
        await record(
          { actor: by.actor, act: "Answered a question about a channel", subject: review.question, after: { answer } },
          trx,
        );
        return { ok: true };
      }, by);
      const review = result.ok ? await reviewById(db, id) : null;
      return review ? { ok: true, review, again } : result.ok ? unknown("question") : result;
    },
  };
}

/** Carries out the answer. Returns true if the calendar should be read again. */
async function carryOut(
  trx: Trx,
  { kind, channelId, stayId, otherStayId }: StoredReview,
  answer: ReviewAnswer,
  by: Act,
  notifyHost: NotifyHost | null,
): Promise<boolean> {
  const stay = stayId ? await stayById(trx, stayId) : null;
  const channel = await channelById(trx, channelId);
  const override = (one: StoredChannelStay, hostOverride: HostOverride) =>
    writeStay(
      trx,
      { before: one, after: withHostOverride(one, hostOverride), event: HOST_OVERRIDE_LABELS[hostOverride] },
      { ...by, runId: null },
    );
  switch (kind) {
    case "long-span": {
      if (stay && (answer === "booking" || answer === "closure" || answer === "ignore")) await override(stay, answer);
      return false;
    }
    case "told-twice": {
      // Nobody knows which event is the real sale, so the answer applies to all of them. When our booking is cancelled,
      // its echo disappears from the calendar.
      const rows = stay
        ? await stays(trx)
            .where("channel_stay.channel_id", "=", channelId)
            .where("channel_stay.spared", "=", "echo")
            .where("starts_on", "=", stay.startsOn)
            .where("ends_on", "=", stay.endsOn)
            .execute()
        : [];
      const hostOverride = answer === "booking" ? "booking" : "ignore";
      for (const one of rows.map(stayFromRow)) await override(one, hostOverride);
      return false;
    }
    case "sold-twice": {
      const other = otherStayId ? await stayById(trx, otherStayId) : null;
      // Linked: the record with less information counts as the copy. Sold twice: both records count as bookings, so
      // there is a conflict.
      const judgements =
        answer === "linked"
          ? [{ one: stay, hostOverride: "closure" as const }]
          : [stay, other].map((one) => ({ one, hostOverride: "booking" as const }));
      for (const { one, hostOverride } of judgements) {
        if (one && !isSureStay(one)) await override(one, hostOverride);
      }
      return false;
    }
    case "left-in-stay":
      if (stay?.state === "missing") await settle(trx, stay, answer === "left", by, notifyHost);
      return false;
    case "sudden-drop": {
      const rows = await stays(trx)
        .where("channel_stay.channel_id", "=", channelId)
        .where("ends_on", ">", by.today)
        .execute();
      const releasable = rows.map(stayFromRow).filter((one) => !mayBeInHouse(one, by.today));
      // Settle only the stays that the question is about, not stays that vanished later or that the host has kept.
      for (const missing of missingStays(releasable, channel?.held?.known ?? []))
        await settle(trx, missing, answer === "cancelled", by, notifyHost);
      await noHold(trx, channelId);
      return false;
    }
    case "block":
      return false; // Answered when the platform was connected, so never open.
    case "other-calendar":
      if (answer === "same") await noHold(trx, channelId, { seen_product: channel?.held?.mark ?? "" });
      // The hold remains, so that the platform still counts as unreachable (S-35).
      else await trx.updateTable("channel").set({ state: "paused" }).where("id", "=", channelId).execute();
      return answer === "same";
  }
}

async function noHold(trx: Trx, channelId: string, also: { seen_product?: string } = {}): Promise<void> {
  await trx
    .updateTable("channel")
    .set({ ...heldRow(null), etag: "", last_modified: "", ...also })
    .where("id", "=", channelId)
    .execute();
}
