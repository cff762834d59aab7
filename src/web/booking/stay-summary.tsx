import type { Quote } from "#domain/booking/price.ts";
import type { Stay } from "#domain/booking/stay.ts";
import { count } from "../lib/count.ts";
import { formatDay, formatTime } from "../lib/format-date.ts";
import { formatCents } from "../lib/format-money.ts";
import { cancellationNotice } from "./house-policy.ts";
import { nightsText } from "./nights-text.ts";
import { LiveText } from "../ui/live-text.tsx";
import { Picture } from "../ui/picture.tsx";
import type { Cottage } from "./use-cottage.ts";

type Props = {
  cottage: Cottage;
  /** Dates that can be booked, and their price; null while there are none. */
  offer: { stay: Stay; price: Quote } | null;
};

/** The offer: what it costs in all, first; then what is had for it. Every changing text is its element's only child. */
export function StaySummary({ cottage, offer }: Props) {
  const { property } = cottage;
  return (
    <section
      aria-labelledby="summary-title"
      className="overflow-hidden rounded-3xl border border-line bg-surface shadow-sm"
    >
      <PropertyPicture url={property.imageUrl} name={property.name} />
      <div className="space-y-4 p-5 sm:p-6">
        <div>
          <h2 id="summary-title" className="font-serif text-2xl">
            {property.name}
          </h2>
          <p className="text-ink-soft">{property.location}</p>
          <p className="text-ink-soft">
            {count(property.bedrooms, "bedroom")} · {count(property.bathrooms, "bathroom")}
          </p>
        </div>
        <div aria-live="polite" className="space-y-4">
          {offer ? <Offer cottage={cottage} {...offer} /> : <NoDates rateCents={property.rateCents} />}
        </div>
      </div>
    </section>
  );
}

function Offer({ cottage, stay, price }: { cottage: Cottage; stay: Stay; price: Quote }) {
  const { property, site, today } = cottage;
  const { nights, totalCents } = price;
  const { checkInFrom, checkOutBy } = site.houseTimes;
  return (
    <>
      <div className="border-t border-line pt-4">
        <p className="serif text-4xl">
          <LiveText>{`${formatCents(totalCents)} total`}</LiveText>
        </p>
        <p>
          <LiveText>{`${nightsText(nights)} × ${formatCents(property.rateCents)}`}</LiveText>
        </p>
        <p className="text-ink-soft">Taxes and fees included</p>
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 border-t max-[18rem]:grid-cols-1 border-line pt-4">
        <Fact name="Check-in">{`${formatDay(stay.checkIn, "short")}, from ${formatTime(checkInFrom)}`}</Fact>
        <Fact name="Check-out">{`${formatDay(stay.checkOut, "short")}, by ${formatTime(checkOutBy)}`}</Fact>
        <Fact name="Nights">{String(nights)}</Fact>
        <Fact name="Rate">{property.rate}</Fact>
        <Fact name="Cancellation">{cancellationNotice(stay.checkIn, site, property.rateCents, today)}</Fact>
      </dl>
    </>
  );
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="font-semibold">{children}</dd>
    </>
  );
}

function NoDates({ rateCents }: { rateCents: number }) {
  return (
    <div className="border-t border-line pt-4">
      <p className="font-serif text-2xl">
        <LiveText>{`${formatCents(rateCents)} per night`}</LiveText>
      </p>
      <p className="text-ink-soft">Taxes and fees included. Choose check-in and check-out to see the total.</p>
    </div>
  );
}

function PropertyPicture({ url, name }: { url: string; name: string }) {
  if (!url) {
    return (
      <div className="flex aspect-[16/9] items-center justify-center bg-sunken text-ink-soft">
        <span>No picture yet</span>
      </div>
    );
  }
  return (
    <Picture
      src={url}
      alt={name}
      width={640}
      height={360}
      sizes="(min-width: 64rem) 26rem, 94vw"
      className="aspect-[16/9] w-full"
    />
  );
}
