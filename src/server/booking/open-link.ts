import type { Clock } from "../runtime/clock.ts";
import { isSameSecret, linkPath, linkSecret } from "./own-link.ts";
import type { LinkStore } from "./ports.ts";

export type LinkNeeds = { links: LinkStore; clock: Clock };

/** Lets the browser see the booking in full if the secret is right. Whoever has it reads the guest's mail. */
export async function openLink(
  { links, clock }: LinkNeeds,
  { bookingId, secret }: { bookingId: string; secret: string },
  rememberBrowser: () => string,
): Promise<boolean> {
  const generation = await links.generation(bookingId);
  // Computed for unknown bookings too: the time must not tell which ids there are.
  const right = linkSecret(await links.key(), bookingId, generation ?? 0);
  if (!isSameSecret(secret, right) || generation === null) return false;
  await links.open(bookingId, rememberBrowser(), clock());
  return true;
}

/** The path that opens the booking for whoever has it; null for a booking that is not there. */
export async function ownLinkPath(links: LinkStore, bookingId: string): Promise<string | null> {
  const generation = await links.generation(bookingId);
  return generation === null ? null : linkPath(bookingId, linkSecret(await links.key(), bookingId, generation));
}
