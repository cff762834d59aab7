import type { FastifyInstance } from "fastify";
import type { Database } from "../database/connect.ts";
import type { CallNeeds } from "../http/call.ts";
import type { Mount } from "../http/mount.ts";
import type { ChangeNeeds } from "./change-own-stay.ts";
import { type DeskNeeds, mountDesk } from "./desk-routes.ts";
import { type GuestRouteNeeds, mountGuestPage, mountOwnLink } from "./guest-routes.ts";
import { createLinkStore } from "./link-store.ts";
import { ownLinkPath } from "./open-link.ts";
import type { BookingListener, GuestMail, Post, RecordAct } from "./ports.ts";
import { type BookingRouteNeeds, mountBookings } from "./routes.ts";
import { createBookingStore } from "./store.ts";
import { wifiCode } from "./wifi-codes.ts";

type Needs = Omit<
  BookingRouteNeeds & DeskNeeds & ChangeNeeds,
  "bookings" | "limits" | "linkByMail" | "rules" | "wifiCode"
> & {
  database: Database;
  rules: ChangeNeeds["rules"];
  limits: BookingRouteNeeds["limits"] & GuestRouteNeeds["limits"];
  /** Where guests reach the site, without a trailing slash. */
  siteUrl: string;
  post: Post;
  stayFile: GuestRouteNeeds["stayFile"];
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
    wifiCode,
    linkByMail: post.canMail,
    mailGuest: (mail: GuestMail) => db.transaction().execute((trx) => post.mailGuest(trx, mail)),
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
