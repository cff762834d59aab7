import { useQuery } from "@tanstack/react-query";
import type { Terms } from "#contract/terms.ts";
import { AS_RENDERED } from "../api/client.ts";
import { termsQuery } from "../api/terms.ts";
import { Fact, Facts } from "../booking/panel.tsx";
import { formatTime } from "../lib/format-date.ts";
import { paths } from "../lib/paths.ts";
import { phoneLink } from "../lib/phone-link.ts";
import { Prose } from "../ui/prose.tsx";
import { type Cottage, useCottage } from "./cottage.ts";
import { NothingToShow } from "./nothing-to-show.tsx";
import { termsTexts as texts } from "./terms-texts.ts";
import { Part, TextPage } from "./text-page.tsx";

/** What applies to a stay. It follows from prices and settings; the host's own words replace what does not. */
export function TermsPage() {
  const cottage = useCottage();
  const { data: terms } = useQuery({ ...termsQuery, ...AS_RENDERED });
  if (cottage.is !== "loaded") return <NothingToShow because={cottage.is} />;
  if (!terms) return <NothingToShow because="error" />;
  const { property, site } = cottage;
  return (
    <TextPage title={texts.title} lead={texts.lead(property.name)}>
      <WithWhom site={site} property={property} />
      {terms.termsHtml ? (
        <Part title={texts.own}>
          <Prose html={terms.termsHtml} />
        </Part>
      ) : (
        <Part title={texts.booking}>
          <p>{bookedText(terms)}</p>
          <p>{texts.whole(site.mostGuests)}</p>
          <p>{texts.details}</p>
        </Part>
      )}
      <Part title={texts.payment}>
        {paymentLines(terms.payment).map((line) => (
          <p key={line}>{line}</p>
        ))}
      </Part>
      <Part title={texts.cancellation}>
        <p>
          <a href={paths.cancellation} className="text-link">
            {texts.seeCancellation}
          </a>
        </p>
      </Part>
      {terms.termsHtml ? null : (
        <Part title={texts.stay}>
          <p>{texts.times(formatTime(site.houseTimes.checkInFrom), formatTime(site.houseTimes.checkOutBy))}</p>
          <p>
            {texts.rules}{" "}
            <a href={paths.houseRules} className="text-link">
              {texts.rulesLink}
            </a>
          </p>
          <p>{texts.damage}</p>
          <p>{texts.problems}</p>
        </Part>
      )}
      <Part title={texts.data}>
        <p>
          <a href={paths.privacy} className="text-link">
            {texts.dataLink}
          </a>
        </p>
      </Part>
    </TextPage>
  );
}

function WithWhom({ site: { contact }, property }: Cottage) {
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

function bookedText({ booking: { mode, answerHours }, payment }: Terms): string {
  switch (mode) {
    case "instant":
      return texts.bookedBy.instant(payment);
    case "verified":
      return texts.bookedBy.verified(payment);
    case "request":
      return texts.bookedBy.request(answerHours, payment);
  }
}

function paymentLines(payment: Terms["payment"]): string[] {
  if (!payment) return [texts.price, texts.onArrival];
  const how = payment.required ? texts.mustPay(payment) : texts.mayPay(payment);
  return [texts.price, how, texts.firstPart(payment)].filter((line) => line !== "");
}
