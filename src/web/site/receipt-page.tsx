import { useQuery } from "@tanstack/react-query";
import { useParams } from "wouter";
import type { GuestReceipt } from "#contract/payments.ts";
import { AS_RENDERED } from "../api/client.ts";
import { receiptQuery } from "../api/payments.ts";
import { receiptTexts } from "../booking/pay-texts.ts";
import { Fact, Facts, Panel } from "../booking/panel.tsx";
import { formatDate } from "../lib/format-date.ts";
import { formatCents } from "../lib/format-money.ts";
import { hostLang } from "../lib/host-lang.ts";
import { inLanguage, paths } from "../lib/paths.ts";
import { say } from "../lib/say.ts";
import { ButtonAnchor } from "../ui/button.tsx";

/** The number, dates and amounts of a receipt never change. */
export function ReceiptPage() {
  const { bookingId = "", number = "" } = useParams();
  const { data: receipt } = useQuery({ ...receiptQuery(bookingId, number), ...AS_RENDERED });
  return (
    <section className="mx-auto max-w-xl space-y-5 px-4 py-12 print:p-0">
      {receipt ? <Receipt receipt={receipt} /> : <h1 className="serif text-title">{say.pay.noReceipt}</h1>}
      <ButtonAnchor look="secondary" className="print:hidden" href={inLanguage(paths.confirmation(bookingId))}>
        {say.pay.booking}
      </ButtonAnchor>
    </section>
  );
}

function Receipt({ receipt }: { receipt: GuestReceipt }) {
  const { property, kind } = receipt;
  return (
    <>
      <h1 className="serif text-title">{say.pay.title[kind](receipt.number)}</h1>
      {receipt.live ? null : <p className="font-semibold">{say.pay.testReceipt}</p>}
      <Panel title={property.name}>
        <p lang={hostLang(property, property.location)}>{property.location}</p>
        <p>{receipt.guestName ? say.pay.for(receipt.guestName) : ""}</p>
        <p>{receiptTexts.stay(receipt.reference, receipt.checkInDate, receipt.checkOutDate)}</p>
        <Facts>
          <Fact name={receiptTexts.method(receipt.method)}>{formatDate(receipt.paidOn)}</Fact>
          <Fact name={say.pay.amount}>
            {receipt.amountCents < 0 ? "−" : ""}
            {formatCents(Math.abs(receipt.amountCents), receipt.currency)}
          </Fact>
        </Facts>
        {receipt.price ? <StayPrice price={receipt.price} currency={receipt.currency} /> : null}
        <p className="text-ink-soft">{receiptTexts.issued(receipt.issuedOn)}</p>
      </Panel>
    </>
  );
}

type StayPriceProps = { price: NonNullable<GuestReceipt["price"]>; currency: string };

/** As it was when the receipt was issued. */
function StayPrice({ price: { lines, totalCents, containedTaxes }, currency }: StayPriceProps) {
  return (
    <section aria-labelledby="stay-price" className="border-t border-line pt-4">
      <h2 id="stay-price" className="font-semibold">
        {say.pay.price}
      </h2>
      <Facts>
        {lines.map(({ label, amountCents }, place) => (
          // Two price lines may have the same text.
          <Fact key={place} name={label}>
            {formatCents(amountCents, currency)}
          </Fact>
        ))}
        <Fact name={say.pay.total}>{formatCents(totalCents, currency)}</Fact>
        {containedTaxes.map(({ name, amountCents }) => (
          <Fact key={name} name={say.pay.contains(name)}>
            {formatCents(amountCents, currency)}
          </Fact>
        ))}
      </Facts>
    </section>
  );
}
