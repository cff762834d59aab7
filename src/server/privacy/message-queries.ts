import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from "kysely";
import type { Schema } from "../database/schema.ts";

/** The data by which messages identify a person. */
export type Mentioned = {
  stays: readonly { id: string; reference: string }[];
  addresses: readonly string[];
};

/**
 * Matches messages about the person's stays or to their address, and host notifications about those stays. It does not
 * search for names or phone numbers, because a short one may also occur in messages about other guests, as "2" does in
 * "2 guests".
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
