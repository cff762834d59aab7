import { useQuery } from "@tanstack/react-query";
import { AS_RENDERED } from "../api/client.ts";
import { siteQuery } from "../api/property.ts";
import { phoneLink } from "../lib/phone-link.ts";
import { Part, TextPage } from "./text-page.tsx";

/** What is kept of visitors and guests, why, and for how long. */
export function PrivacyPage() {
  const { data: site } = useQuery({ ...siteQuery, ...AS_RENDERED });
  const months = site?.retentionMonths;
  return (
    <TextPage
      title="Privacy"
      lead="We keep only what we need for your stay, only as long as we need it, and share it with nobody."
    >
      <Part title="When you look around">
        <p>
          We use no cookies, no tracking and nothing from other companies. As on every website, our server sees your
          network address while it sends you a page. We don't record it.
        </p>
      </Part>
      <Part title="When you book">
        <ul className="list-disc space-y-2 pl-5">
          <li>
            <strong>Name, email and phone</strong>, so we know who is coming and how to reach you
            {months ? `; kept for ${months === 1 ? "1 month" : `${months} months`} after check-out, then erased` : ""}.
          </li>
          <li>
            <strong>Special requests and the text of messages</strong>, to prepare your stay; kept for 90 days after
            check-out.
          </li>
          <li>
            <strong>Dates, number of guests, price and payments</strong>, because bookkeeping law requires them; we keep
            them without your name.
          </li>
          <li>
            <strong>One cookie</strong>, so this browser can open your booking. It's set when you book or open the link
            in your email.
          </li>
          <li>
            <strong>A keyed fingerprint of network, email and phone</strong> for 30 days, to stop automated bookings.
            Nobody can read your details from it.
          </li>
        </ul>
        {site?.paidBy ? (
          <p>
            If you pay online, you do so on the page of {site.paidBy}, who takes the payment for us. We send them your
            email address, the amount and the reference of your stay; your card's number never reaches us. They keep
            what the law asks of payment companies, and we keep amounts, dates and their references for our books.
          </p>
        ) : null}
        <p>
          The host's phone may be told of a booking through the push service of its browser (Google, Mozilla, Apple or
          Microsoft). Such a message is encrypted for that phone; the service cannot read it.
        </p>
        <p>
          Erased data also disappears from our backups when they're replaced, after 30 days unless the host has set
          another time.
        </p>
      </Part>
      <Part title="Your rights">
        <p>
          You can ask to see, correct, export or erase your data at any time.
          {site ? (
            <>
              {" "}
              Write to{" "}
              <a href={`mailto:${site.contact.email}`} className="underline">
                {site.contact.email}
              </a>{" "}
              or call{" "}
              <a href={phoneLink(site.contact.phone)} className="underline">
                {site.contact.phone}
              </a>
              .
            </>
          ) : null}
        </p>
      </Part>
    </TextPage>
  );
}
