import type { Trx } from "../database/transaction.ts";
import type { FastifyInstance } from "fastify";
import type { CheckCalendars } from "../database/calendar.ts";
import type { Database } from "../database/connect.ts";
import type { CallNeeds } from "../http/call.ts";
import type { Mount } from "../http/mount.ts";
import { emailLink } from "./email-link.ts";
import { changeRequestEmails } from "./change-request-emails.ts";
import { offerEmails } from "./offer-emails.ts";
import { bookingById } from "./booking-queries.ts";
import { correctEmail, LINKABLE_STATUSES, mailNewAddress } from "./correct-email-store.ts";
import type { ChangeNeeds } from "./change-own-stay.ts";
import { type AdminBookingNeeds, mountAdminBookings } from "./admin-routes.ts";
import { type GuestRouteNeeds, mountGuestPage } from "./guest-routes.ts";
import { mountLinks } from "./link-routes.ts";
import { requestProof } from "./prove-email.ts";
import type { BookingListener } from "../core/booking-changes.ts";
import type { GuestMail } from "../core/guest-mail.ts";
import type { RecordAct } from "../core/host.ts";
import type {
  Codes,
  EraseStay,
  OpenCheckouts,
  PlanPayments,
  MessagingFunctions,
  SaleRules,
  BookingNeeds,
  Imported,
} from "./ports.ts";
import type { LinkStore, createOwnLink } from "./link-queries.ts";
import { type BookingRouteNeeds, mountBookings } from "./routes.ts";
import { createBookingStore } from "./store.ts";
import { warnOfManyNights } from "./warn-of-many-nights.ts";
import type { Job } from "../jobs/job.ts";
import { expirePending } from "./expire-pending.ts";
import { writeChangedRows } from "./listed-rows-queries.ts";

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
  | "guard"
  | "requestProof"
  | "codes"
> & {
  codes: Codes;
  database: Database;
  rules: () => Promise<SaleRules>;
  checkCalendars: CheckCalendars;
  eraseStay: EraseStay;
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
  /** False turns off the limits on what guests may hold and the check for bots. */
  guardBookings: boolean;
  limits: BookingRouteNeeds["limits"] & GuestRouteNeeds["limits"];
  /** The public URL of the site, without a trailing slash. */
  siteUrl: string;
  links: LinkStore;
  ownLink: ReturnType<typeof createOwnLink>;
  messaging: MessagingFunctions;
  stayFile: GuestRouteNeeds["stayFile"];
  mayAskHost: GuestRouteNeeds["mayAskHost"];
  /** Called inside the transaction of a change, for example to plan messages. */
  listeners?: readonly BookingListener[];
  record?: RecordAct;
};

export function createBookingModule({
  database,
  siteUrl,
  links,
  messaging,
  guardBookings,
  checkCalendars,
  preparationNights,
  eraseStay,
  payments,
  listeners = [],
  record,
  ...rest
}: Needs) {
  const { db } = database;
  const allListeners = [
    ...listeners,
    emailLink({ links, siteUrl, messaging }),
    changeRequestEmails({ messaging, ownLink: rest.ownLink }),
    offerEmails({ messaging, ownLink: rest.ownLink }),
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
      eraseStay,
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
    linkByMail: messaging.canMail,
    correctEmail: async (order: { bookingId: string; browserHash: string; email: string }) => {
      const key = await links.key();
      const at = rest.clock();
      const correcting = { engine: database.engine, messaging, siteUrl, key, guarded: guardBookings };
      return db.transaction().execute((trx) => correctEmail(trx, correcting, { ...order, at }));
    },
    mailGuest,
  };

  return {
    mount: (mount: Mount) => {
      mountBookings(mount, needs);
      mountGuestPage(mount, needs);
      mountAdminBookings(mount, needs);
    },
    takenNights: needs.bookings.takenNights,
    /**
     * Emails a booking's link to the address that the host has corrected; does nothing once the guest has checked in or
     * the booking has been cancelled.
     */
    mailNewAddress: async (trx: Trx, bookingId: string) => {
      const booking = await bookingById(trx, bookingId);
      const state = await links.state(bookingId, trx);
      if (!booking || !state || !LINKABLE_STATUSES.includes(booking.status)) return;
      await mailNewAddress(trx, { messaging, siteUrl, key: await links.key(trx) }, booking, state.generation);
    },
    /** Carries out an action on a booking inside the caller's transaction. */
    actIn: needs.bookings.actIn,
    mountLinks: (http: FastifyInstance, callNeeds: CallNeeds) => mountLinks(http, callNeeds, needs),
    jobs: [expirePendingJob(needs), updateBookingsList(needs)],
  };
}

/** Any instance may run this job at any time, because the operation itself checks which time limits have expired. */
function expirePendingJob(needs: BookingNeeds): Job {
  return { name: "expire pending bookings", everyMs: 20_000, irreversible: true, run: () => expirePending(needs) };
}

/**
 * Opening the list writes only some of the changed rows; this job writes all of them, for example after a large import.
 */
function updateBookingsList({ database, imported }: { database: Database; imported: Imported }): Job {
  return { name: "bookings list", everyMs: 30_000, run: () => writeChangedRows(database, imported) };
}
