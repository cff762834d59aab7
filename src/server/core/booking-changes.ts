import type { StoredBooking } from "#domain/booking/booking.ts";
import type { Payment } from "#domain/booking/payment.ts";
import type { Trx } from "../database/transaction.ts";

/** The acts on a booking, as they are named in the audit log and to whoever listens. */
export type BookingAct =
  | "booking.create"
  | "booking.status"
  | "booking.stay"
  | "booking.change-request"
  | "booking.price"
  | "booking.offer"
  | "booking.notes"
  | "booking.language"
  | "booking.payment.add"
  | "booking.payment.remove";

/** Something happened to a booking. `before` is null when it is new. */
export type BookingChange = {
  act: BookingAct;
  actor: string;
  notByHost?: true;
  at: Date;
  before: StoredBooking | null;
  after: StoredBooking;
  /** The payment that was recorded or removed. */
  payment?: Payment;
  /** The host is asked only because the guest holds so much already. */
  aboveAllowance?: boolean;
};

/** Hears of every change inside its transaction: what it writes is kept exactly when the change is. */
export type BookingListener = { bookingChanged: (trx: Trx, change: BookingChange) => Promise<void> };
