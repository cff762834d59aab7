import type { StoredBooking } from "#domain/booking/booking.ts";
import type { Payment } from "#domain/booking/payment.ts";
import type { Trx } from "../database/transaction.ts";

/** The actions on a booking; `announce.ts` has their names in the audit log. */
export type BookingAct =
  | "booking.create"
  | "booking.status"
  | "booking.fee"
  | "booking.stay"
  | "booking.change-request"
  | "booking.price"
  | "booking.offer"
  | "booking.notes"
  | "booking.language"
  | "booking.payment.add"
  | "booking.payment.remove";

/** `before` is null for a new booking. */
export type BookingChange = {
  act: BookingAct;
  actor: string;
  notByHost?: true;
  at: Date;
  before: StoredBooking | null;
  after: StoredBooking;
  /** The payment that was recorded or removed. */
  payment?: Payment;
  /** Whether the host is asked and the change exceeds this guest's allowance or the daily limit for all guests. */
  aboveAllowance?: boolean;
};

/**
 * Called with every change inside its transaction, so that the change and the listener's writes are committed together.
 */
export type BookingListener = { bookingChanged: (trx: Trx, change: BookingChange) => Promise<void> };
