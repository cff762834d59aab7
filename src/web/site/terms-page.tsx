import { useQuery } from "@tanstack/react-query";
import type { Terms } from "#contract/terms.ts";
import { AS_RENDERED } from "../api/client.ts";
import { termsQuery } from "../api/terms.ts";
import { Fact, Facts } from "../booking/panel.tsx";
import { formatTime } from "../lib/format-date.ts";
import { hostLang } from "../lib/host-lang.ts";
import { paths } from "../lib/paths.ts";
import { phoneLink } from "../lib/phone-link.ts";
import { rich } from "../lib/rich.tsx";
import { say } from "../lib/say.ts";
import { Prose } from "../ui/prose.tsx";
import { type Cottage, useCottage } from "./cottage.ts";
import { NothingToShow } from "./nothing-to-show.tsx";
import { linkTo, Part, TextPage } from "./text-page.tsx";

/** If the host has written their own text, it replaces the sections about booking and the stay. */
export function TermsPage() {
  const cottage = useCottage();
  const { data: terms } = useQuery({ ...termsQuery, ...AS_RENDERED });
  if (cottage.is !== "loaded") return <NothingToShow because={cottage.is} />;
  if (!terms) return <NothingToShow because="error" />;
  const { property, site } = cottage;
  const texts = say.terms;
  return (
    <TextPage title={texts.title} lead={texts.lead(property.name)}>
      <WithWhom site={site} property={property} />
      {terms.termsHtml ? (
        <Part title={texts.own}>
          <Prose html={terms.termsHtml} lang={terms.termsLanguage} />
        </Part>
      ) : (
        <Part title={texts.booking}>
          {bookedLines(terms).map((line) => (
            <p key={line}>{line}</p>
          ))}
          <p>{texts.whole(site.mostGuests)}</p>
          <p>{texts.details}</p>
        </Part>
      )}
      <Part title={texts.payment}>
        {paymentLines(terms.payment, site.offer.payNote).map((line) => (
          <p key={line} lang={hostLang(site, line)}>
            {line}
          </p>
        ))}
      </Part>
      <Part title={texts.cancellation}>
        <p>{linkTo(paths.cancellation)(texts.seeCancellation)}</p>
      </Part>
      {terms.termsHtml ? null : (
        <Part title={texts.stay}>
          <p>{texts.times(formatTime(site.houseTimes.checkInFrom), formatTime(site.houseTimes.checkOutBy))}</p>
          <p>{rich(texts.rules, { rules: linkTo(paths.houseRules) })}</p>
          <p>{texts.damage}</p>
          <p>{texts.problems}</p>
        </Part>
      )}
      <Part title={texts.data}>
        <p>{linkTo(paths.privacy)(texts.seePrivacy)}</p>
      </Part>
    </TextPage>
  );
}

function WithWhom({ site: { contact }, property }: Cottage) {
  const texts = say.terms;
  return (
    <Part title={texts.who}>
      <p className="font-semibold">{property.name}</p>
      <Facts>
        <Fact name={texts.address}>{contact.streetAddress}</Fact>
        <Fact name={texts.phone}>
          <a href={phoneLink(contact.phone)} className="text-link">
            {contact.phone}
          </a>
        </Fact>
        <Fact name={texts.email}>
          <a href={`mailto:${contact.email}`} className="text-link">
            {contact.email}
          </a>
        </Fact>
      </Facts>
    </Part>
  );
}

function bookedLines({ booking: { mode, answerHours }, payment }: Terms): string[] {
  const texts = say.terms.booked;
  const paid = payment?.required ? { whole: payment.firstPart === "all", hours: payment.payHours } : null;
  switch (mode) {
    case "instant":
    case "verified": {
      // A guest who pays when booking need not verify the email address, so the terms mention no link.
      const booked = paid ? texts.instantPaid(paid.whole) : texts[mode];
      return [booked, texts.unlessChecked(answerHours, paid !== null)];
    }
    case "request":
      return [paid ? texts.requestPaid(answerHours, paid.whole, paid.hours) : texts.request(answerHours)];
  }
}

type Payment = NonNullable<Terms["payment"]>;

function paymentLines(payment: Payment | null, payNote: string): string[] {
  const texts = say.terms;
  if (!payment) return [texts.price, payNote || texts.onArrival];
  const how = payment.required ? texts.mustPay(payment.provider) : texts.mayPay(payment.provider);
  const ends = payment.cancelUnpaid ? texts.cancelUnpaid : "";
  return [texts.price, how, firstPartText(payment), ends].filter((line) => line !== "");
}

function firstPartText({ firstPart, firstPercent, firstNights, balanceDays, required }: Payment): string {
  const texts = say.terms;
  switch (firstPart) {
    case "all":
      return required ? texts.allAtOnce : "";
    case "percent":
      return texts.firstPercent(firstPercent * 100, balanceDays);
    case "nights":
      return texts.firstNights(firstNights, balanceDays);
  }
}
