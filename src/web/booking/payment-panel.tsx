import type { Confirmation } from "#contract/booking.ts";
import { formatDate } from "../lib/format-date.ts";
import { formatCents } from "../lib/format-money.ts";
import { inLanguage, paths } from "../lib/paths.ts";
import { say } from "../lib/say.ts";
import { ButtonAnchor } from "../ui/button.tsx";
import { Fact, Facts, Panel } from "./panel.tsx";

export const testModeClass =
  "rounded-lg border-2 border-dashed border-line-strong bg-sunken px-4 py-3 text-center font-semibold";

export function PaymentPanel({ booking }: { booking: Confirmation }) {
  const { payment, id } = booking;
  if (!payment) return null;
  const { currency, paidCents, refundedCents, nowCents, laterCents, laterOn, payCents, refundCents, receipts } =
    payment;
  const due = nowCents + laterCents;
  if (paidCents === 0 && due === 0 && refundCents === 0 && receipts.length === 0) return null;
  const money = (cents: number) => formatCents(cents, currency);
  const texts = say.own.payment;
  return (
    <Panel title={texts.title}>
      {payment.testMode ? <p className={testModeClass}>{texts.testMode}</p> : null}
      <Facts>
        <Fact name={texts.paid}>{money(paidCents + refundedCents)}</Fact>
        {refundedCents > 0 ? <Fact name={texts.refunded}>{money(refundedCents)}</Fact> : null}
        {nowCents > 0 ? <Fact name={texts.now}>{money(nowCents)}</Fact> : null}
        {laterCents > 0 ? (
          <Fact name={laterOn ? texts.dueOn(formatDate(laterOn, "short")) : texts.dueLater}>{money(laterCents)}</Fact>
        ) : null}
        {refundCents > 0 ? <Fact name={texts.refund}>{money(refundCents)}</Fact> : null}
      </Facts>
      <p className="flex flex-wrap gap-3 empty:hidden print:hidden">
        {payCents > 0 ? (
          <ButtonAnchor href={inLanguage(paths.pay(id))}>
            {(nowCents > 0 ? texts.pay : texts.payRest)(money(payCents))}
          </ButtonAnchor>
        ) : null}
        {receipts.map((number) => (
          <ButtonAnchor key={number} look="secondary" href={inLanguage(paths.receipt(id, number))}>
            {texts.receipt(number)}
          </ButtonAnchor>
        ))}
      </p>
    </Panel>
  );
}
