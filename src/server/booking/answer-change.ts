import type { ChangeRequest, StoredBooking } from "#domain/booking/booking.ts";
import { stayEvent } from "#domain/booking/timeline.ts";
import { type ActResult, type BookingNeeds, type HostOrder, refuse, type Step } from "./ports.ts";

type Input = HostOrder & { accept: boolean };

/** The host answers a guest's request to change the dates, at the price that the guest has accepted. */
export function answerChange({ bookings, clock }: BookingNeeds, { accept, ...order }: Input): Promise<ActResult> {
  const at = clock();
  return bookings.act({
    ...order,
    at,
    decide: (booking) => {
      const request = openRequest(booking, at);
      if (!request) return refuse("This request to change the dates is no longer open.");
      if (!accept) return declineChange("The request to change the dates was declined; the stay was not changed");
      const { until: _until, since: _since, ...proposal } = request;
      const event = `Request accepted. ${stayEvent(booking, { ...booking, ...proposal })}`;
      return { ok: true, act: "booking.stay", event, next: { ...proposal, changeRequest: null } };
    },
  });
}

/** The request to change the stay, unless its time has run out. */
export function openRequest({ changeRequest }: StoredBooking, at: Date): ChangeRequest | null {
  return changeRequest && changeRequest.until > at ? changeRequest : null;
}

export function declineChange(event: string): Step {
  return { ok: true, act: "booking.change-request", event, next: { changeRequest: null } };
}
