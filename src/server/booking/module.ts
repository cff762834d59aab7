import type { FastifyInstance } from "fastify";
import type { Database } from "../database/connect.ts";
import type { CallNeeds } from "../http/call.ts";
import type { Mount } from "../http/mount.ts";
import { type DeskNeeds, mountDesk } from "./desk-routes.ts";
import { type GuestRouteNeeds, mountGuestPage, mountOwnLink } from "./guest-routes.ts";
import { createLinkStore } from "./link-store.ts";
import { ownLinkPath } from "./open-link.ts";
import type { BookingListener, Post, RecordAct } from "./ports.ts";
import { type BookingRouteNeeds, mountBookings } from "./routes.ts";
import { createBookingStore } from "./store.ts";

type Needs = Omit<BookingRouteNeeds & DeskNeeds, "bookings" | "limits" | "linkByMail"> & {
  database: Database;
  limits: BookingRouteNeeds["limits"] & GuestRouteNeeds["limits"];
  /** Where guests reach the site, without a trailing slash. */
  siteUrl: string;
  /** Null until somebody sends messages. */
  post: Post | null;
  /** Hear of every change inside its transaction: messages, live events. */
  listeners?: readonly BookingListener[];
  record?: RecordAct;
};

export function createBookingModule({ database, siteUrl, post, listeners = [], record, ...rest }: Needs) {
  const { db } = database;
  const links = createLinkStore(database);
  const needs = {
    ...rest,
    bookings: createBookingStore(database, { listeners, record: record ?? null }),
    links,
    ownLink,
    linkByMail: async () => (await post?.canMail()) ?? false,
    mailGuest: post
      ? (mail: Parameters<typeof post.mailGuest>[1]) => db.transaction().execute((trx) => post.mailGuest(trx, mail))
      : null,
  };

  /** The whole address that opens the booking for whoever has it. Throws for a booking that is not there. */
  async function ownLink(bookingId: string): Promise<string> {
    const path = await ownLinkPath(links, bookingId);
    if (path === null) throw new Error("There is no such booking to link to");
    return siteUrl + path;
  }

  return {
    mount: (mount: Mount) => {
      mountBookings(mount, needs);
      mountGuestPage(mount, needs);
      mountDesk(mount, needs);
    },
    find: needs.bookings.find,
    mountLink: (http: FastifyInstance, callNeeds: CallNeeds) => mountOwnLink(http, callNeeds, needs),
    ownLink,
  };
}
