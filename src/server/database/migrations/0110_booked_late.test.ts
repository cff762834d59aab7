import { sql } from "kysely";
import { Migrator } from "kysely/migration";
import { expect, test } from "vitest";
import { createLogger } from "../../runtime/logger.ts";
import { engines, scratchDatabase } from "../../testing/engines.ts";
import { connectDatabase } from "../connect.ts";
import { migrate, migrations } from "./migrate.ts";

const PAID = "Payment of $450.00 online on Nov 3, 2026 recorded";
const BOOKED_LATE = "after the payment deadline; the nights were still free, and the stay is booked";
const EARLIER_WORDS = "after the time to pay was over; the nights were still free, and the stay is booked";

test.each(engines)("a recorded payment that booked a stay again is marked as such for good, on %s", async (engine) => {
  const scratch = await scratchDatabase(engine);
  const { db, close } = connectDatabase(scratch, createLogger("silent"));
  try {
    const early = Object.fromEntries(Object.entries(migrations(engine)).filter(([name]) => name < "0110"));
    const { error } = await new Migrator({ db, provider: { getMigrations: async () => early } }).migrateToLatest();
    expect(error).toBeUndefined();
    await sql`insert into property (id, name, description, location, image_url, rate_cents, bedrooms, bathrooms,
      amenities, house_rules, local_attractions, wifi_password, check_in_instructions, time_zone, version)
      values (1, 'n', 'd', 'l', 'i', 1, 1, 1, '[]', '[]', '[]', 'w', 'c', 'Asia/Colombo', 1)`.execute(db);
    const add = async (id: string, event: string) => {
      await sql`insert into guest (id, name, email, phone, search_text, created_at, claimed_at, browser_hash,
        address_hash) values (${id}, 'n', 'e', 'p', 's', '2026-11-01', '2026-11-01', '', '')`.execute(db);
      await sql`insert into booking (id, reference, property_id, guest_id, check_in, check_out, guest_count, status,
        source, total_cents, price_lines, policy, created_at, version, one_night_cents)
        values (${id}, ${id}, 1, ${id}, '2027-01-01', '2027-01-04', 2, 'cancelled', 'direct', 90000,
        '[]', '{}', '2026-11-01T06:00:00.000Z', 4, 15000)`.execute(db);
      await sql`insert into booking_event (id, booking_id, at, actor, event, booking_version)
        values (${id}, ${id}, '2026-11-03T06:00:00.000Z', 'payment', ${event}, 2)`.execute(db);
      const payments = ["2026-11-02T06:00:00.000Z", "2026-11-03T06:00:00.001Z", "2026-11-04T06:00:00.000Z"];
      for (const [n, at] of payments.entries())
        await sql`insert into payment (id, booking_id, kind, amount_cents, method, paid_on, recorded_at, recorded_by,
          provider, live, checkout_id, charge_ref, fact_key) values (${id + n}, ${id}, 'payment', 45000, 'online',
          '2026-11-03', ${at}, 'payment', 'stripe', 1, 'c', 'ch', ${`fact ${id + n}`})`.execute(db);
    };
    await add("in-time", `${PAID}; the stay is booked`);
    await add("late", `${PAID} ${BOOKED_LATE}; not checked: Airbnb`);
    await add("earlier-words", `${PAID} ${EARLIER_WORDS}`);

    await migrate(db, engine);
    const marked = await db.selectFrom("payment").select("id").where("booked_late", "=", 1).orderBy("id").execute();
    expect(marked.map(({ id }) => id)).toEqual(["earlier-words1", "late1"]);

    for (const [id, booked_late] of [
      ["late1", 0],
      ["late0", 1],
    ] as const) {
      const changing = db.updateTable("payment").set({ booked_late }).where("id", "=", id).execute();
      await expect(changing).rejects.toThrow("stays in the ledger");
    }
    await db.updateTable("payment").set({ fee_minor: 100 }).where("id", "=", "late1").execute();
  } finally {
    await close();
    await scratch.remove();
  }
});
