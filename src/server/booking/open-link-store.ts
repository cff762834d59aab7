import { PROPERTY_ID } from "#domain/booking/booking.ts";
import { lockCalendar } from "../database/dialect.ts";
import type { Trx } from "../database/transaction.ts";
import { type ActNeeds, actOn } from "./act-store.ts";
import { linkState } from "./link-queries.ts";
import type { OpenedLink } from "./ports.ts";

/**
 * Records, in one transaction, that the guest has opened the link: the browser may see the booking in full. If the link
 * was emailed, the email address is verified, and a booking that was waiting for this continues. Its nights are already
 * held, so no new ones are claimed.
 */
export async function openByLink(needs: ActNeeds, trx: Trx, opened: OpenedLink): Promise<{ ok: boolean }> {
  const { id, at, browserHash, channel, state, ...order } = opened;
  await lockCalendar(needs.engine, trx, PROPERTY_ID);
  const current = await linkState(trx, id);
  // A correction takes the same lock, so once it is made, a link sent to the wrong mailbox or phone no longer works.
  if (current?.generation !== state.generation || current.phone !== state.phone) return { ok: false };
  const by_link = channel === "email" ? 1 : 2;
  await trx
    .insertInto("booking_access")
    .values({ booking_id: id, browser_hash: browserHash, by_link })
    .onConflict((conflict) =>
      conflict
        .columns(["booking_id", "browser_hash"])
        .doUpdateSet({ by_link })
        .where("booking_access.by_link", ">", by_link),
    )
    .execute();
  if (channel !== "email") return { ok: true };
  await trx
    .updateTable("booking")
    .set({ verified_at: at.toISOString() })
    .where("id", "=", id)
    .where("verified_at", "is", null)
    .execute();
  // A booking that is not waiting for its guest is left unchanged; only the verification and the access are stored.
  await actOn(needs, trx, { ...order, id, at });
  return { ok: true };
}
