import { PROPERTY_ID } from "#domain/booking/booking.ts";
import { isStay, type ImportedStay, type SparedReason, type Verdict } from "#domain/channels/imported-stay.ts";
import { CHOICES, type ReviewAnswer } from "#domain/channels/review.ts";
import { stayTitle } from "#domain/channels/stay-title.ts";
import type { Database } from "../database/connect.ts";
import { isUniqueViolation, lockCalendar } from "../database/dialect.ts";
import { commitIfOk, type Trx } from "../database/transaction.ts";
import { conflictById, followConflicts } from "./conflict-store.ts";
import type { Act, Channel, DeskStore, KeptReview, KeptStay, RecordAct, Refusal, TellHost } from "./ports.ts";
import { reviewById, stayById } from "./review-store.ts";
import { writeStay } from "./stay-writer-store.ts";
import { channelById, stayFromRow, stays } from "./stored-channel.ts";

export type ActNeeds = {
  record: RecordAct;
  tellHost: TellHost | null;
  /** Our calendar for the channel is no longer given out (S-68). */
  closeFeed: (trx: Trx, channelId: string) => Promise<void>;
};
type Acts = Pick<
  DeskStore,
  "add" | "discard" | "change" | "disconnect" | "saveRules" | "changeStay" | "decide" | "closeConflict" | "answer"
>;

const STALE: Refusal = {
  ok: false,
  status: 409,
  message: "This was changed meanwhile. Look at it as it is now, then try again.",
};
const unknown = (what: string): Refusal => ({ ok: false, status: 404, message: `There is no such ${what}.` });

export function createActStore({ db, engine }: Database, { record, tellHost, closeFeed }: ActNeeds): Acts {
  /** One act of the host: under the calendar's lock, in the audit log, conflicts followed. */
  const act = <R extends { ok: boolean }>(work: (trx: Trx) => Promise<R>, { at, today }: Act) =>
    commitIfOk(db, async (trx) => {
      await lockCalendar(engine, trx, PROPERTY_ID);
      const result = await work(trx);
      if (result.ok) await followConflicts(trx, at, today, tellHost);
      return result;
    });
  const saw = async (trx: Trx, id: string, version: number): Promise<{ ok: true; stay: KeptStay } | Refusal> => {
    const stay = await stayById(trx, id);
    if (!stay) return unknown("stay");
    return stay.version === version ? { ok: true, stay } : STALE;
  };

  return {
    add: async ({ id, platform, name, mode, url, hash }, actor, at) => {
      try {
        await db.transaction().execute(async (trx) => {
          await trx
            .insertInto("channel")
            .values({
              id,
              property_id: PROPERTY_ID,
              platform,
              name,
              mode,
              state: "connected",
              import_url: url,
              import_hash: hash,
              connected_at: at.toISOString(),
              disconnected_at: null,
              next_run_at: at.toISOString(),
            })
            .execute();
          await record({ actor, act: "Connected a channel", subject: name, after: { platform, mode } }, trx);
        });
        return true;
      } catch (error) {
        if (isUniqueViolation(error)) return false;
        throw error;
      }
    },

    discard: async (id) => {
      await db.transaction().execute(async (trx) => {
        await trx.deleteFrom("channel_run").where("channel_id", "=", id).execute();
        await trx.deleteFrom("channel").where("id", "=", id).where("last_ok_at", "is", null).execute();
      });
    },

    change: ({ id, version, name, mode, paused }, by) =>
      act(async (trx) => {
        const before = await channelById(trx, id);
        if (!before || before.state === "disconnected") return unknown("channel");
        if (before.version !== version) return STALE;
        const state = paused ? "paused" : "connected";
        await trx
          .updateTable("channel")
          // Read anew in full, because what counts may differ.
          .set({
            name,
            mode,
            state,
            etag: "",
            last_modified: "",
            next_run_at: by.at.toISOString(),
            version: version + 1,
          })
          .where("id", "=", id)
          .execute();
        const values = {
          before: { name: before.name, mode: before.mode, state: before.state },
          after: { name, mode, state },
        };
        await record({ actor: by.actor, act: "Changed a channel", subject: name, ...values }, trx);
        return { ok: true };
      }, by),

    disconnect: ({ id, version, release }, by) =>
      act(async (trx) => {
        const channel = await channelById(trx, id);
        if (!channel || channel.state === "disconnected") return unknown("channel");
        if (channel.version !== version) return STALE;
        if (release) await releaseComing(trx, id, by, "Released when the channel was disconnected");
        await trx
          .updateTable("channel")
          .set({
            state: "disconnected",
            import_url: null,
            import_hash: null,
            lease: null,
            lease_until: null,
            disconnected_at: by.at.toISOString(),
            version: version + 1,
          })
          .where("id", "=", id)
          .execute();
        await trx.deleteFrom("channel_body").where("channel_id", "=", id).execute();
        await trx
          .updateTable("channel_review")
          .set({ answered_at: by.at.toISOString(), answered_by: by.actor })
          .where("channel_id", "=", id)
          .where("answered_at", "is", null)
          .execute();
        await closeFeed(trx, id);
        await record(
          {
            actor: by.actor,
            act: "Disconnected a channel",
            subject: channel.name,
            after: { stays: release ? "released" : "kept" },
          },
          trx,
        );
        return { ok: true };
      }, by),

    saveRules: (rules, { actor }) =>
      db.transaction().execute(async (trx) => {
        const row = {
          poll_minutes: rules.pollMinutes,
          when_silent: rules.whenSilent,
          forget_after_days: rules.forgetAfterDays,
        };
        await trx
          .insertInto("channel_rules")
          .values({ id: 1, ...row })
          .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
          .execute();
        await record({ actor, act: "Changed the channels' rules", subject: "Channels", after: rules }, trx);
      }),

    changeStay: ({ id, version, verdict, ...words }, by) =>
      act(async (trx) => {
        const seen = await saw(trx, id, version);
        if (!seen.ok) return seen;
        const { stay } = seen;
        if (
          words.bookingId !== null &&
          !(await trx.selectFrom("booking").select("id").where("id", "=", words.bookingId).executeTakeFirst())
        )
          return { ...unknown("booking"), field: "bookingId" };
        const channel = await channelById(trx, stay.channelId);
        const after = judged(stay, verdict, channel);
        const event = verdict === stay.verdict ? "" : VERDICT_WORDS[verdict ?? "none"];
        await writeStay(trx, { before: stay, after, event }, { actor: by.actor, at: by.at, runId: null });
        await trx
          .updateTable("channel_stay")
          .set({
            guest_name: words.guestName,
            guest_phone: words.guestPhone,
            amount_cents: words.amountCents,
            notes: words.notes,
            booking_id: words.bookingId,
          })
          .where("id", "=", id)
          .execute();
        const facts = { verdict, amountCents: words.amountCents, bookingId: words.bookingId };
        const old = { verdict: stay.verdict, amountCents: stay.amountCents, bookingId: stay.bookingId };
        await record(
          {
            actor: by.actor,
            act: "Changed an imported stay",
            subject: stayTitle(stay, stay.channelName),
            before: old,
            after: facts,
          },
          trx,
        );
        return { ok: true };
      }, by),

    decide: ({ id, version, release }, by) =>
      act(async (trx) => {
        const seen = await saw(trx, id, version);
        if (!seen.ok) return seen;
        if (seen.stay.state !== "missing")
          return { ok: false, status: 409, message: "The platform's calendar shows this stay. Cancel it there." };
        await settle(trx, seen.stay, release, by);
        await record(
          {
            actor: by.actor,
            act: release ? "Released an imported stay" : "Kept an imported stay",
            subject: stayTitle(seen.stay, seen.stay.channelName),
          },
          trx,
        );
        return { ok: true };
      }, by),

    closeConflict: async (id, reason, by) => {
      const result = await act(async (trx): Promise<{ ok: true } | Refusal> => {
        const conflict = await conflictById(trx, id);
        if (!conflict) return unknown("conflict");
        if (conflict.closedAt) return { ok: false, status: 409, message: "This conflict is closed already." };
        await trx
          .updateTable("channel_conflict")
          .set({ closed_at: by.at.toISOString(), closed_by: by.actor, reason })
          .where("id", "=", id)
          .execute();
        await record(
          {
            actor: by.actor,
            act: "Closed a conflict",
            subject: `Nights from ${conflict.from} to ${conflict.to}`,
            after: { reason },
          },
          trx,
        );
        return { ok: true };
      }, by);
      return result.ok ? ((await conflictById(db, id)) ?? unknown("conflict")) : result;
    },

    answer: async (id, answer, by) => {
      let again = false;
      const result = await act(async (trx): Promise<{ ok: true } | Refusal> => {
        const review = await reviewById(trx, id);
        if (!review) return unknown("question");
        if (review.answeredAt) return { ok: false, status: 409, message: "This question is answered already." };
        if (!CHOICES[review.kind].some((choice) => choice.answer === answer))
          return { ok: false, status: 400, message: "Choose one of the answers", field: "answer" };
        again = await carryOut(trx, review, answer, by);
        await trx
          .updateTable("channel_review")
          .set({ answered_at: by.at.toISOString(), answered_by: by.actor, answer })
          .where("id", "=", id)
          .execute();
        await record(
          { actor: by.actor, act: "Answered a question of a channel", subject: review.question, after: { answer } },
          trx,
        );
        return { ok: true };
      }, by);
      const review = result.ok ? await reviewById(db, id) : null;
      return review ? { ok: true, review, again } : result.ok ? unknown("question") : result;
    },
  };
}

const VERDICT_WORDS: Record<Verdict | "none", string> = {
  booking: "The host says: it is a booking",
  closure: "The host says: it is a closure",
  ignore: "The host says: ignore it",
  none: "The host has taken back what it is",
};

function judged(stay: KeptStay, verdict: Verdict | null, channel: Channel | null): KeptStay {
  if (verdict === stay.verdict) return stay;
  const spared: SparedReason | null = verdict === "ignore" ? "ignored" : null;
  const usual =
    verdict === null && stay.kind === "block" && channel?.mode === "reservations" ? "block-ignored" : spared;
  return { ...stay, verdict, spared: usual };
}

/** What the calendar no longer shows is released, or kept whatever it shows (S-37). */
async function settle(trx: Trx, stay: ImportedStay, release: boolean, { actor, at }: Act): Promise<void> {
  const after: ImportedStay = release ? { ...stay, state: "released" } : { ...stay, kept: true };
  const event = release ? "Released by the host" : "Kept by the host although the calendar does not show it";
  await writeStay(trx, { before: stay, after, event }, { actor, at, runId: null });
}

async function releaseComing(trx: Trx, channelId: string, { actor, at, today }: Act, event: string): Promise<void> {
  const rows = await stays(trx)
    .where("channel_stay.channel_id", "=", channelId)
    .where("channel_stay.state", "in", ["active", "missing"])
    .where("starts_on", ">", today)
    .execute();
  for (const before of rows.map(stayFromRow)) {
    await writeStay(trx, { before, after: { ...before, state: "released" }, event }, { actor, at, runId: null });
  }
}

/** Does what the host has answered; true when the calendar should be read anew. */
async function carryOut(
  trx: Trx,
  { kind, channelId, stayId }: KeptReview,
  answer: ReviewAnswer,
  by: Act,
): Promise<boolean> {
  const stay = stayId ? await stayById(trx, stayId) : null;
  const channel = await channelById(trx, channelId);
  switch (kind) {
    case "long-span": {
      const verdict = answer === "booking" || answer === "closure" || answer === "ignore" ? answer : null;
      if (stay)
        await writeStay(
          trx,
          { before: stay, after: judged(stay, verdict, channel), event: VERDICT_WORDS[verdict ?? "none"] },
          { ...by, runId: null },
        );
      return false;
    }
    case "left-in-stay":
      if (stay?.state === "missing") await settle(trx, stay, answer === "left", by);
      return false;
    case "sudden-drop": {
      const rows = await stays(trx)
        .where("channel_stay.channel_id", "=", channelId)
        .where("channel_stay.state", "=", "missing")
        .where("starts_on", ">", by.today)
        .execute();
      for (const missing of rows.map(stayFromRow).filter(isStay))
        await settle(trx, missing, answer === "cancelled", by);
      await noHold(trx, channelId, {});
      return false;
    }
    case "other-calendar":
      await noHold(
        trx,
        channelId,
        answer === "same" ? { seen_product: channel?.held?.mark ?? "" } : { state: "paused" },
      );
      return answer === "same";
  }
}

async function noHold(trx: Trx, channelId: string, also: { seen_product?: string; state?: "paused" }): Promise<void> {
  await trx
    .updateTable("channel")
    .set({ held_reason: "", held_since: null, held_mark: "", held_times: 0, etag: "", last_modified: "", ...also })
    .where("id", "=", channelId)
    .execute();
}
