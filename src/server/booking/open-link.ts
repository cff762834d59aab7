import type { StoredBooking } from "#domain/booking/booking.ts";
import { allowance } from "#domain/booking/admission.ts";
import { GUEST_DELIVERY_METHODS } from "#domain/messaging/message.ts";
import { PAYMENT_HOLD_MS } from "#domain/payments/times.ts";
import { nightCount } from "#domain/booking/stay.ts";
import { statusEvent } from "#domain/booking/timeline.ts";
import type { Clock } from "../runtime/clock.ts";
import { isSameSecret } from "../runtime/ids.ts";
import type { PayHours } from "./change-status.ts";
import { linkSecret } from "./own-link.ts";
import { type BookingStore, GUEST, refuse, type SaleRules } from "./ports.ts";
import { afterConsent, waitFor } from "./wait-for.ts";
import { type LinkStore } from "./link-queries.ts";

export type LinkNeeds = {
  links: LinkStore;
  bookings: BookingStore;
  clock: Clock;
  rules: () => Promise<Pick<SaleRules, "bookingMode" | "requestHours">>;
  /** Omitted if nothing is paid online. */
  payHours?: PayHours;
  canPay: () => Promise<boolean>;
};

type Link = { bookingId: string; secret: string };

/** What opening a link does apart from letting the browser see the booking in full. */
export type LinkEffect = "complete" | "request" | "verify";

/**
 * What opening the link would do: complete the booking, send it to the host as a request, or only verify the guest's
 * email address. Null if it would do none of these. Changes nothing.
 */
export async function effectOfLink(
  needs: Pick<LinkNeeds, "links" | "bookings" | "clock">,
  link: Link,
): Promise<{ booking: StoredBooking; effect: LinkEffect } | null> {
  if ((await validLink(needs.links, link))?.channel !== "email") return null;
  const booking = await needs.bookings.find(link.bookingId);
  if (!booking) return null;
  const { waiting, emailProvenAt } = booking;
  if (waiting?.for === "guest" && waiting.until > needs.clock())
    return { booking, effect: waiting.requestedStatus === "pending" ? "request" : "complete" };
  return emailProvenAt ? null : { booking, effect: "verify" };
}

/** How the link was sent, and what its secret was derived from; null if the secret is wrong. */
async function validLink(links: LinkStore, { bookingId, secret }: Link) {
  const state = await links.state(bookingId);
  const { generation, phone } = state ?? { generation: 0, phone: "" };
  const key = await links.key();
  // Computed for unknown bookings too, so that the response time does not reveal which ids exist.
  const secrets = {
    email: linkSecret(key, bookingId, generation),
    whatsapp: linkSecret(key, bookingId, generation, phone),
  };
  const channel = GUEST_DELIVERY_METHODS.find((one) => isSameSecret(secret, secrets[one]));
  return channel && state ? { channel, state } : null;
}

/**
 * Lets the browser see the booking in full if the secret is correct. The secret of an emailed link shows that the user
 * has access to the guest's mailbox: a booking that was waiting for this is now booked, or goes on to wait for the host
 * or for a payment.
 */
export async function openLink(
  { links, bookings, clock, rules, payHours, canPay }: LinkNeeds,
  link: Link,
  rememberBrowser: () => string,
): Promise<boolean> {
  const valid = await validLink(links, link);
  if (!valid) return false;
  const at = clock();
  const { bookingMode, requestHours } = await rules();
  const payable = await canPay();
  return bookings.openLink({
    id: link.bookingId,
    ...valid,
    browserHash: rememberBrowser(),
    actor: GUEST,
    notByHost: true,
    at,
    decide: (booking, { claims }) => {
      const { status, waiting } = booking;
      if (waiting?.for !== "guest" || waiting.until <= at) {
        return refuse("This booking is not waiting for the guest to confirm it.");
      }
      const { requestedStatus } = waiting;
      const party = afterConsent(booking, { paysOnline: payHours !== undefined, payable });
      const hostDecides = bookingMode === "request" || requestedStatus === "pending" || party === "host";
      const aboveAllowance = claims !== null && allowance(claims.held, nightCount(booking)) !== "book";
      const did = "The guest has confirmed the email address";
      if (hostDecides || aboveAllowance) {
        const until = new Date(at.getTime() + requestHours * HOUR_MS);
        const step = waitFor("host", { did, until, requestedStatus: "upcoming" });
        return aboveAllowance ? { ...step, aboveAllowance } : step;
      }
      if (party === "payment") {
        return waitFor(party, { did, until: new Date(at.getTime() + PAYMENT_HOLD_MS), requestedStatus });
      }
      const event = statusEvent(status, requestedStatus);
      return { ok: true, act: "booking.status", event, next: { status: requestedStatus } };
    },
  });
}

const HOUR_MS = 3_600_000;
