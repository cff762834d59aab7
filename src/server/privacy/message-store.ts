import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from "kysely";
import type { Schema } from "../database/schema.ts";

/** A person as messages know them. */
export type Mentioned = {
  stays: readonly { id: string; reference: string }[];
  addresses: readonly string[];
};

/**
 * Letters of their stays or to their address, and notices to the host about a stay of theirs. Not what a name or number is
 * found in: "2 guests" stands in everybody's notices, and somebody can be called so.
 */
export function isAbout({ stays, addresses }: Mentioned) {
  return (
    eb: ExpressionBuilder<Schema, "scheduled_message">,
  ): ExpressionWrapper<Schema, "scheduled_message", SqlBool> =>
    eb.or([
      ...stays.flatMap(({ id }) => [eb("booking_id", "=", id), eb("message_key", "like", `notice/%${id}%`)]),
      ...addresses.map((address) => eb("to_address", "=", address)),
      ...stays.map(({ reference }) =>
        eb.and([
          eb("type", "=", "host_notice"),
          eb.or([eb("subject", "like", `%${reference}%`), eb("body", "like", `%${reference}%`)]),
        ]),
      ),
    ]);
}
