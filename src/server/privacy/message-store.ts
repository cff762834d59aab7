import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from "kysely";
import type { Schema } from "../database/schema.ts";

/** A person as messages know them: by their stays, and by what is written in notices to the host. */
export type Mentioned = {
  stays: readonly { id: string; reference: string }[];
  /** Names and ways to reach them, as they are kept. */
  words: readonly string[];
  addresses: readonly string[];
};
/** Shorter ones could stand in anybody's notice. */
const SHORTEST_WORD = 5;

/** Letters of their stays or to their address, and notices to the host that name them or a stay of theirs. */
export function isAbout({ stays, words, addresses }: Mentioned) {
  const said = [...stays.map((stay) => stay.reference), ...words.filter((word) => word.length >= SHORTEST_WORD)];
  return (
    eb: ExpressionBuilder<Schema, "scheduled_message">,
  ): ExpressionWrapper<Schema, "scheduled_message", SqlBool> =>
    eb.or([
      ...stays.flatMap(({ id }) => [eb("booking_id", "=", id), eb("message_key", "like", `notice/%${id}%`)]),
      ...addresses.map((address) => eb("to_address", "=", address)),
      ...said.map((word) =>
        eb.and([
          eb("type", "=", "host_notice"),
          eb.or([eb("subject", "like", `%${word}%`), eb("body", "like", `%${word}%`)]),
        ]),
      ),
    ]);
}
