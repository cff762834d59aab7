import {
  type HeldNights,
  type Admission,
  admitBooking,
  mailboxOf,
  phoneDigits,
  QUICKEST_FORM_MS,
} from "#domain/booking/admission.ts";
import type { PUBLIC_STATUSES } from "#domain/booking/status.ts";
import { nightCount, type Stay } from "#domain/booking/stay.ts";
import type { Guest } from "#domain/guests/guest.ts";
import type { BookingMode } from "#domain/settings/settings.ts";
import { keyedHash } from "../runtime/ids.ts";
import type { BookingGuard, IdentityHashes } from "./ports.ts";

/** How the form was filled in. Values that a request omits are not checked. */
export type BotSignals = {
  /** The content of the honeypot field, which people cannot see. */
  website?: string | undefined;
  /** Milliseconds from opening the page to sending the form. */
  filledMs?: number | undefined;
};

export type BookingGuardNeeds = {
  /** False turns off the limits (`config.ts`). */
  guardBookings: boolean;
  hashKey: () => Promise<string>;
  canMail: () => Promise<boolean>;
};
type GuardedRequest = {
  requestedStatus: (typeof PUBLIC_STATUSES)[number];
  stay: Stay;
  networkBlock: string;
  botSignals: BotSignals;
  rules: { bookingMode: BookingMode; requestHours: number };
  now: Date;
};

/**
 * Returns the guard that decides whether a booking is admitted. What is already held is read in the booking's
 * transaction and passed to the guard.
 */
export async function bookingGuardFor(
  needs: BookingGuardNeeds,
  { requestedStatus, stay, networkBlock, botSignals, rules, now }: GuardedRequest,
): Promise<BookingGuard> {
  const [key, canMail] = await Promise.all([needs.hashKey(), needs.canMail()]);
  const suspicious = Boolean(botSignals.website) || (botSignals.filledMs ?? QUICKEST_FORM_MS) < QUICKEST_FORM_MS;
  return {
    guarded: needs.guardBookings,
    identityHashesOf: (guest) => identityHashesOf(key, networkBlock, guest),
    judge: (held, proven): Admission =>
      admitBooking({
        requestedStatus,
        nights: nightCount(stay),
        held,
        mode: rules.bookingMode,
        requestHours: rules.requestHours,
        canMail,
        proven,
        suspicious: suspicious && needs.guardBookings,
        now,
      }),
  };
}

export const NOTHING_HELD: HeldNights = {
  byEmail: 0,
  byPhone: 0,
  networkHour: 0,
  networkDay: 0,
  all: 0,
  allTaken: 0,
  guest: { nights: 0, stays: 0 },
  today: 0,
};

function identityHashesOf(key: string, networkBlock: string, { email, phone, id }: Guest): IdentityHashes {
  // Two guests without a number, or with words such as "none given", must not count as having the same number.
  return {
    network: mark(key, "network", networkBlock),
    email: emailHash(key, email),
    phone: mark(key, "phone", phoneDigits(phone) || id),
  };
}

export function emailHash(key: string, email: string): string {
  return mark(key, "email", mailboxOf(email));
}

function mark(key: string, kind: keyof IdentityHashes, text: string): string {
  return keyedHash(key, `${kind}\n${text}`);
}
