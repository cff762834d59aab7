import type { BookingSource } from "#domain/booking/booking.ts";
import { BOOKING_SOURCES } from "#domain/booking/booking.ts";
import { BOOKING_STATUSES, type BookingStatus } from "#domain/booking/status.ts";
import type { Db } from "../database/connect.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";

export type MadeUpStay = {
  id: string;
  name: string;
  email: string;
  checkIn: string;
  checkOut: string;
  people: number;
  status: BookingStatus;
  source: BookingSource;
  cents: number;
};

/** Returns the same numbers for the same seed (mulberry32), so that a failure is reproducible. */
export function seededRandom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * below);
  };
}

const DAY_MS = 86_400_000;
const dayText = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** Consecutive stays from a given day on. Some of them touch; some are cancelled and overlap others. */
export function madeUpStays(random: (below: number) => number, count: number, firstDay: string): MadeUpStay[] {
  const stays: MadeUpStay[] = [];
  let free = Date.parse(`${firstDay}T00:00:00Z`);
  for (let i = 0; i < count; i++) {
    const nights = 1 + random(random(8) === 0 ? 30 : 6);
    const status = BOOKING_STATUSES[random(BOOKING_STATUSES.length)] ?? "confirmed";
    const start = status === "cancelled" ? free - random(20) * DAY_MS : free + random(3) * random(12) * DAY_MS;
    const end = start + nights * DAY_MS;
    if (status !== "cancelled") free = end;
    const source = BOOKING_SOURCES[random(BOOKING_SOURCES.length)] ?? "direct";
    const who = random(12);
    stays.push({
      id: `stay-${String(i).padStart(17, "0")}`,
      name: `Guest ${who}`,
      // The same person writes their email address in different ways, and platforms often provide no email address.
      email:
        source !== "direct" && random(3) === 0 ? "" : random(2) ? `guest${who}@example.com` : `Guest${who}@Example.COM`,
      checkIn: dayText(start),
      checkOut: dayText(end),
      people: 1 + random(6),
      status,
      source,
      cents: source !== "direct" && random(3) === 0 ? 0 : random(200_000),
    });
  }
  return stays;
}

const POLICY = JSON.stringify({
  freeUntilHoursBefore: 48,
  feeNights: 1,
  checkInTime: "14:00",
  timeZone: "Asia/Colombo",
});
const ROWS_AT_ONCE = 500;

/** Inserts the stays with their nights directly, subject only to the database's own constraints. */
export async function storeStays(db: Db, stays: readonly MadeUpStay[], at: string): Promise<void> {
  for (let i = 0; i < stays.length; i += ROWS_AT_ONCE) {
    const some = stays.slice(i, i + ROWS_AT_ONCE);
    await db.transaction().execute(async (trx) => {
      await trx
        .insertInto("guest")
        .values(
          some.map(({ id, name, email }) => ({
            id: `guest-of-${id}`,
            name,
            email,
            phone: "+94 77 123 4567",
            search_text: `${name} ${email}`.toLowerCase(),
            created_at: at,
            claimed_at: at,
            browser_hash: "",
            address_hash: "",
          })),
        )
        .execute();
      const nights = some.filter((stay) => stay.status !== "cancelled").flatMap(nightsOfStay);
      if (nights.length > 0) await trx.insertInto("occupied_night").values(nights).execute();
      await trx
        .insertInto("booking")
        .values(
          some.map((stay) => ({
            id: stay.id,
            reference: `LK-${stay.id}`,
            property_id: 1,
            guest_id: `guest-of-${stay.id}`,
            check_in: asDay(stay.checkIn),
            check_out: asDay(stay.checkOut),
            guest_count: stay.people,
            status: stay.status,
            source: stay.source,
            special_requests: null,
            total_cents: stay.cents,
            price_lines: "[]",
            policy: POLICY,
            created_at: at,
            version: 1,
          })),
        )
        .execute();
    });
  }
}

function nightsOfStay(stay: MadeUpStay) {
  const nights = [];
  for (let day = Date.parse(stay.checkIn); day < Date.parse(stay.checkOut); day += DAY_MS) {
    nights.push({ property_id: 1, night: asDay(dayText(day)), booking_id: stay.id });
  }
  return nights;
}

/** The date is converted here and not by the domain code, so that test data does not depend on the code under test. */
function asDay(text: string): LocalDate {
  return text as LocalDate;
}

/** Deletes all stays. Nights can only be deleted once no booking needs them. */
export async function removeStays(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.updateTable("booking").set({ status: "cancelled" }).execute();
    await trx.deleteFrom("occupied_night").execute();
    await trx.deleteFrom("booking").execute();
    await trx.deleteFrom("guest").execute();
  });
}
