import { type HostOverride, stayTitle } from "#domain/channels/imported-stay.ts";
import { moneyText } from "#domain/money/currency.ts";
import type { Database } from "../database/connect.ts";
import type { Trx } from "../database/transaction.ts";
import { hostActionRunner, type HostActionNeeds, STALE, unknown } from "./run-host-action.ts";
import { conflictById, linkableBookings } from "./conflict-queries.ts";
import type { HostNotes, Act, StoredChannelStay, StoredConflict, Refusal } from "./ports.ts";
import { stayById } from "./review-queries.ts";
import { writeStay } from "./write-stay.ts";
import { channelById } from "./channel-queries.ts";
import { withHostOverride, withoutHostOverride, settle, HOST_OVERRIDE_LABELS } from "./host-override.ts";

export function createActStore(database: Database, { record, notifyHost, servedTo }: HostActionNeeds) {
  const { db } = database;
  const runHostAction = hostActionRunner(database, notifyHost);
  const saw = async (
    trx: Trx,
    id: string,
    version: number,
  ): Promise<{ ok: true; stay: StoredChannelStay } | Refusal> => {
    const stay = await stayById(trx, id);
    if (!stay) return unknown("stay");
    return stay.version === version ? { ok: true, stay } : STALE;
  };

  return {
    /** `again` says whether to read the calendar again. */
    changeStay: (
      {
        id,
        version,
        hostOverride,
        ...words
      }: { id: string; version: number; hostOverride: HostOverride | null } & HostNotes,
      by: Act,
    ): Promise<{ ok: true; again: boolean } | Refusal> =>
      runHostAction(async (trx) => {
        const seen = await saw(trx, id, version);
        if (!seen.ok) return seen;
        // By unlinking a stay that seemed to be an earlier one on new dates, the host says that it is not (S-25).
        const unlinked = seen.stay.bookingId !== null && words.bookingId === null;
        const stay = unlinked ? { ...seen.stay, movedFrom: null } : seen.stay;
        if (words.bookingId && !(await linkableBookings(trx, stay)).some((booking) => booking.id === words.bookingId))
          return {
            ok: false,
            status: 400,
            message: "Choose a booking that shares a night with this stay",
            field: "bookingId",
          };
        const channel = await channelById(trx, stay.channelId);
        const withdrawn = hostOverride === null && stay.hostOverride !== null;
        const after =
          channel && withdrawn
            ? await withoutHostOverride(trx, stay, channel, { ...by, servedTo })
            : hostOverride
              ? withHostOverride(stay, hostOverride)
              : stay;
        const event = hostOverride === stay.hostOverride ? "" : HOST_OVERRIDE_LABELS[hostOverride ?? "none"];
        await writeStay(trx, { before: seen.stay, after, event }, { actor: by.actor, at: by.at, runId: null });
        await trx
          .updateTable("channel_stay")
          .set({
            guest_name: words.guestName,
            guest_phone: words.guestPhone,
            amount_cents: words.amountCents,
            amount_currency: words.currency,
            notes: words.notes,
            booking_id: words.bookingId,
          })
          .where("id", "=", id)
          .execute();
        await record(
          {
            actor: by.actor,
            act: "Changed an imported stay",
            subject: subjectOf(stay),
            before: recorded(stay),
            after: recorded({ ...words, hostOverride }),
          },
          trx,
        );
        return { ok: true, again: withdrawn };
      }, by),

    decide: (
      { id, version, release }: { id: string; version: number; release: boolean },
      by: Act,
    ): Promise<{ ok: true } | Refusal> =>
      runHostAction(async (trx) => {
        const seen = await saw(trx, id, version);
        if (!seen.ok) return seen;
        if (seen.stay.state !== "missing")
          return {
            ok: false,
            status: 409,
            message: "The platform's calendar still shows this stay. If you want to cancel it, do so on the platform.",
          };
        await settle(trx, seen.stay, release, by, notifyHost);
        await record(
          {
            actor: by.actor,
            act: !release
              ? "Kept an imported stay"
              : seen.stay.startsOn < by.today
                ? "Ended an imported stay early"
                : "Released an imported stay",
            subject: subjectOf(seen.stay),
          },
          trx,
        );
        return { ok: true };
      }, by),

    closeConflict: async (
      id: string,
      { reason, version }: { reason: string; version: string },
      by: Act,
    ): Promise<StoredConflict | Refusal> => {
      const result = await runHostAction(async (trx): Promise<{ ok: true } | Refusal> => {
        const conflict = await conflictById(trx, id);
        if (!conflict) return unknown("conflict");
        if (conflict.closedAt) return { ok: false, status: 409, message: "This conflict is already closed." };
        if (conflict.version !== version) return STALE;
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
            aboutGuestOf: bookingIn(conflict),
          },
          trx,
        );
        return { ok: true };
      }, by);
      return result.ok ? ((await conflictById(db, id)) ?? unknown("conflict")) : result;
    },
  };
}

/** The property's currency may have changed between the two amounts, so each states its own. */
function recorded({
  hostOverride,
  amountCents,
  currency,
  bookingId,
}: Pick<StoredChannelStay, "hostOverride" | "amountCents" | "currency" | "bookingId">) {
  return { hostOverride, amount: amountCents === null ? null : moneyText(amountCents, currency), bookingId };
}

function bookingIn({ sides }: StoredConflict): string | undefined {
  return sides.find(({ kind }) => kind === "booking")?.id;
}

/**
 * Names the stay by its first night instead of by the platform's code, because the log is kept longer than the guest's
 * data (S-67).
 */
function subjectOf(stay: StoredChannelStay): string {
  return `${stayTitle({ ...stay, code: "" }, stay.channelName)} from ${stay.startsOn}`;
}
