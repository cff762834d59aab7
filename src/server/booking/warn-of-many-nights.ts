import { ALLOWANCE, NIGHTS_PER_DAY } from "#domain/booking/admission.ts";
import type { BookingListener } from "../core/booking-changes.ts";
import type { MessagingFunctions } from "./ports.ts";

/** Alerts the host, at most once a day, that guests want more nights than can be booked without the host's approval. */
export function warnOfManyNights({ messaging }: { messaging: MessagingFunctions }): BookingListener {
  return {
    bookingChanged: async (trx, { at, after, aboveAllowance }) => {
      if (!aboveAllowance) return;
      await messaging.notifyHost(trx, {
        key: `many-nights:${at.toISOString().slice(0, 10)}`,
        subject: "An unusual number of nights are being booked: please check the requests",
        lines: [
          `One guest has asked for more than ${ALLOWANCE.stays} stays or ${ALLOWANCE.nights} nights at once, or all guests together have asked for more than ${NIGHTS_PER_DAY} nights in a day.`,
          `The first such request is ${after.reference}. Requests hold their nights until you answer or the time to answer runs out; decline those that do not look genuine.`,
          "Guests who ask for far more than these limits are asked to call you. We send this alert at most once a day.",
        ],
        link: `/admin/bookings/${after.id}`,
      });
    },
  };
}
