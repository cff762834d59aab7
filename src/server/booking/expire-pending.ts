import type { StoredBooking, Waiting } from "#domain/booking/booking.ts";
import { forEach } from "../core/for-each.ts";
import { declineChange } from "./answer-change.ts";
import { type BookingNeeds, refuse, type Refusal, type Step, TIME } from "./ports.ts";

const NOT_IN_TIME = {
  guest: "Ended: the guest did not open the link in the email in time",
  host: "Ended: the request was not answered in time",
  offer: "Ended: the guest did not accept the offer in time",
  payment: "Ended: not paid in time",
} satisfies Record<Waiting["for"], string>;
const CHANGE_NOT_ANSWERED = "The request to change the dates was not answered in time; the stay was not changed";

/** Releases the nights of bookings and of changes that were not confirmed in time. */
export async function expirePending({ bookings, clock }: BookingNeeds): Promise<void> {
  const at = clock();
  await forEach(await bookings.waitingUntil(at), (id) =>
    bookings.act({ id, actor: TIME, notByHost: true, at, decide: (booking) => end(booking, at) }),
  );
}

function end({ waiting, changeRequest }: StoredBooking, at: Date): Step | Refusal {
  if (changeRequest && changeRequest.until <= at) return declineChange(CHANGE_NOT_ANSWERED);
  if (!waiting || waiting.until > at) {
    return refuse("This booking has just been accepted.");
  }
  return {
    ok: true,
    act: "booking.status",
    event: NOT_IN_TIME[waiting.for],
    next: { status: "cancelled", cancellationFeeCents: 0 },
  };
}
