import type { Confirmation } from "#contract/booking.ts";
import { moneyText } from "#domain/money/currency.ts";
import { formatDate } from "../lib/format-date.ts";
import { paths } from "../lib/paths.ts";
import { ButtonAnchor } from "../ui/button.tsx";
import { Fact, Facts, Panel } from "./panel.tsx";
import { payTexts } from "./pay-panel-texts.ts";

/** The bar above everything that test money paid. */
export const testModeClass =
  "rounded-lg border-2 border-dashed border-line-strong bg-sunken px-4 py-3 text-center font-semibold";

/** What is paid and what is due, with the way to pay. The links lead to documents of their own. */
export function PaymentPanel({ booking }: { booking: Confirmation }) {
  const { payment, id, waiting } = booking;
  if (!payment) return null;
  const { currency, paidCents, nowCents, laterCents, laterOn, refundCents, receipts } = payment;
  const due = nowCents + laterCents;
  if (paidCents === 0 && due === 0 && refundCents === 0 && receipts.length === 0) return null;
  const money = (cents: number) => moneyText(cents, currency);
  return (
    <Panel title="Payment">
      {payment.testMode ? <p className={testModeClass}>{payTexts.testMode}</p> : null}
      <Facts>
        <Fact name="Paid">{money(paidCents)}</Fact>
        {nowCents > 0 ? <Fact name="To pay now">{money(nowCents)}</Fact> : null}
        {laterCents > 0 ? (
          <Fact name={laterOn ? `Due on ${formatDate(laterOn, "short")}` : "Due later"}>{money(laterCents)}</Fact>
        ) : null}
        {refundCents > 0 ? <Fact name="On its way back to you">{money(refundCents)}</Fact> : null}
      </Facts>
      <p className="flex flex-wrap gap-3 print:hidden">
        {due > 0 && (waiting === null || waiting.for === "payment") ? (
          <ButtonAnchor href={paths.pay(id)}>
            {nowCents > 0 ? `Pay ${money(nowCents)}` : `Pay the rest, ${money(laterCents)}`}
          </ButtonAnchor>
        ) : null}
        {receipts.map((number) => (
          <ButtonAnchor key={number} look="secondary" href={paths.receipt(id, number)}>
            Receipt {number}
          </ButtonAnchor>
        ))}
      </p>
    </Panel>
  );
}
