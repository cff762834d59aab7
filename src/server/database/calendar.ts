import { nightsOf, type Stay } from "#domain/booking/stay.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import type { Trx } from "./transaction.ts";

/** Who has a night: a booking, a block of the owner, or a stay that a platform sold. */
export type NightOwner = { booking_id: string } | { block_id: string } | { channel_stay_id: string };

/** A platform whose calendar could not be read just now, and when it was last read. */
export type Unreachable = { name: string; since: Date | null };

/**
 * What came of reading the platforms' calendars: the platforms that could not be read, and what the host wants to happen
 * then: be asked, sell all the same, or not sell.
 */
export type Freshness = { silent: Unreachable[]; whenSilent: "ask" | "sell" | "stop" };

/**
 * Who takes the nights. A guest is bound by the host's rule for platforms that cannot be read. The host is warned, and may
 * go on. A closure of the host's takes nights off sale, so no platform speaks against it.
 */
export type NightsTakenBy = "guest" | "host" | "warned-host" | "closure";

export type PlatformsSilent = { ok: false; reason: "platforms-silent"; silent: Unreachable[] };
export type CheckCalendars = (by: NightsTakenBy) => Promise<{ ok: true; check: CalendarCheck } | PlatformsSilent>;

/** The permission to claim new nights. Only reading the platforms' calendars first gives one. */
export class CalendarCheck {
  readonly silent: readonly Unreachable[];
  /** The host answers first: a platform cannot be read, and that is the host's rule. */
  readonly asksHost: boolean;

  private constructor(silent: readonly Unreachable[], asksHost: boolean) {
    this.silent = silent;
    this.asksHost = asksHost;
  }

  /** The one way to a permission: `refresh` reads every calendar that is not fresh, within its time budget. */
  static by(refresh: () => Promise<Freshness>): CheckCalendars {
    return async (by) => {
      const { silent, whenSilent } = await refresh();
      const guestMayNot = by === "guest" && whenSilent === "stop";
      const hostIsWarned = by === "host" && whenSilent !== "sell";
      if (silent.length > 0 && (guestMayNot || hostIsWarned)) return { ok: false, reason: "platforms-silent", silent };
      const asksHost = silent.length > 0 && by === "guest" && whenSilent === "ask";
      return { ok: true, check: new CalendarCheck(silent, asksHost) };
    };
  }
}

/** What a platform has sold is written down whatever the calendars say: the reading itself brought it. */
export const PLATFORM_FACT = "platform-fact";

/**
 * Claims the nights of a stay in order and answers those that somebody else has; nights that the owner has already
 * stay its own. Callers hold the calendar's lock, and roll back when a night is taken.
 */
export async function claimNights(
  trx: Trx,
  _permission: CalendarCheck | typeof PLATFORM_FACT,
  propertyId: number,
  stay: Stay,
  owner: NightOwner,
): Promise<LocalDate[]> {
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

/** Gives back the owner's nights outside every stay of `kept`. Triggers refuse to free nights that its row still needs. */
export async function freeNights(trx: Trx, owner: NightOwner, kept: readonly Stay[]): Promise<void> {
  const { column, id } = ownerKey(owner);
  let gone = trx.deleteFrom("occupied_night").where(column, "=", id);
  for (const { checkIn, checkOut } of kept) {
    gone = gone.where((eb) => eb.or([eb("night", "<", checkIn), eb("night", ">=", checkOut)]));
  }
  await gone.execute();
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
