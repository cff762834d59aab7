import { sql } from "kysely";
import { Migrator } from "kysely/migration";
import { expect, test } from "vitest";
import { bookingById } from "../../booking/booking-queries.ts";
import { createLogger } from "../../runtime/logger.ts";
import { engines, scratchDatabase } from "../../testing/engines.ts";
import { connectDatabase } from "../connect.ts";
import { migrate, migrations } from "./migrate.ts";

const POLICY = JSON.stringify({
  freeUntilHoursBefore: 48,
  feeNights: 1,
  checkInTime: "14:00",
  timeZone: "Asia/Colombo",
});
const flat = (quantity: number, unitCents: number) => ({
  label: "Entire cottage",
  quantity,
  unitCents,
  amountCents: quantity * unitCents,
});
const agreed = { label: "Agreed price for 3 nights", quantity: 1, unitCents: 40_000, amountCents: 40_000 };

test.each(engines)("existing bookings keep their exact price and lines on %s", async (engine) => {
  const scratch = await scratchDatabase(engine);
  const { db, close } = connectDatabase(scratch, createLogger("silent"));
  try {
    const early = Object.fromEntries(Object.entries(migrations(engine)).filter(([name]) => name < "0041"));
    const { error } = await new Migrator({ db, provider: { getMigrations: async () => early } }).migrateToLatest();
    expect(error).toBeUndefined();
    await sql`insert into property (id, name, description, location, image_url, rate_cents, bedrooms, bathrooms,
      amenities, house_rules, local_attractions, wifi_password, check_in_instructions, time_zone, version)
      values (1, 'n', 'd', 'l', 'i', 1, 1, 1, '[]', '[]', '[]', 'w', 'c', 'Asia/Colombo', 1)`.execute(db);
    const add = async (id: string, total: number, lines: object[], request: string | null = null) => {
      await sql`insert into guest (id, name, email, phone, search_text, created_at, claimed_at, browser_hash,
        address_hash) values (${id}, 'n', 'e', 'p', 's', '2026-11-01', '2026-11-01', '', '')`.execute(db);
      await sql`insert into booking (id, reference, property_id, guest_id, check_in, check_out, guest_count, status,
        source, total_cents, price_lines, policy, created_at, version, one_night_cents, change_request, change_until)
        values (${id}, ${id}, 1, ${id}, '2027-01-01', '2027-01-04', 2, 'cancelled', 'direct', ${total},
        ${JSON.stringify(lines)}, ${POLICY}, '2026-11-01T06:00:00.000Z', 1, 15000, ${request},
        ${request && "2026-11-02T06:00:00.000Z"})`.execute(db);
    };
    await add("flat", 45_000, [flat(3, 15_000)]);
    await add("two-prices", 50_000, [flat(2, 15_000), flat(1, 20_000)]);
    await add("agreed", 40_000, [agreed]);
    const request = { checkIn: "2027-01-01", checkOut: "2027-01-06", guestCount: 2, totalCents: 75_000 };
    const rest = { oneNightCents: 15_000, policy: JSON.parse(POLICY), priceLines: [flat(5, 15_000)] };
    await add("asks", 45_000, [flat(3, 15_000)], JSON.stringify({ ...request, ...rest }));

    await migrate(db, engine);
    const found = async (id: string) => {
      const booking = await bookingById(db, id);
      if (!booking) throw new Error(`Booking ${id} is missing`);
      return booking;
    };
    expect(await found("flat")).toMatchObject({
      totalCents: 45_000,
      oneNightCents: 15_000,
      priceLines: [{ kind: "nights", from: null, quantity: 3, unitCents: 15_000, amountCents: 45_000 }],
      sold: {
        bookedOn: "2026-11-01",
        nights: [{ priceCents: 15_000 }, { priceCents: 15_000 }, { priceCents: 15_000 }],
        cancellation: [{ fromHoursBefore: 48, amountCents: 15_000 }],
      },
    });
    expect((await found("two-prices")).sold.nights.map((night) => night.priceCents)).toEqual([15_000, 15_000, 20_000]);
    expect(await found("agreed")).toMatchObject({
      totalCents: 40_000,
      priceLines: [{ kind: "agreed", nights: 3, quantity: 1, unitCents: 40_000, amountCents: 40_000 }],
      sold: { nights: [] },
    });
    expect((await found("asks")).changeRequest).toMatchObject({
      totalCents: 75_000,
      priceLines: [{ kind: "nights", from: null, quantity: 5, unitCents: 15_000, amountCents: 75_000 }],
      sold: { cancellation: [{ fromHoursBefore: 48, amountCents: 15_000 }] },
    });
  } finally {
    await close();
    await scratch.remove();
  }
});
