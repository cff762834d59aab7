import { useQuery } from "@tanstack/react-query";
import { useParams } from "wouter";
import type { GuestReceipt } from "#contract/payments.ts";
import { moneyText } from "#domain/money/currency.ts";
import { AS_RENDERED } from "../api/client.ts";
import { receiptQuery } from "../api/payments.ts";
import { receiptTexts } from "../booking/pay-texts.ts";
import { Fact, Facts, Panel } from "../booking/panel.tsx";
import { formatDate } from "../lib/format-date.ts";
import { paths } from "../lib/paths.ts";
import { ButtonAnchor } from "../ui/button.tsx";

/** A receipt on one sheet of paper. It says the same for ever; a refund is a document of its own. */
export function ReceiptPage() {
  const { bookingId = "", number = "" } = useParams();
  const { data: receipt } = useQuery({ ...receiptQuery(bookingId, number), ...AS_RENDERED });
  return (
    <section className="mx-auto max-w-xl space-y-5 px-4 py-12 print:p-0">
      {receipt ? <Receipt receipt={receipt} /> : <h1 className="serif text-title">We can't show this receipt here</h1>}
      <ButtonAnchor look="secondary" className="print:hidden" href={paths.confirmation(bookingId)}>
        See your booking
      </ButtonAnchor>
    </section>
  );
}

function Receipt({ receipt }: { receipt: GuestReceipt }) {
  const { property, kind } = receipt;
  return (
    <>
      <h1 className="serif text-title">
        {receiptTexts.title[kind]} {receipt.number}
      </h1>
      {receipt.live ? null : <p className="font-semibold">{receiptTexts.test}</p>}
      <Panel title={property.name}>
        <p>{property.location}</p>
        <p>{receiptTexts.for(receipt.guestName)}</p>
        <p>{receiptTexts.stay(receipt.reference, receipt.checkInDate, receipt.checkOutDate)}</p>
        <Facts>
          <Fact name={receiptTexts.method[receipt.method] ?? receipt.method}>{formatDate(receipt.paidOn)}</Fact>
          <Fact name="Amount">
            {kind === "payment" ? "" : "−"}
            {moneyText(receipt.amountCents, receipt.currency)}
          </Fact>
        </Facts>
        {receipt.price ? <StayPrice price={receipt.price} currency={receipt.currency} /> : null}
        <p className="text-ink-soft">{receiptTexts.issued(receipt.issuedOn)}</p>
      </Panel>
    </>
  );
}

type StayPriceProps = { price: NonNullable<GuestReceipt["price"]>; currency: string };

/** What the payment was for: accommodation, discounts, fees and taxes apart, as they were when it was made. */
function StayPrice({ price: { lines, totalCents, containedTaxes }, currency }: StayPriceProps) {
  return (
    <section aria-labelledby="stay-price" className="border-t border-line pt-4">
      <h2 id="stay-price" className="font-semibold">
        {receiptTexts.price}
      </h2>
      <Facts>
        {lines.map(({ label, amountCents }, place) => (
          // Two lines of a price may have the same words.
          <Fact key={place} name={label}>
            {moneyText(amountCents, currency)}
          </Fact>
        ))}
        <Fact name={receiptTexts.total}>{moneyText(totalCents, currency)}</Fact>
        {containedTaxes.map(({ name, amountCents }) => (
          <Fact key={name} name={receiptTexts.contains(name)}>
            {moneyText(amountCents, currency)}
          </Fact>
        ))}
      </Facts>
    </section>
  );
}
