import { Link } from "wouter";
import type { PublicSite } from "#contract/property.ts";
import { inLanguage, paths } from "../lib/paths.ts";
import { phoneLink } from "../lib/phone-link.ts";
import { say } from "../lib/say.ts";
import { useCottageName, useSite } from "./cottage.ts";
import { LanguageSwitch } from "./language-switch.tsx";
import { Ridge } from "./ridge.tsx";

function quickLinks() {
  const texts = say.frame;
  return [
    { href: paths.home, label: texts.home },
    { href: paths.bookings, label: texts.bookYourStay },
    { href: paths.houseRules, label: texts.houseRules },
    { href: paths.attractions, label: texts.attractions },
    { href: paths.location, label: texts.location },
  ];
}

const linkClass = "text-link inline-flex min-h-11 items-center hover:text-sun focus-visible:outline-sun";

/** SPEC 2: one address, one phone number, one e-mail, quick links, social links, the current year. */
export function SiteFooter() {
  const name = useCottageName();
  const site = useSite();
  const texts = say.frame;
  return (
    <footer className="mt-section print:hidden">
      <Ridge />
      <div className="bg-forest text-forest-ink">
        <div className="frame grid gap-x-10 gap-y-10 pt-6 pb-14 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr]">
          <div className="sm:col-span-2 lg:col-span-1">
            <p className="serif text-heading">{name}</p>
            {site ? <Contact contact={site.contact} /> : null}
          </div>
          <nav aria-label={texts.quickLinks}>
            <h2 className="text-base font-semibold text-sun">{texts.quickLinks}</h2>
            <ul className="mt-2">
              {quickLinks().map((link) => (
                <li key={link.href}>
                  <Link href={link.href} className={linkClass}>
                    {link.label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          {site ? <Social social={site.contact.social} /> : null}
        </div>
        <div className="frame border-t border-forest-line py-6 text-forest-soft">
          {site?.hasPictureCredits ? (
            <Link href={paths.credits} className={linkClass}>
              {texts.pictureCredits}
            </Link>
          ) : null}
          <p className="flex flex-wrap gap-x-6">
            <Link href={paths.privacy} className={linkClass}>
              {texts.privacy}
            </Link>
            {/* Pages without script: a browser asks the server for them. */}
            <a href={inLanguage(paths.terms)} className={linkClass}>
              {texts.terms}
            </a>
            <a href={inLanguage(paths.cancellation)} className={linkClass}>
              {texts.cancellation}
            </a>
            <Link href={paths.findBooking} className={linkClass}>
              {texts.findBooking}
            </Link>
          </p>
          <LanguageSwitch languages={site?.languages} />
          <p>
            © {site?.today.slice(0, 4)} {name}
          </p>
        </div>
      </div>
    </footer>
  );
}

function Contact({ contact }: { contact: PublicSite["contact"] }) {
  return (
    <address className="mt-4 not-italic">
      {contact.streetAddress}
      <br />
      <a href={phoneLink(contact.phone)} className={linkClass}>
        {contact.phone}
      </a>
      <br />
      <a href={`mailto:${contact.email}`} className={linkClass}>
        {contact.email}
      </a>
    </address>
  );
}

function Social({ social }: { social: PublicSite["contact"]["social"] }) {
  const links = [
    { href: social.facebook, label: "Facebook" },
    { href: social.instagram, label: "Instagram" },
    { href: social.whatsapp, label: say.frame.whatsapp },
  ].filter((link) => link.href !== "");
  if (links.length === 0) return null;
  return (
    <nav aria-label={say.frame.social}>
      <h2 className="text-base font-semibold text-sun">{say.frame.follow}</h2>
      <ul className="mt-2">
        {links.map((link) => (
          <li key={link.label}>
            <a href={link.href} rel="noopener noreferrer" className={linkClass}>
              {link.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
