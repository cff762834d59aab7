import { createHmac } from "node:crypto";
import type { Language } from "#domain/language/language.ts";
import { prefixOf } from "#domain/language/language-path.ts";
import { textsIn } from "#texts/server-texts.ts";
import type { Clock } from "../runtime/clock.ts";
import { isSameSecret } from "./own-link.ts";
import type { GuestMail } from "../core/guest-mail.ts";
import type { LinkStore } from "./ports.ts";

const HOUR_MS = 3_600_000;
/** How long the email's link is good, and how long the proof counts once it was opened. */
const LINK_MS = HOUR_MS;
const PROOF_MS = 24 * HOUR_MS;
/** What may come back with the link: the dates and guests of the booking page. */
const SEARCH = /^in=\d{4}-\d\d-\d\d&out=\d{4}-\d\d-\d\d&guests=\d$/;

export type ProofRequest = {
  emailMark: string;
  to: { name: string; address: string };
  search: string;
  language: Language;
};

/** Emails the link that proves the address, at most once an hour to one mailbox; false if too many were sent already. */
export async function askForProof(
  needs: {
    links: LinkStore;
    clock: Clock;
    siteUrl: string;
    mailGuest: (mail: GuestMail) => Promise<void>;
    mayAskForProof: () => Promise<boolean>;
  },
  { emailMark, to, search, language }: ProofRequest,
): Promise<boolean> {
  if (!(await needs.mayAskForProof())) return false;
  const say = textsIn(language).emails.proveEmail;
  const now = needs.clock().getTime();
  const until = String(now + LINK_MS);
  const secret = proofSecret(await needs.links.key(), emailMark, until);
  await needs.mailGuest({
    key: `prove:${emailMark}:${Math.floor(now / HOUR_MS)}`,
    bookingId: null,
    to,
    language,
    subject: say.subject,
    lines: [say.text, say.notYou],
    link: `${needs.siteUrl}${prefixOf(language)}/booking/prove/${emailMark}/${until}/${secret}?${search}`,
  });
  return true;
}

/** Where the email's link leads; the proof is kept when the link is right. */
export async function takeProof(
  { links, clock }: { links: LinkStore; clock: Clock },
  { emailMark, until, secret, search }: { emailMark: string; until: string; secret: string; search: string },
): Promise<string> {
  const now = clock();
  const right = proofSecret(await links.key(), emailMark, until);
  const good = isSameSecret(secret, right) && Number(until) >= now.getTime();
  if (good) await links.prove(emailMark, new Date(now.getTime() + PROOF_MS));
  const email = `email=${good ? "proven" : "unproven"}`;
  return SEARCH.test(search) ? `/book?${search}&${email}` : `/book?${email}`;
}

function proofSecret(key: string, emailMark: string, until: string): string {
  return createHmac("sha256", Buffer.from(key, "base64url")).update(`prove.${emailMark}.${until}`).digest("base64url");
}
