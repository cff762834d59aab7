import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Engine } from "../dialect.ts";

/**
 * The bookings list also finds the guest of a platform's stay by the phone number that the host entered. As in 0098,
 * the list row is written again when the number changes, and the row with the old number is removed at once.
 */
export function listedPhones(engine: Engine): Migration {
  return {
    async up(db: Kysely<unknown>) {
      const trigger = (isChanged: string, effect: string) =>
        `create trigger channel_stay_phone_is_listed after update of guest_phone on channel_stay for each row
         when (old.guest_phone ${isChanged} new.guest_phone) ${effect}`;
      const effects = `begin
        delete from listed_booking where id = new.id;
        insert into listed_booking_change (subject) values (new.id);`;
      const statements =
        engine === "postgres"
          ? [
              `create function channel_stay_phone_is_listed() returns trigger language plpgsql as $$
               ${effects} return null; end $$`,
              trigger("is distinct from", "execute function channel_stay_phone_is_listed()"),
            ]
          : [trigger("is not", `${effects} end`)];
      const existing =
        "insert into listed_booking_change (subject) select id from channel_stay where guest_phone <> ''";
      for (const statement of [...statements, existing]) await sql.raw(statement).execute(db);
    },
  };
}
