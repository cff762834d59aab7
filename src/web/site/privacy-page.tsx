import { useQuery } from "@tanstack/react-query";
import { AS_RENDERED } from "../api/client.ts";
import { siteQuery } from "../api/property.ts";
import { phoneLink } from "../lib/phone-link.ts";
import { Part, TextPage } from "./text-page.tsx";
import { rich } from "../lib/rich.tsx";
import { say } from "../lib/say.ts";

const link = (addressOf: (words: string) => string) => (words: string) => (
  <a href={addressOf(words)} className="underline">
    {words}
  </a>
);

export function PrivacyPage() {
  const { data: site } = useQuery({ ...siteQuery, ...AS_RENDERED });
  const { title, lead, looking, booking, rights } = say.privacy;
  const months = site?.retentionMonths;
  const kept = [
    months ? booking.personFor(months) : booking.person,
    booking.words,
    booking.rating,
    booking.stay,
    booking.cookie,
    booking.marks,
  ];
  return (
    <TextPage title={title} lead={lead}>
      <Part title={looking.title}>
        <p>{looking.text}</p>
        {site?.tileMap && site.location.latitude !== null ? <p>{looking.map(site.tileMap.host)}</p> : null}
      </Part>
      <Part title={booking.title}>
        <ul className="list-disc space-y-2 ps-5">
          {kept.map((sentence) => (
            <li key={sentence}>{rich(sentence, { b: (words) => <strong>{words}</strong> })}</li>
          ))}
        </ul>
        {site?.paidBy ? <p>{booking.payments(site.paidBy)}</p> : null}
        {site?.whatsappMessages ? <p>{booking.whatsapp}</p> : null}
        <p>{booking.push}</p>
        {site ? <p>{booking.backups(site.backupDays)}</p> : null}
      </Part>
      <Part title={rights.title}>
        <p>
          {rights.text}
          {site ? (
            <>
              {" "}
              {rich(rights.contact(site.contact.email, site.contact.phone), {
                email: link((address) => `mailto:${address}`),
                phone: link(phoneLink),
              })}
            </>
          ) : null}
        </p>
      </Part>
    </TextPage>
  );
}
