import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { AS_RENDERED } from "../api/client.ts";
import { siteQuery } from "../api/property.ts";
import { phoneLink } from "../lib/phone-link.ts";

/** What is kept of visitors and guests, why, and for how long. */
export function PrivacyPage() {
  const { data: site } = useQuery({ ...siteQuery, ...AS_RENDERED });
  const months = site?.retentionMonths;
  return (
    <article className="frame max-w-3xl space-y-8 py-8 sm:py-12">
      <header className="space-y-3">
        <h1 className="serif text-title">Privacy</h1>
        <p className="text-lead text-ink-soft">
          We keep what a stay needs, for as long as it needs it, and show it to nobody else.
        </p>
      </header>
      <Part title="When you look around">
        <p>
          No cookies, no tracking, nothing from other companies. Your network address is seen while a page is sent, as
          on every website, and is not written down.
        </p>
      </Part>
      <Part title="When you book">
        <ul className="list-disc space-y-2 pl-5">
          <li>
            <strong>Name, e-mail and phone</strong>, to know who comes and to reach you
            {months ? `; kept for ${months === 1 ? "1 month" : `${months} months`} after check-out, then erased` : ""}.
          </li>
          <li>
            <strong>Special requests and the text of messages</strong>, to prepare your stay; kept for 90 days after
            check-out.
          </li>
          <li>
            <strong>Dates, number of guests, price and payments</strong>, because bookkeeping law asks for them; they
            stay, without your name.
          </li>
          <li>
            <strong>One cookie</strong>, so that this browser opens your booking; it is set when you book or open the
            link in your e-mail.
          </li>
          <li>
            <strong>A keyed fingerprint of network, e-mail and phone</strong> for 30 days, to keep programs from booking
            out the calendar. Nobody can read the address from it.
          </li>
        </ul>
        <p>
          Backups forget what was erased when they are replaced, after 30 days unless the host has set another time.
        </p>
      </Part>
      <Part title="Your rights">
        <p>
          You may see, correct, take with you and erase what we keep of you. Tell us; it takes us one click each.
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
    </article>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="space-y-3">
      <h2 className="serif text-2xl">{title}</h2>
      {children}
    </section>
  );
}
