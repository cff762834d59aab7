import { type ImportedStay, nameOf, stayTitle } from "#domain/channels/imported-stay.ts";
import type { HostNotification } from "../core/host.ts";

/** S-27: a linked stay is cancelled on its platform, but its booking still keeps the nights. */
export function stillBookedNotification(
  stay: ImportedStay,
  channelName: string,
  booking: { id: string; reference: string },
  at: Date,
): HostNotification {
  return {
    key: `channel-stay:${stay.id}:gone:${at.getTime()}`,
    subject: `${stayTitle(stay, channelName)} was probably cancelled, but booking ${booking.reference} still holds the nights`,
    lines: [
      `The calendar of ${nameOf(stay.platform, channelName)} no longer shows this stay, so it was probably cancelled there.`,
      `You linked it to booking ${booking.reference}. If the guest is not coming, cancel the booking.`,
    ],
    link: `/admin/bookings/${booking.id}`,
  };
}
