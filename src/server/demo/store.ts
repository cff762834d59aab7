import type { BaseNeeds } from "../core/base-needs.ts";
import { DEFAULT_PRICES, type PriceDocument } from "#domain/pricing/price-document.ts";
import { PROPERTY_ID } from "#domain/booking/booking.ts";
import { cancellationFee } from "#domain/booking/cancellation.ts";
import { PLATFORM_NAMES } from "#domain/channels/channel.ts";
import { SAMPLE_PAST_DAYS, type SampleStay, sampleStays } from "#domain/booking/sample-stays.ts";
import { holdsNights } from "#domain/booking/status.ts";
import { cancelledEvent } from "#domain/booking/timeline.ts";
import { addDays, eachDay, type LocalDate } from "#domain/calendar/local-date.ts";
import { type LocalTime, momentOf, type TimeZone } from "#domain/calendar/time-zone.ts";
import { priceStay } from "#domain/pricing/quote.ts";
import { policyOf, sell } from "#domain/pricing/sold-price.ts";
import type { Database } from "../database/connect.ts";
import { lockCalendar } from "../database/dialect.ts";
import type { Trx } from "../database/transaction.ts";
import { randomId, randomReference } from "../runtime/ids.ts";
import { isInSampleCalendar } from "./sample-calendars.ts";
import { addSampleConversations } from "./sample-conversations.ts";

export type DemoNeeds = Pick<BaseNeeds, "database" | "today"> & {
  bookingTerms: () => Promise<{ prices: PriceDocument; timeZone: TimeZone; checkInTime: LocalTime }>;
};
type Terms = Awaited<ReturnType<DemoNeeds["bookingTerms"]>>;

/**
 * Adds the demo's bookings to an empty calendar. If there are any bookings, does nothing and returns false. Stays that
 * are not cancelled, begin tomorrow or later and come from a platform with a sample calendar are read from that
 * calendar instead (`sample-calendars.ts`).
 */
export async function addSampleBookings({ database, bookingTerms, today }: DemoNeeds): Promise<boolean> {
  const [terms, day] = await Promise.all([bookingTerms(), today()]);
  return database.db.transaction().execute(async (trx) => {
    await lockCalendar(database.engine, trx, PROPERTY_ID);
    if (await hasBookings({ db: trx })) return false;
    const stays = sampleStays(day).filter((stay) => !isInSampleCalendar(stay, day));
    const ours = stays.filter((stay) => stay.status === "completed" && stay.source === "direct");
    const rated = ours.slice(-RATINGS);
    const writing: { bookingId: string; guestName: string }[] = [];
    for (const stay of stays) {
      const id = await addOne(trx, stay, terms);
      if (rated.includes(stay)) await rate(trx, id, stay, terms.timeZone, rated.indexOf(stay));
      const writes = stay.source === "direct" && (stay.status === "confirmed" || stay.status === "upcoming");
      if (writes) writing.push({ bookingId: id, guestName: stay.guest.name });
    }
    await addSampleConversations(trx, writing, day, terms.timeZone);
    return true;
  });
}

/** The day on which this demo was made; today if it has no bookings. */
export async function demoMadeOn({ database, today }: Pick<DemoNeeds, "database" | "today">): Promise<LocalDate> {
  const row = await database.db
    .selectFrom("booking")
    .select((eb) => eb.fn.min("check_in").as("first"))
    .executeTakeFirst();
  return row?.first ? addDays(row.first, SAMPLE_PAST_DAYS) : today();
}

/** Whether there is any booking, sample or real. */
export async function hasBookings({ db }: Pick<Database, "db">): Promise<boolean> {
  return (await db.selectFrom("booking").select("id").limit(1).executeTakeFirst()) !== undefined;
}

/** The last guests' ratings in order; their average is the 4.8 out of 5 that SPEC 9 shows. */
const STARS = [5, 5, 4, 5, 5];
/** The text of each rating. Ratings without text are not published. */
const WORDS = [
  "",
  "We stayed for the view and came back for the breakfast.",
  "Lovely cottage. The last bit of the road is steep; come by day the first time.",
  "",
  "Everything was as described, and Nimal answered within minutes.",
  "",
  "The quietest nights of our trip.",
  "",
  "Sunil met us at the station and knew every bird on the way up.",
  "We had the fire bowl lit by six, and the children asleep by eight.",
];
const RATINGS = 10;

async function rate(trx: Trx, bookingId: string, stay: SampleStay, zone: TimeZone, place: number): Promise<void> {
  const at = momentOf(addDays(stay.checkOut, 1), "18:00", zone).toISOString();
  const stars = STARS[place % STARS.length] ?? 5;
  const words = WORDS[place % WORDS.length] ?? "";
  await trx
    .insertInto("rating")
    .values({ booking_id: bookingId, stars, words, created_at: at, changed_at: at, published: words ? 1 : 0 })
    .execute();
}

async function addOne(trx: Trx, stay: SampleStay, { prices, timeZone, checkInTime }: Terms): Promise<string> {
  const [id, guestId] = [randomId(), randomId()];
  const { name, email, phone } = stay.guest;
  const bookedAt = momentOf(stay.bookedOn, "09:30", timeZone).toISOString();
  await trx
    .insertInto("guest")
    .values({
      id: guestId,
      name,
      email,
      phone,
      search_text: `${name}\n${email}`.toLowerCase(),
      created_at: bookedAt,
      claimed_at: bookedAt,
      browser_hash: "",
      address_hash: "",
    })
    .execute();
  if (holdsNights(stay.status)) {
    const nights = eachDay(stay.checkIn, stay.checkOut).map((night) => ({
      property_id: PROPERTY_ID,
      night,
      booking_id: id,
    }));
    await trx.insertInto("occupied_night").values(nights).execute();
  }
  const { guestCount: guests, bookedOn: today } = stay;
  const quote = priceStay(prices, stay, guests, { today });
  const { priceLines, totalCents, oneNightCents, sold } = sell(prices, quote, { stay, guests, code: null, today });
  const policy = policyOf(prices.cancellation, { checkInTime, timeZone });
  await trx
    .insertInto("booking")
    .values({
      id,
      reference: randomReference(),
      property_id: PROPERTY_ID,
      guest_id: guestId,
      check_in: stay.checkIn,
      check_out: stay.checkOut,
      guest_count: stay.guestCount,
      status: stay.status,
      source: stay.source,
      special_requests: stay.specialRequests,
      total_cents: totalCents,
      price_lines: JSON.stringify(priceLines),
      frozen_price: JSON.stringify(sold),
      one_night_cents: oneNightCents,
      policy: JSON.stringify(policy),
      created_at: bookedAt,
      host_confirmed_at: bookedAt,
      version: 1,
    })
    .execute();
  const event = stay.source === "direct" ? "Booked on the website" : `Booked on ${PLATFORM_NAMES[stay.source]}`;
  await trx
    .insertInto("booking_event")
    .values({ id: randomId(), booking_id: id, at: bookedAt, actor: "guest", event })
    .execute();
  if (stay.status === "cancelled") {
    await cancel(trx, id, { ...stay, totalCents, sold, policy });
  }
  return id;
}

type Cancelled = Parameters<typeof cancellationFee>[0] & Pick<SampleStay, "bookedOn">;

/**
 * Works like a real cancellation: stores the fee that the booking's policy sets at that moment, and adds a history
 * entry.
 */
async function cancel(trx: Trx, bookingId: string, stay: Cancelled): Promise<void> {
  const at = momentOf(stay.bookedOn, "18:00", stay.policy.timeZone);
  const fee = cancellationFee(stay, at);
  await trx
    .updateTable("booking")
    .set({ cancellation_fee_cents: fee, version: 2 })
    .where("id", "=", bookingId)
    .execute();
  await trx
    .insertInto("booking_event")
    .values({
      id: randomId(),
      booking_id: bookingId,
      at: at.toISOString(),
      actor: "guest",
      event: cancelledEvent(fee, fee, DEFAULT_PRICES.currency),
      booking_version: 2,
    })
    .execute();
}
