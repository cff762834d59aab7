import type { BookingMode } from "../settings/settings.ts";
import type { Waiting } from "./booking.ts";
import type { PUBLIC_STATUSES } from "./status.ts";

/**
 * Nights that the website gives away before anybody has shown that the guest's e-mail is real: to one network, one
 * e-mail or one phone, and to all together. No payment stands behind a booking, so this is what one loop can take
 * (reliability 3.1, S28).
 */
export const UNPROVEN_NIGHTS = { each: 7, all: 14 } as const;
/** For how long nights count as unproven: for one guest, and for all together. */
export const UNPROVEN_EACH_MS = 30 * 24 * 60 * 60 * 1000;
export const UNPROVEN_ALL_MS = 24 * 60 * 60 * 1000;
/** A booking that waits for the link in the mail to be opened gives its nights back after this. */
export const PROOF_WAIT_MS = 60 * 60 * 1000;
/** People need longer than this from seeing the form to sending it. */
export const QUICKEST_FORM_MS = 1000;

/** Unproven nights that are held already. */
export type HeldNights = { byNetwork: number; byEmail: number; byPhone: number; all: number };

export type IntakeFacts = {
  asked: (typeof PUBLIC_STATUSES)[number];
  nights: number;
  held: HeldNights;
  mode: BookingMode;
  requestHours: number;
  /** Whether a letter with a link would leave the house. */
  canMail: boolean;
  /** Whether this e-mail was shown to be real a short time ago. */
  proven: boolean;
  /** Whether the form was filled in as programs do it. */
  suspicious: boolean;
  now: Date;
};

/**
 * What becomes of a wish for a stay: a booking, one that waits for somebody, or nothing until the e-mail is proven or the
 * guest has called.
 */
export type Intake =
  | { status: "upcoming" | "confirmed" | "pending"; waiting: Waiting | null }
  | "prove-first"
  | "call-us";

/**
 * Where no mail can be sent, nobody can prove anything: the host decides then, and nobody is locked out; who holds nights
 * already telephones for more, for requests hold their nights too.
 */
export function intake(facts: IntakeFacts): Intake {
  const { asked, mode, canMail, proven, now } = facts;
  const wait = (who: Waiting["for"], ms: number): Intake => ({
    status: "pending",
    waiting: { for: who, until: new Date(now.getTime() + ms), askedStatus: asked },
  });
  const request = wait("host", facts.requestHours * 60 * 60 * 1000);
  const tooMany = !proven && !mayHold(facts.held, facts.nights);
  if (tooMany && canMail) return "prove-first";
  if (tooMany && heldByEach(facts.held) > 0) return "call-us";
  if (mode === "request" || tooMany) return request;
  const needsProof = !proven && (mode === "verified" || facts.suspicious);
  if (needsProof) return canMail ? wait("guest", PROOF_WAIT_MS) : request;
  return { status: asked, waiting: null };
}

/** Whether so many more nights may be held without proof. */
export function mayHold(held: HeldNights, nights: number): boolean {
  return heldByEach(held) + nights <= UNPROVEN_NIGHTS.each && held.all + nights <= UNPROVEN_NIGHTS.all;
}

function heldByEach({ byNetwork, byEmail, byPhone }: HeldNights): number {
  return Math.max(byNetwork, byEmail, byPhone);
}

/** Google delivers to these whatever dots the name has. */
const DOTS_DO_NOT_COUNT = ["gmail.com", "googlemail.com"];

/** The same mailbox however it is written: case, what follows a plus, and Gmail's dots do not count. */
export function mailboxOf(email: string): string {
  const [name = "", host = ""] = email.toLowerCase().split("@");
  const plain = name.replace(/\+.*/, "");
  return DOTS_DO_NOT_COUNT.includes(host) ? `${plain.replaceAll(".", "")}@gmail.com` : `${plain}@${host}`;
}

/** The last nine digits: with country code or without, with brackets or blanks, a number is the same. */
export function phoneDigits(phone: string): string {
  return phone.replace(/\D/g, "").slice(-9);
}
