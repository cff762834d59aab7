import type { Stay } from "#domain/booking/stay.ts";
import { formatDay, formatTime } from "../lib/format-date.ts";
import { formatCents } from "../lib/format-money.ts";
import { hostLang } from "../lib/host-lang.ts";
import { say } from "../lib/say.ts";
import { cancellationNotice, chargesOf } from "./cancellation-policy.ts";
import type { ShownQuote } from "./shown-price.ts";
import { LiveText } from "../ui/live-text.tsx";
import { Picture } from "../ui/picture.tsx";
import type { Cottage } from "./use-cottage.ts";

/** `note` says when the stay is paid. */
type StayOffer = { stay: Stay; price: ShownQuote; note: string };

type Props = {
  cottage: Cottage;
  /** Null if the form's dates have no price (`shownQuote`). */
  offer: StayOffer | null;
};

/** Every string that changes is the only child of its element. */
export function StaySummary({ cottage, offer }: Props) {
  const { property } = cottage;
  return (
    <section
      aria-labelledby="summary-title"
      className="overflow-hidden rounded-3xl border border-line bg-surface raised"
    >
      <PropertyPicture url={property.imageUrl} name={property.name} />
      <div className="space-y-4 p-5 sm:p-6">
        <div>
          <h2 id="summary-title" className="font-serif text-2xl">
            {property.name}
          </h2>
          <p lang={hostLang(property, property.location)} className="text-ink-soft">
            {property.location}
          </p>
          <p className="text-ink-soft">
            {say.stay.bedrooms(property.bedrooms)} · {say.stay.bathrooms(property.bathrooms)}
          </p>
        </div>
        <div aria-live="polite" className="space-y-4">
          {offer ? <Offer cottage={cottage} {...offer} /> : <NoDates {...cottage.site} />}
        </div>
      </div>
    </section>
  );
}

function Offer({ cottage, stay, price, note }: StayOffer & { cottage: Cottage }) {
  const { property, site, today, selling } = cottage;
  const { nights, lines, totalCents, currency } = price;
  // If every night costs the base price and nothing is added, one line is enough.
  const isPlain = lines.length === 1 && lines[0]?.unitCents === property.rateCents;
  const { checkInFrom, checkOutBy } = site.houseTimes;
  const texts = say.booking.summary;
  return (
    <>
      <div className="border-t border-line pt-4">
        <p className="serif text-4xl">
          <LiveText>{say.stay.total(formatCents(totalCents, currency))}</LiveText>
        </p>
        {isPlain ? (
          <p>
            <LiveText>{texts.nightsTimes(say.stay.nights(nights), formatCents(property.rateCents, currency))}</LiveText>
          </p>
        ) : (
          <Lines price={price} />
        )}
        <p className="text-ink-soft">{say.stay.taxesIncluded}</p>
        <p lang={hostLang(site, note)}>{note}</p>
        {price.containedTaxes.map(({ name, amountCents }) => (
          <p key={name} className="text-sm text-ink-soft">
            <LiveText>{texts.ofWhich(name, formatCents(amountCents, currency))}</LiveText>
          </p>
        ))}
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 border-t max-[18rem]:grid-cols-1 border-line pt-4">
        <Fact name={say.stay.checkIn}>{say.stay.from(formatDay(stay.checkIn, "short"), formatTime(checkInFrom))}</Fact>
        <Fact name={say.stay.checkOut}>{say.stay.by(formatDay(stay.checkOut, "short"), formatTime(checkOutBy))}</Fact>
        <Fact name={texts.nights}>{String(nights)}</Fact>
        {isPlain && <Fact name={texts.rate}>{property.rate}</Fact>}
        <Fact name={texts.cancellation}>
          {cancellationNotice(stay.checkIn, site, chargesOf(price, selling.document), today)}
        </Fact>
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

function Lines({ price: { lines, currency } }: { price: ShownQuote }) {
  return (
    <ul className="my-2 space-y-1">
      {lines.map((line) => (
        <li key={say.stay.line(line, currency)} className="flex justify-between gap-4">
          <LiveText>{say.stay.line(line, currency)}</LiveText>
          <LiveText className="whitespace-nowrap digits">{formatCents(line.amountCents, currency)}</LiveText>
        </li>
      ))}
    </ul>
  );
}

function NoDates({ nightRate, extras }: Cottage["site"]) {
  return (
    <div className="border-t border-line pt-4">
      <p className="font-serif text-2xl">
        <LiveText>{nightRate}</LiveText>
      </p>
      <p className="text-ink-soft">{say.booking.summary.noDates(extras)}</p>
    </div>
  );
}

function PropertyPicture({ url, name }: { url: string; name: string }) {
  if (!url) {
    return (
      <p className="flex aspect-[16/9] items-center justify-center bg-sunken text-ink-soft">
        {say.booking.summary.noPicture}
      </p>
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
