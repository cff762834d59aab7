import { nightsOf, type Stay } from "#domain/booking/stay.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import { keptForPreparation } from "../core/occupied-nights.ts";
import type { Trx } from "./transaction.ts";

export type NightOwner = { booking_id: string } | { block_id: string } | { channel_stay_id: string };

/**
 * A channel whose calendar could not be read just now. `name` is the platform's name, or the channel's own if it is no
 * known platform. `since` is the last time the calendar was read, null if never.
 */
export type Unreachable = { id: string; name: string; since: Date | null };

/**
 * The result of reading the platforms' calendars. `onUnreachable` is what the host has chosen for an unreachable
 * platform: to be asked, to sell anyway, or not to sell.
 */
export type Freshness = { unreachable: Unreachable[]; onUnreachable: "ask" | "sell" | "stop" };

/**
 * Who claims the nights. The host's rule for unreachable platforms applies to guests. Unless the rule is to sell
 * anyway, a `host` has to confirm first. A block takes nights off sale, so an unreachable platform does not matter.
 */
export type NightsTakenBy = "guest" | "host" | "closure";

export type PlatformsUnreachable = { ok: false; reason: "platforms-unreachable"; unreachable: readonly Unreachable[] };
export type CheckCalendars = (by: NightsTakenBy) => Promise<{ ok: true; check: CalendarCheck } | PlatformsUnreachable>;

export function platformsUnreachable(unreachable: readonly Unreachable[]): PlatformsUnreachable {
  return { ok: false, reason: "platforms-unreachable", unreachable };
}

/**
 * The permission to claim new nights, which is given only after the platforms' calendars have been read or found to be
 * unreachable.
 */
export class CalendarCheck {
  readonly unreachable: readonly Unreachable[];
  /**
   * Whether the host has to confirm because a platform is unreachable: a guest's nights if the rule is to ask the
   * host, and nights that a host takes for a stay unless the rule is to sell anyway.
   */
  readonly asksHost: boolean;
  /** The number of nights that have to be free before and after the stay; 0 for the host, who may take those nights. */
  readonly preparationNights: number;

  private constructor(unreachable: readonly Unreachable[], asksHost: boolean, preparationNights: number) {
    this.unreachable = unreachable;
    this.asksHost = asksHost;
    this.preparationNights = preparationNights;
  }

  /** The only way to get the permission. */
  static by(refresh: () => Promise<Freshness>, preparationNights: () => Promise<number>): CheckCalendars {
    return async (by) => {
      const { unreachable, onUnreachable } = await refresh();
      if (unreachable.length > 0 && by === "guest" && onUnreachable === "stop")
        return platformsUnreachable(unreachable);
      const hostIsWarned = by === "host" && onUnreachable !== "sell";
      const asksHost = unreachable.length > 0 && (hostIsWarned || (by === "guest" && onUnreachable === "ask"));
      return {
        ok: true,
        check: new CalendarCheck(unreachable, asksHost, by === "guest" ? await preparationNights() : 0),
      };
    };
  }
}

/** An imported stay is recorded without a check, because it comes from a calendar that has just been read. */
export const PLATFORM_FACT = "platform-fact";

/**
 * Claims the nights of a stay and returns those that are not available: nights of another owner and, for a guest,
 * nights kept free around other stays. Nights that this owner already has are left unchanged, and a booking takes over
 * the nights of platforms' stays that the host has linked to it (S-27). Callers hold the calendar's lock and, except
 * for an imported stay, roll back if any night is returned.
 */
export async function claimNights(
  trx: Trx,
  permission: CalendarCheck | typeof PLATFORM_FACT,
  propertyId: number,
  stay: Stay,
  owner: NightOwner,
): Promise<LocalDate[]> {
  const nights = nightsOf(stay);
  const preparation = permission === PLATFORM_FACT ? 0 : permission.preparationNights;
  const span = { from: stay.checkIn, to: stay.checkOut };
  const kept = await keptForPreparation(trx, span, preparation, "booking_id" in owner ? owner.booking_id : null);
  const claim = () =>
    trx
      .insertInto("occupied_night")
      .values(nights.map((night) => ({ property_id: propertyId, night, ...owner })))
      .onConflict((conflict) => conflict.columns(["property_id", "night"]).doNothing())
      .returning("night")
      .execute();
  const claimed = await claim();
  // Nearly every claim gets all of its nights at once, and needs no further query.
  if (claimed.length === nights.length) return kept;
  const held = await nightsHeldBy(trx, owner, stay);
  const linked = new Map(held.flatMap(({ linkedId, state }) => (linkedId && state ? [[linkedId, state]] : [])));
  if (linked.size > 0) {
    await release(trx, [...linked.keys()], stay);
    claimed.push(...(await claim()));
    for (const [id, state] of linked)
      await trx.updateTable("channel_stay").set({ state, holds_nights: 1 }).where("id", "=", id).execute();
  }
  const ours = new Set([...claimed, ...held].map((row) => row.night));
  return nights.filter((night) => !ours.has(night) || kept.includes(night));
}

/**
 * Frees those nights of the stay that are held by platforms' records. The triggers refuse to free a night that a record
 * holds, so the records are released until the booking has the nights.
 */
async function release(trx: Trx, ids: string[], { checkIn, checkOut }: Stay): Promise<void> {
  await trx.updateTable("channel_stay").set({ state: "released", holds_nights: 0 }).where("id", "in", ids).execute();
  await trx
    .deleteFrom("occupied_night")
    .where("channel_stay_id", "in", ids)
    .where("night", ">=", checkIn)
    .where("night", "<", checkOut)
    .execute();
}

/**
 * Frees the owner's nights that do not belong to any stay in `kept`. Triggers refuse to free nights that the owner's
 * row still needs.
 */
export async function freeNights(trx: Trx, owner: NightOwner, kept: readonly Stay[]): Promise<void> {
  const { column, id } = ownerKey(owner);
  let gone = trx.deleteFrom("occupied_night").where(column, "=", id);
  for (const { checkIn, checkOut } of kept) {
    gone = gone.where((eb) => eb.or([eb("night", "<", checkIn), eb("night", ">=", checkOut)]));
  }
  await gone.execute();
}

/**
 * The nights of the stay that this owner has. A booking also has those of platforms' records that are linked to it:
 * their ids and states are returned beside the nights.
 */
function nightsHeldBy(trx: Trx, owner: NightOwner, { checkIn, checkOut }: Stay) {
  const { column, id } = ownerKey(owner);
  return trx
    .selectFrom("occupied_night")
    .leftJoin("channel_stay", (join) =>
      join
        .onRef("channel_stay.id", "=", "occupied_night.channel_stay_id")
        .on("channel_stay.booking_id", "=", column === "booking_id" ? id : null),
    )
    .select(["night", "channel_stay.id as linkedId", "channel_stay.state"])
    .where("night", ">=", checkIn)
    .where("night", "<", checkOut)
    .where((eb) => eb.or([eb(`occupied_night.${column}`, "=", id), eb("channel_stay.id", "is not", null)]))
    .execute();
}

function ownerKey(owner: NightOwner) {
  if ("booking_id" in owner) return { column: "booking_id", id: owner.booking_id } as const;
  if ("block_id" in owner) return { column: "block_id", id: owner.block_id } as const;
  return { column: "channel_stay_id", id: owner.channel_stay_id } as const;
}
