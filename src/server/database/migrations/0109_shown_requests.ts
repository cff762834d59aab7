import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Engine } from "../dialect.ts";

/**
 * The public pages say whether a booking will be a request. The host is asked after a restore, while a platform's
 * calendar cannot be read, and while the payment provider rejects our key, so a change to any of these invalidates the
 * page cache, as in 0015.
 */
export function shownRequests(engine: Engine): Migration {
  return {
    async up(db: Kysely<unknown>) {
      const [isChanged, effect] =
        engine === "postgres"
          ? ["is distinct from", "execute function call_instances('shown')"]
          : ["is not", "begin update shown_version set version = version + 1; end"];
      const triggers = [
        ["feed_hold_insert", "insert on feed_hold", ""],
        ["feed_hold_delete", "delete on feed_hold", ""],
        ["channel_rules_insert", "insert on channel_rules", ""],
        ["channel_rules_update", "update of when_silent on channel_rules", ""],
        ["channel_failure", "update on channel", `when (${isFailing("old")} ${isChanged} ${isFailing("new")})`],
        ["channel_delete", "delete on channel", `when (${isFailing("old")})`],
        ["account_alarm_insert", "insert on payment_alarm", "when (new.kind = 'account')"],
        ["account_alarm_update", "update of closed_at on payment_alarm", "when (new.kind = 'account')"],
      ];
      for (const [name, event, condition] of triggers)
        await sql.raw(`create trigger ${name}_is_shown after ${event} for each row ${condition} ${effect}`).execute(db);
    },
  };
}

const isFailing = (row: string) =>
  `(case ${row}.state when 'connected' then coalesce(${row}.last_state, 'ok') not in ('ok', 'unchanged')
    else ${row}.state = 'paused' and ${row}.held_reason = 'identity' end)`;
