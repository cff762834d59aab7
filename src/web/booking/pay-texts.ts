import type { GuestPayment } from "#contract/payments.ts";
import { formatDate } from "../lib/format-date.ts";
import { formatCents } from "../lib/format-money.ts";
import { say } from "../lib/say.ts";
import { deadlineText } from "./cancellation-policy.ts";
import { cancellationText } from "./own-cancellation.ts";

/** The strings on the payment page, as functions of the page's data. */

type P = GuestPayment;
const money = (cents: number, { currency }: Pick<P, "currency">) => formatCents(cents, currency);
const until = (payment: P) => (payment.keptUntil ? deadlineText(payment.keptUntil, payment.timeZone) : "");
const lateRefund = (payment: P) =>
  payment.refunds.filter(({ why }) => why === "late").reduce((sum, refund) => sum + refund.amountCents, 0);
const failedRefund = (payment: P) =>
  payment.refunds
    .filter(({ state, closed }) => state === "failed" && !closed)
    .reduce((sum, refund) => sum + refund.amountCents, 0);

const rest = (p: P) => {
  if (p.laterCents === 0) return [];
  const amount = money(p.laterCents, p);
  return [p.laterOn ? say.pay.restOn(amount, formatDate(p.laterOn)) : say.pay.rest(amount)];
};

/** For a stay that was not paid for in time. */
const received = (p: P) => {
  if (p.paidCents > 0) return [say.pay.refundDue(money(p.paidCents, p))];
  return p.receipts.length > 0 ? [] : [say.pay.nothingCharged];
};

/** `keptUntil` is the deadline of a booking that is waiting for its first payment. */
const keptStill = (p: P) => (p.keptUntil ? [say.pay.keptStill(until(p))] : []);

const payUntil = (p: P) => (p.payUntil ? [say.pay.payUntil(deadlineText(p.payUntil, p.timeZone))] : []);

const withMail = (texts: { byEmail: string; here: string }, { emailed }: P) => (emailed ? texts.byEmail : texts.here);

const about = (p: P) => (p.about ? [p.about] : []);

const feeDue = (p: P) => (p.dueCents > 0 ? [say.pay.feeDue(money(p.dueCents, p))] : []);

const terms = (p: P) => [
  ...(p.cancelled ? feeDue(p) : [cancellationText({ ...p, lines: [] }, p.timeZone)]),
  ...(p.provider ? [say.pay.provider(p.provider.label)] : []),
];

const span = (checkIn: string, checkOut: string, style?: "short") =>
  `${formatDate(checkIn, style)} – ${formatDate(checkOut, style)}`;

export const payTexts = {
  headline: (p: P) =>
    p.cancelled && p.state === "due" ? payTexts.pay(p) : say.pay.headline[p.state](money(p.amountCents, p)),

  stay: (p: P) => say.pay.stay(say.stay.nights(p.nights), span(p.checkInDate, p.checkOutDate, "short"), p.reference),

  body: {
    open: (p: P) => [say.pay.kept(until(p)), ...payUntil(p), ...rest(p), ...terms(p)],
    checking: (p: P) => [withMail(say.pay.seconds, p)],
    "not-charged": (p: P) => [
      ...(p.keptUntil || p.cancelled ? keptStill(p) : [say.pay.stays]),
      ...payUntil(p),
      ...about(p),
      ...rest(p),
      ...terms(p),
    ],
    due: (p: P) => [...about(p), ...rest(p), ...terms(p)],
    paid: (p: P) => [
      say.pay.received(money(p.paidCents, p)),
      ...(p.laterCents > 0 && p.laterOn ? [say.pay.restOn(money(p.laterCents, p), formatDate(p.laterOn))] : []),
    ],
    ended: (p) => [say.pay.freeAgain, ...received(p)],
    "late-taken": () => [say.pay.lateTaken],
    "late-gone": (p: P) => [say.pay.lateGone(money(lateRefund(p), p))],
    "refund-failed": () => [],
    cancelled: (p: P) => (p.dueCents > 0 ? feeDue(p) : [say.pay.nothingDue]),
    waits: (p: P) => [withMail(say.pay.waits, p)],
    nothing: () => [say.pay.noneDue],
  } satisfies Record<P["state"], (p: P) => string[]>,

  takesLonger: (p: P) => [withMail(say.pay.takesLonger, p), ...keptStill(p)],
  refundFailed: (p: P) => (failedRefund(p) > 0 ? [say.pay.refundFailed(money(failedRefund(p), p))] : []),

  pay: (p: P) => say.pay.pay(money(p.amountCents, p)),
  unreachable: (p: P) => (p.keptUntil ? say.pay.unreachableKept(until(p)) : say.pay.unreachable),
};

export const receiptTexts = {
  issued: (day: string) => say.pay.issued(formatDate(day)),
  stay: (reference: string, checkIn: string, checkOut: string) =>
    say.pay.receiptStay(span(checkIn, checkOut), reference),
  method: (method: string) => {
    const known: Record<string, string> = say.pay.method;
    return known[method] ?? method;
  },
};
