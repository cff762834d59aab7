import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Engine } from "../dialect.ts";

/** Until now, only this part of a sentence in the booking's history told that a payment booked the stay again. */
const BOOKED_LATE = "; the nights were still free, and the stay is booked";

/** A payment that arrived after the stay had ended unpaid, and that booked it again, is marked as such. */
export const bookedLate = (engine: Engine): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable("payment")
      .addColumn("booked_late", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
    // The payment was recorded with the entry of the history, at the same moment or just after it.
    await sql`
      update payment set booked_late = 1 where id in (
        select (
          select later.id from payment as later
          where later.booking_id = booking_event.booking_id and later.recorded_at >= booking_event.at
            and later.fact_key is not null and later.kind = 'payment'
          order by later.recorded_at, later.id limit 1
        ) from booking_event where actor = 'payment' and event like ${`%${BOOKED_LATE}%`}
      )`.execute(db);
    await sql.raw(engine === "postgres" ? POSTGRES : SQLITE).execute(db);
  },
});

/** As for the other columns of a payment that the provider has reported (0050_payments.ts). */
const SQLITE = `create trigger payment_booked_late_is_fixed before update on payment
  when old.fact_key is not null and new.booked_late is not old.booked_late
  begin select raise(abort, 'latchkey: what happened at the payment provider stays in the ledger'); end`;
const POSTGRES = `create trigger payment_booked_late_is_fixed before update on payment for each row
  when (old.fact_key is not null and new.booked_late is distinct from old.booked_late)
  execute function payment_fact_stays()`;
