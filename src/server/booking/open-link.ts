import type { Clock } from "../runtime/clock.ts";
import { statusEvent } from "#domain/booking/timeline.ts";
import { isSameSecret, linkPath, linkSecret } from "./own-link.ts";
import { type BookingStore, GUEST, type LinkStore } from "./ports.ts";

export type LinkNeeds = { links: LinkStore; bookings: BookingStore; clock: Clock };

/**
 * Lets the browser see the booking in full if the secret is right: whoever has it reads the guest's mail. A booking that
 * waits for just that is certain from now on.
 */
export async function openLink(
  { links, bookings, clock }: LinkNeeds,
  { bookingId, secret }: { bookingId: string; secret: string },
  rememberBrowser: () => string,
): Promise<boolean> {
  const generation = await links.generation(bookingId);
  // Computed for unknown bookings too: the time must not tell which ids there are.
  const right = linkSecret(await links.key(), bookingId, generation ?? 0);
  if (!isSameSecret(secret, right) || generation === null) return false;
  const at = clock();
  await links.open(bookingId, rememberBrowser(), at);
  await bookings.act({
    id: bookingId,
    version: null,
    actor: GUEST,
    notByHost: true,
    at,
    decide: ({ status, waiting }) => {
      if (waiting?.for !== "guest" || waiting.until <= at) {
        return { ok: false, reason: "refused", status: 409, message: "This booking does not wait for its guest." };
      }
      const event = statusEvent(status, waiting.askedStatus);
      return { ok: true, act: "booking.status", event, next: { status: waiting.askedStatus } };
    },
  });
  return true;
}

/** The path that opens the booking for whoever has it; null for a booking that is not there. */
export async function ownLinkPath(links: LinkStore, bookingId: string): Promise<string | null> {
  const generation = await links.generation(bookingId);
  return generation === null ? null : linkPath(bookingId, linkSecret(await links.key(), bookingId, generation));
}
