import { plainText } from "#domain/messaging/template.ts";
import type { Db } from "../database/connect.ts";
import type { Clock } from "../runtime/clock.ts";
import { randomId } from "../runtime/ids.ts";
import type { Sender } from "./ports.ts";

/** Saves emails on this machine instead of sending them, for the demo and development. */
export function createLocalMailSender(db: Db, clock: Clock): Sender {
  return {
    send: async ({ to, content, invitation }) => {
      const enclosed = invitation ? "\n\nEnclosed: stay.ics" : "";
      await db
        .insertInto("local_letter")
        .values({
          id: randomId(),
          at: clock().toISOString(),
          channel: "email",
          recipient: `${to.name} <${to.address}>`,
          subject: content.subject,
          content: plainText(content).trimEnd() + enclosed,
        })
        .execute();
      return { ok: true, providerId: null };
    },
    close: () => {},
  };
}
