import { createHmac } from "node:crypto";
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
import type { BookingGuard, IdentityHashes } from "./ports.ts";

/** How the form was filled in; a caller that says nothing of it is not judged by it. */
export type BotSignals = {
  /** What stood in the field that people do not see. */
  website?: string | undefined;
  /** From the form's appearance until it was sent. */
  filledMs?: number | undefined;
};

export type BookingGuardNeeds = {
  /** False leaves the limits out: for tests and load tests. */
  guardBookings: boolean;
  markKey: () => Promise<string>;
  canMail: () => Promise<boolean>;
};
type GuardedRequest = {
  asked: (typeof PUBLIC_STATUSES)[number];
  stay: Stay;
  networkBlock: string;
  manners: BotSignals;
  rules: { bookingMode: BookingMode; requestHours: number };
  now: Date;
};

/** Who looks at a request for a stay before its nights are taken: told inside the transaction what is held already. */
export async function bookingGuardFor(
  needs: BookingGuardNeeds,
  { asked, stay, networkBlock, manners, rules, now }: GuardedRequest,
): Promise<BookingGuard> {
  const [key, canMail] = await Promise.all([needs.markKey(), needs.canMail()]);
  const suspicious = Boolean(manners.website) || (manners.filledMs ?? QUICKEST_FORM_MS) < QUICKEST_FORM_MS;
  return {
    guarded: needs.guardBookings,
    identityHashesOf: (guest) => identityHashesOf(key, networkBlock, guest),
    judge: (held, proven): Admission =>
      admitBooking({
        asked,
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

/** Keyed, so that a copy of the database does not tell networks, addresses and numbers by trying them out. */
function identityHashesOf(key: string, networkBlock: string, { email, phone, id }: Guest): IdentityHashes {
  // A guest without a phone shares none with the next one.
  return {
    network: mark(key, "network", networkBlock),
    email: emailMark(key, email),
    phone: mark(key, "phone", phone === "" ? id : phoneDigits(phone)),
  };
}

export function emailMark(key: string, email: string): string {
  return mark(key, "email", mailboxOf(email));
}

function mark(key: string, kind: keyof IdentityHashes, text: string): string {
  return createHmac("sha256", key).update(`${kind}\n${text}`).digest("base64url");
}
