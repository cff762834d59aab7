import { counted } from "#domain/text/counted.ts";
import type { ReactNode } from "react";
import type { BookingDetail, StayQuote } from "#contract/admin-bookings.ts";
import { formatDate } from "../../lib/format-date.ts";
import { centsOf } from "#domain/money/currency.ts";
import type { Cents } from "#domain/money/money.ts";
import { formatCents, formatCurrency } from "../../lib/format-money.ts";

type Props = {
  booking: BookingDetail;
  quote: StayQuote;
  price: "keep" | "new";
  onChoose: (price: "keep" | "new") => void;
};

export function PriceChoice({ booking, quote, price, onChoose }: Props) {
  if (quote.takenNights.length > 0) {
    return (
      <p role="alert" className="rounded-lg border border-danger bg-danger-surface p-3 font-semibold text-danger">
        Not free: {quote.takenNights.map((night) => formatDate(night, "short")).join("; ")}
      </p>
    );
  }
  if (quote.keepOnly) return <p className="rounded-lg bg-sunken p-3">{quote.keepOnly}</p>;
  const difference = centsOf(quote.totalAmount) - centsOf(booking.totalAmount);
  return (
    <fieldset className="space-y-1">
      <legend className="font-semibold">Price for {nights(quote.nights)}</legend>
      <RadioBox name="price" checked={price === "new"} onChoose={() => onChoose("new")}>
        New price {formatCurrency(quote.totalAmount, quote.currency)}
        <span className="block text-sm text-ink-soft">
          {quote.priceLines.map((line) => lineText(line, quote.currency)).join(", ")}
          {difference === 0 ? ", as before" : `, ${differenceText(difference, quote.currency)}`}
          {quote.reminder && <span className="block">Not sold on the website: {quote.reminder}.</span>}
        </span>
      </RadioBox>
      <RadioBox name="price" checked={price === "keep"} onChoose={() => onChoose("keep")}>
        Keep the agreed {formatCurrency(booking.totalAmount, booking.currency)}
      </RadioBox>
    </fieldset>
  );
}

type RadioProps = { name: string; checked: boolean; onChoose: () => void; children: ReactNode };

export function RadioBox({ name, checked, onChoose, children }: RadioProps) {
  return (
    <label className="flex min-h-11 items-center gap-3 rounded-lg border border-line p-3 has-checked:border-accent">
      <input type="radio" name={name} className="size-5 shrink-0" checked={checked} onChange={onChoose} />
      <span>{children}</span>
    </label>
  );
}

function lineText({ label, quantity, unitAmount }: StayQuote["priceLines"][number], currency: string): string {
  const amount = `${quantity} × ${formatCurrency(unitAmount, currency)}`;
  return label === "Entire cottage" ? amount : `${label}: ${amount}`;
}

const nights = (count: number) => counted(count, "night");

function differenceText(difference: Cents, currency: string): string {
  return `${formatCents(Math.abs(difference), currency)} ${difference > 0 ? "more" : "less"} than agreed`;
}
