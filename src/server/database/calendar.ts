import { nightsOf, type Stay } from "#domain/booking/stay.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import type { Trx } from "./transaction.ts";

/** Who has a night: a booking, a block of the owner, or a stay that a platform sold. */
export type NightOwner = { booking_id: string } | { block_id: string } | { channel_stay_id: string };

/**
 * Claims the nights of a stay in order and answers those that somebody else has; nights that the owner has already
 * stay its own. Callers hold the calendar's lock, and roll back when a night is taken.
 */
export async function claimNights(trx: Trx, propertyId: number, stay: Stay, owner: NightOwner): Promise<LocalDate[]> {
  const nights = nightsOf(stay);
  const claimed = await trx
    .insertInto("occupied_night")
    .values(nights.map((night) => ({ property_id: propertyId, night, ...owner })))
    .onConflict((conflict) => conflict.columns(["property_id", "night"]).doNothing())
    .returning("night")
    .execute();
  if (claimed.length === nights.length) return [];
  const ours = new Set(claimed.map((row) => row.night));
  for (const row of await nightsHeldBy(trx, owner)) ours.add(row.night);
  return nights.filter((night) => !ours.has(night));
}

/** Gives back the owner's nights outside `kept`, or all of them. Triggers refuse to free nights that its row still needs. */
export async function freeNights(trx: Trx, owner: NightOwner, kept: Stay | null): Promise<void> {
  const { column, id } = ownerKey(owner);
  const gone = trx.deleteFrom("occupied_night").where(column, "=", id);
  if (!kept) await gone.execute();
  else await gone.where((eb) => eb.or([eb("night", "<", kept.checkIn), eb("night", ">=", kept.checkOut)])).execute();
}

function nightsHeldBy(trx: Trx, owner: NightOwner): Promise<{ night: LocalDate }[]> {
  const { column, id } = ownerKey(owner);
  return trx.selectFrom("occupied_night").select("night").where(column, "=", id).execute();
}

function ownerKey(owner: NightOwner) {
  if ("booking_id" in owner) return { column: "booking_id", id: owner.booking_id } as const;
  if ("block_id" in owner) return { column: "block_id", id: owner.block_id } as const;
  return { column: "channel_stay_id", id: owner.channel_stay_id } as const;
}
