import { addDays } from "../calendar/local-date.ts";
import { momentOf } from "../calendar/time-zone.ts";
import { PAYMENT_HOLD_MS } from "../payments/times.ts";
import type { Booking, ChangeRequest, Waiting } from "./booking.ts";

type Arrival = Pick<Booking, "checkIn" | "policy">;

/**
 * When the arrival day is over at the cottage. From then on, a request or an offer can no longer be accepted. The limit
 * is not the check-in time, because a stay can still be requested for the same evening after that time.
 */
export function arrivalDayEnd({ checkIn, policy }: Arrival): Date {
  return momentOf(addDays(checkIn, 1), "00:00", policy.timeZone);
}

/**
 * The wait for an answer ends with the arrival day at the latest. A guest who has agreed in time still has time to pay.
 */
export function waitsInTime(waiting: Waiting, stay: Arrival, at: Date): Waiting {
  const end = arrivalDayEnd(stay).getTime();
  return endsBy(waiting, waiting.for === "payment" ? Math.max(end, at.getTime() + PAYMENT_HOLD_MS) : end);
}

/**
 * A request to change the stay ends, at the latest, with the arrival day of the booked or the requested stay, whichever
 * is earlier: after that day, that stay has begun.
 */
export function requestInTime(request: ChangeRequest, booked: Arrival): ChangeRequest {
  return endsBy(request, Math.min(arrivalDayEnd(request).getTime(), arrivalDayEnd(booked).getTime()));
}

function endsBy<T extends { until: Date }>(wait: T, latest: number): T {
  return wait.until.getTime() <= latest ? wait : { ...wait, until: new Date(latest) };
}
