import { PROPERTY_ID } from "#domain/booking/booking.ts";
import { sameDates } from "#domain/booking/stay.ts";
import { holdsItsNights, type ImportedStay } from "#domain/channels/imported-stay.ts";
import { spanOf } from "#domain/channels/match.ts";
import type { StayChange } from "#domain/channels/imported-change.ts";
import { claimNights, freeNights, PLATFORM_FACT } from "../database/calendar.ts";
import type { Trx } from "../database/transaction.ts";
import { stayToRow } from "./channel-queries.ts";

type Story = { actor: string; at: Date; runId: string | null };

/**
 * Writes the new state of an imported stay, with its nights and history. New nights are claimed before the row changes
 * and old nights are freed afterwards, because the triggers require every night of a row to be occupied at each step. A
 * night that belongs to another record remains with that record until it is freed. The caller holds the calendar's
 * lock.
 */
export async function writeStay(
  trx: Trx,
  { before, after, event, movedFrom }: Pick<StayChange, "before" | "after" | "event" | "movedFrom">,
  story: Story,
): Promise<void> {
  const owner = { channel_stay_id: after.id };
  const holds = holdsItsNights(after);
  if (holds) await claimNights(trx, PLATFORM_FACT, PROPERTY_ID, spanOf(after), owner);
  const row = stayToRow(after);
  if (before) {
    if (before.movedFrom !== null && after.movedFrom === null) await dropTakenLink(trx, before);
    const { id: _id, ...columns } = row;
    const isNew = !sameDates(spanOf(before), spanOf(after)) || before.state === "released";
    await trx
      .updateTable("channel_stay")
      .set((eb) => ({
        ...columns,
        ...(isNew ? { nights_since: story.at.toISOString() } : {}),
        version: eb("version", "+", 1),
      }))
      .where("id", "=", after.id)
      .execute();
    if (holdsItsNights(before)) await freeNights(trx, owner, holds ? [spanOf(after)] : []);
  } else {
    // If the host linked the stay with the old dates to a booking of the same guest (S-27), the stay with the new dates
    // does not conflict with that booking either.
    const booking_id = movedFrom ? await linkOf(trx, movedFrom.id) : null;
    await trx
      .insertInto("channel_stay")
      .values({ ...row, booking_id })
      .execute();
  }
  if (event !== "") await addEvent(trx, { before: before ?? movedFrom ?? null, after, event }, story);
}

async function linkOf(trx: Trx, stayId: string): Promise<string | null> {
  const row = await trx.selectFrom("channel_stay").select("booking_id").where("id", "=", stayId).executeTakeFirst();
  return row?.booking_id ?? null;
}

/** The old and the new stay have turned out to be different ones, so only the old one remains linked. */
async function dropTakenLink(trx: Trx, { id, movedFrom }: ImportedStay): Promise<void> {
  await trx
    .updateTable("channel_stay")
    .set({ booking_id: null })
    .where("id", "=", id)
    .where("booking_id", "=", (eb) =>
      eb.selectFrom("channel_stay as old").select("old.booking_id").where("old.id", "=", movedFrom),
    )
    .execute();
}

/**
 * Copies the host's notes on a released stay to the stay that seems to replace it (S-25), unless the host has already
 * entered something there.
 */
export async function moveHostNotes(trx: Trx, oldId: string): Promise<void> {
  const words = ["guest_name", "guest_phone", "amount_cents", "amount_currency", "notes", "booking_id"] as const;
  const old = await trx.selectFrom("channel_stay").select(words).where("id", "=", oldId).executeTakeFirstOrThrow();
  await trx
    .updateTable("channel_stay")
    .set(old)
    .where("moved_from", "=", oldId)
    .where("guest_name", "=", "")
    .where("guest_phone", "=", "")
    .where("notes", "=", "")
    .where("amount_cents", "is", null)
    .where((eb) =>
      eb.or([
        eb("booking_id", "is", null),
        ...(old.booking_id === null ? [] : [eb("booking_id", "=", old.booking_id)]),
      ]),
    )
    .execute();
}

export async function addEvent(
  trx: Trx,
  { before, after, event }: Pick<StayChange, "before" | "after" | "event">,
  { actor, at, runId }: Story,
): Promise<void> {
  const text = (stay: ImportedStay | null) => (stay ? `${stay.startsOn}/${stay.endsOn}` : "");
  await trx
    .insertInto("channel_stay_event")
    .values({
      stay_id: after.id,
      run_id: runId,
      at: at.toISOString(),
      actor,
      event,
      before_nights: text(before),
      after_nights: text(after),
    })
    .execute();
}
