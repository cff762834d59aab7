import { createHmac } from "node:crypto";
import type { Language } from "#domain/language/language.ts";
import { prefixOf } from "#domain/language/language-path.ts";
import { textsIn } from "#texts/server-texts.ts";
import type { Clock } from "../runtime/clock.ts";
import type { GuestMail } from "../core/guest-mail.ts";
import { isSameSecret } from "../runtime/ids.ts";
import type { LinkStore } from "./link-queries.ts";

const HOUR_MS = 3_600_000;
/** How long the email's link is valid, and how long the verification is valid after the link is opened. */
const LINK_MS = HOUR_MS;
const PROOF_MS = 24 * HOUR_MS;
/** The data that the link may carry: the dates and guests of the booking page. */
const SEARCH = /^in=\d{4}-\d\d-\d\d&out=\d{4}-\d\d-\d\d&guests=[1-9]\d?$/;

export type ProofRequest = {
  emailHash: string;
  to: { name: string; address: string };
  search: string;
  language: Language;
};

/**
 * Emails the link that verifies the address, at most once an hour per mailbox. False if too many guests have been asked
 * to verify their address.
 */
export async function requestProof(
  needs: {
    links: LinkStore;
    clock: Clock;
    siteUrl: string;
    mailGuest: (mail: GuestMail) => Promise<void>;
    mayRequestProof: () => Promise<boolean>;
  },
  { emailHash, to, search, language }: ProofRequest,
): Promise<boolean> {
  if (!(await needs.mayRequestProof())) return false;
  const say = textsIn(language).emails.proveEmail;
  const now = needs.clock().getTime();
  const until = String(now + LINK_MS);
  const secret = proofSecret(await needs.links.key(), emailHash, until);
  await needs.mailGuest({
    key: `prove:${emailHash}`,
    againAfterMs: HOUR_MS,
    bookingId: null,
    to,
    language,
    subject: say.subject,
    lines: [say.text, say.notYou],
    link: `${needs.siteUrl}${prefixOf(language)}/booking/prove/${emailHash}/${until}/${secret}?${search}`,
    usefulUntil: new Date(now + LINK_MS),
    asksFor: "proof",
  });
  return true;
}

type Proof = { emailHash: string; until: string; secret: string };
type ProofNeeds = { links: LinkStore; clock: Clock };

/** Whether opening the email's link would verify the address, has done so already, or no longer can. */
export async function proofState(
  { links, clock }: ProofNeeds,
  proof: Proof,
): Promise<"valid" | "redeemed" | "invalid"> {
  if (!(await isValid({ links, clock }, proof))) return "invalid";
  return (await links.isProven(proof.emailHash, clock())) ? "redeemed" : "valid";
}

/** Stores the verification if the email's link is valid. */
export async function redeemProof({ links, clock }: ProofNeeds, proof: Proof): Promise<boolean> {
  if (!(await isValid({ links, clock }, proof))) return false;
  await links.prove(proof.emailHash, new Date(clock().getTime() + PROOF_MS));
  return true;
}

async function isValid({ links, clock }: ProofNeeds, { emailHash, until, secret }: Proof): Promise<boolean> {
  const right = proofSecret(await links.key(), emailHash, until);
  return isSameSecret(secret, right) && Number(until) >= clock().getTime();
}

/** The booking page with the dates and guests that the link carries. It says whether the address is verified. */
export function pathAfterProof(search: string, proven: boolean): string {
  const email = `email=${proven ? "proven" : "unproven"}`;
  return SEARCH.test(search) ? `/book?${search}&${email}` : `/book?${email}`;
}

function proofSecret(key: string, emailHash: string, until: string): string {
  return createHmac("sha256", Buffer.from(key, "base64url")).update(`prove.${emailHash}.${until}`).digest("base64url");
}
