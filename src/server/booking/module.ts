import type { FastifyInstance } from "fastify";
import type { CheckCalendars } from "../database/calendar.ts";
import type { Database } from "../database/connect.ts";
import type { Trx } from "../database/transaction.ts";
import type { CallNeeds } from "../http/call.ts";
import type { Mount } from "../http/mount.ts";
import { askToConfirm } from "./ask-to-confirm.ts";
import { changeRequestEmails } from "./change-request-emails.ts";
import { offerEmails } from "./offer-emails.ts";
import { correctEmail } from "./correct-email-store.ts";
import type { ChangeNeeds } from "./change-own-stay.ts";
import { type AdminBookingNeeds, mountAdminBookings } from "./admin-routes.ts";
import { type GuestRouteNeeds, mountGuestPage, mountOwnLink, mountProof } from "./guest-routes.ts";
import { cancelStepNow } from "./cancel-booking.ts";
import { expirePendingJob, updateBookingsList } from "./jobs.ts";
import { createLinkStore } from "./link-store.ts";
import { requestProof } from "./prove-email.ts";
import { ownLinkPath } from "./open-link.ts";
import type { BookingListener } from "../core/booking-changes.ts";
import type { GuestMail } from "../core/guest-mail.ts";
import type { RecordAct } from "../core/host.ts";
import type { Codes, OpenCheckouts, PlanPayments, MessagingFunctions, SaleRules } from "./ports.ts";
import { type BookingRouteNeeds, mountBookings } from "./routes.ts";
import { createBookingStore } from "./store.ts";
import { bookingById } from "./stored-booking.ts";
import { warnOfManyNights } from "./warn-of-many-nights.ts";
import { wifiCode } from "./wifi-codes.ts";

type Needs = Omit<
  BookingRouteNeeds & AdminBookingNeeds & ChangeNeeds,
  | "bookings"
  | "limits"
  | "payHours"
  | "paymentOf"
  | "canPay"
  | "planPayments"
  | "linkByMail"
  | "rules"
  | "wifiCode"
  | "guard"
  | "requestProof"
  | "codes"
> & {
  codes: Codes;
  database: Database;
  rules: () => Promise<SaleRules>;
  checkCalendars: CheckCalendars;
  /** How many nights are kept free before and after a stay. */
  preparationNights: () => Promise<number>;
  /** Null if nothing is paid online. */
  payments: {
    openCheckouts: OpenCheckouts;
    plan: PlanPayments;
    isRefused: () => Promise<boolean>;
    payHours: () => Promise<number>;
    paymentOf: NonNullable<BookingRouteNeeds["paymentOf"]>;
  } | null;
  /** False turns off the limits on what guests may hold: for tests and load tests. */
  guardBookings: boolean;
  limits: BookingRouteNeeds["limits"] & GuestRouteNeeds["limits"];
  /** The public address of the site, without a trailing slash. */
  siteUrl: string;
  messaging: MessagingFunctions;
  stayFile: GuestRouteNeeds["stayFile"];
  /** Called with every change inside its transaction: messages, live events. */
  listeners?: readonly BookingListener[];
  record?: RecordAct;
};

export function createBookingModule({
  database,
  siteUrl,
  messaging,
  guardBookings,
  checkCalendars,
  preparationNights,
  payments,
  listeners = [],
  record,
  ...rest
}: Needs) {
  const { db } = database;
  const links = createLinkStore(database);
  const allListeners = [
    ...listeners,
    askToConfirm({ links, siteUrl, messaging }),
    changeRequestEmails({ messaging, ownLink }),
    offerEmails({ messaging, ownLink }),
    warnOfManyNights({ messaging }),
  ];
  const mailGuest = (mail: GuestMail) => db.transaction().execute((trx) => messaging.mailGuest(trx, mail));
  const needs = {
    ...rest,
    database,
    bookings: createBookingStore(database, {
      listeners: allListeners,
      record: record ?? null,
      checkCalendars,
      codes: rest.codes,
      preparationNights,
      guarded: guardBookings,
      openCheckouts: payments?.openCheckouts ?? null,
    }),
    planPayments: payments?.plan ?? null,
    canPay: async () => !payments || !(await payments.isRefused()),
    ...(payments ? { payHours: payments.payHours, paymentOf: payments.paymentOf } : {}),
    checkCalendars,
    guard: { guardBookings, hashKey: links.key, canMail: messaging.canMail },
    requestProof: (request: Parameters<typeof requestProof>[1]) =>
      requestProof(
        { links, clock: rest.clock, siteUrl, mailGuest, mayRequestProof: messaging.mayRequestProof },
        request,
      ),
    links,
    ownLink,
    wifiCode,
    linkByMail: messaging.canMail,
    correctEmail: async (order: { bookingId: string; browserHash: string; email: string }) => {
      const key = await links.key();
      const at = rest.clock();
      const correcting = { engine: database.engine, messaging, siteUrl, key, guarded: guardBookings };
      return db.transaction().execute((trx) => correctEmail(trx, correcting, { ...order, at }));
    },
    mailGuest,
  };

  /** The absolute URL that gives its holder access to the booking. Throws if the booking does not exist. */
  async function ownLink(bookingId: string, within?: Trx): Promise<string> {
    const path = await ownLinkPath(links, bookingId, within);
    if (path === null) throw new Error("There is no such booking to link to");
    return siteUrl + path;
  }

  return {
    mount: (mount: Mount) => {
      mountBookings(mount, needs);
      mountGuestPage(mount, needs);
      mountAdminBookings(mount, needs);
    },
    find: needs.bookings.find,
    takenNights: needs.bookings.takenNights,
    /** For the payments feature: the same as `act` and `find`, inside its own transaction. */
    actIn: needs.bookings.actIn,
    cancelStepNow,
    findIn: (id: string, within?: Trx) => bookingById(within ?? db, id),
    hasAccess: needs.bookings.hasAccess,
    mountLinks: (http: FastifyInstance, callNeeds: CallNeeds) => {
      mountOwnLink(http, callNeeds, needs);
      mountProof(http, needs);
    },
    ownLink,
    jobs: [expirePendingJob(needs), updateBookingsList(needs)],
  };
}
