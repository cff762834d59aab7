import type { StoredBooking } from "#domain/booking/booking.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import { pathIn } from "#domain/language/language-path.ts";
import type { Cents } from "#domain/money/money.ts";
import type { PaymentEmails } from "#texts/en/payments.ts";
import { deadlineIn } from "#texts/deadline.ts";
import { textsIn } from "#texts/server-texts.ts";
import { type GuestMail, toGuest } from "../core/guest-mail.ts";
import type { Trx } from "../database/transaction.ts";
import type { PaymentNeeds } from "./ports.ts";

/** Dates, deadlines and amounts in the language of the booking. */
type EmailValues = {
  facts: { cottage: string; span: string; reference: string; amount: string };
  day: (date: LocalDate) => string;
  deadline: (at: Date) => string;
  money: (cents: Cents, currency: string) => string;
};

type Email = Pick<GuestMail, "usefulUntil" | "asksFor"> & {
  /** Only the first email with this key is sent. */
  key: string;
  amount?: { amountCents: Cents; currency: string };
  /**
   * The English path of the page to link to; defaults to the guest's own page. The link leads to the page in the
   * guest's language.
   */
  path?: string;
  write: (texts: PaymentEmails, values: EmailValues) => { subject: string; lines: string[] };
};

export async function emailGuest(
  needs: Pick<PaymentNeeds, "cottageIn" | "ownLink" | "mailGuest" | "siteUrl">,
  trx: Trx,
  booking: StoredBooking,
  { amount, path, write, ...mail }: Email,
): Promise<void> {
  const { id, language, reference, policy } = booking;
  const { payments, formats } = textsIn(language);
  const { day, money } = formats;
  const facts = {
    cottage: await needs.cottageIn(trx),
    span: formats.span(booking),
    reference,
    amount: amount ? money(amount.amountCents, amount.currency) : "",
  };
  const deadline = (at: Date) => deadlineIn(language, at, policy.timeZone);
  const words = write(payments, { facts, day, deadline, money });
  await needs.mailGuest(trx, {
    ...mail,
    ...toGuest(booking),
    link: path ? needs.siteUrl + pathIn(language, path) : await needs.ownLink(id, trx),
    ...words,
  });
}
