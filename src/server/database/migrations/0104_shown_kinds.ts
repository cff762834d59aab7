import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Engine } from "../dialect.ts";

/**
 * Nights are kept for preparation beside an imported stay, but not beside a closure. When the host or a calendar changes
 * which of the two an entry is, no night is taken or freed, so 0046 does not invalidate the page cache.
 */
export function shownKinds(engine: Engine): Migration {
  return {
    async up(db: Kysely<unknown>) {
      const [isChanged, effect] =
        engine === "postgres"
          ? ["is distinct from", "execute function call_instances('shown')"]
          : ["is not", "begin update shown_version set version = version + 1; end"];
      await sql
        .raw(
          `create trigger channel_stay_kind_is_shown after update of kind, verdict on channel_stay for each row
           when (old.kind ${isChanged} new.kind or old.verdict ${isChanged} new.verdict) ${effect}`,
        )
        .execute(db);
    },
  };
}
