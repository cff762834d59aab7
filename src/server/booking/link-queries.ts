import type { GuestDeliveryMethod } from "#domain/messaging/message.ts";
import { createSigningKey } from "../core/signing-key.ts";
import type { Db, Database } from "../database/connect.ts";
import type { Trx } from "../database/transaction.ts";
import { linkPath, linkSecret } from "./own-link.ts";

export function createLinkStore({ db }: Pick<Database, "db">) {
  return {
    /** The key from which the secrets of links are derived. */
    key: createSigningKey({ db }, "guest-link"),

    /** The values that the secrets of a booking's links depend on; null if the booking does not exist. */
    state: (bookingId: string, within: Db = db) => linkState(within, bookingId),

    /** The mailbox counts as verified until the given time. */
    prove: async (emailHash: string, until: Date): Promise<void> => {
      const proven_until = until.toISOString();
      await db
        .insertInto("proven_email")
        .values({ email_mark: emailHash, proven_until })
        .onConflict((conflict) => conflict.column("email_mark").doUpdateSet({ proven_until }))
        .execute();
    },

    isProven: async (emailHash: string, at: Date): Promise<boolean> => {
      const row = await db
        .selectFrom("proven_email")
        .select("email_mark")
        .where("email_mark", "=", emailHash)
        .where("proven_until", ">", at.toISOString())
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}

export type LinkState = { generation: number; phone: string };

export async function linkState(db: Db, bookingId: string): Promise<LinkState | null> {
  const row = await db
    .selectFrom("booking")
    .innerJoin("guest", "guest.id", "booking.guest_id")
    .select(["booking.link_generation as generation", "guest.phone"])
    .where("booking.id", "=", bookingId)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * The absolute URL that gives its holder access to the booking, for a message sent by `channel`. Throws if the booking
 * does not exist.
 */
export function createOwnLink(links: LinkStore, siteUrl: string) {
  return async (bookingId: string, within?: Trx, channel: GuestDeliveryMethod = "email"): Promise<string> => {
    const path = await ownLinkPath(links, bookingId, within, channel);
    if (path === null) throw new Error("There is no such booking to link to");
    return siteUrl + path;
  };
}

/** The path that gives its holder access to the booking; null if the booking does not exist. */
export async function ownLinkPath(
  links: LinkStore,
  bookingId: string,
  within?: Trx,
  channel: GuestDeliveryMethod = "email",
): Promise<string | null> {
  const state = await links.state(bookingId, within);
  if (!state) return null;
  const phone = channel === "whatsapp" ? state.phone : undefined;
  return linkPath(bookingId, linkSecret(await links.key(within), bookingId, state.generation, phone));
}

export type LinkStore = ReturnType<typeof createLinkStore>;
