import type { PublicSite } from "#contract/property.ts";
import { useLocation, useSearch } from "wouter";
import { DEFAULT_LANGUAGE, type Language, NATIVE_NAMES } from "#domain/language/language.ts";
import { pathIn } from "#domain/language/language-path.ts";
import { inLanguage, paths } from "../lib/paths.ts";
import { phoneLink } from "../lib/phone-link.ts";
import { useFormState } from "../lib/page-state.ts";
import { say } from "../lib/say.ts";
import { useCottageName, useSite } from "./cottage.ts";
import { ServerRendered } from "./server-rendered.tsx";

function quickLinks() {
  const texts = say.layout;
  return [
    { href: paths.home, label: texts.home },
    { href: paths.bookings, label: say.frame.bookYourStay },
    { href: paths.houseRules, label: texts.houseRules },
    { href: paths.attractions, label: texts.attractions },
    { href: paths.location, label: texts.location },
  ];
}

const linkClass = "text-link inline-flex min-h-11 items-center hover:text-sun focus-visible:outline-sun";

type LinkProps = { href: string; label: string };

const ServerLink = ({ href, label }: LinkProps) => (
  <a href={inLanguage(href)} className={linkClass}>
    {label}
  </a>
);
/** The script shows the page without loading a document. */
const PageLink = ({ href, label }: LinkProps) => (
  <a href={inLanguage(href)} data-page={href} className={linkClass}>
    {label}
  </a>
);

/** SPEC 2 */
export function SiteFooter() {
  return (
    <ServerRendered
      as="footer"
      className="mt-section print:hidden"
      contents={import.meta.env.MODE === "site" && !import.meta.env.SSR ? null : Contents}
    />
  );
}

function Contents() {
  const name = useCottageName();
  const site = useSite();
  const texts = say.layout;
  return (
    <>
      <Ridge />
      <div className="bg-forest text-forest-ink">
        <div className="frame grid gap-x-10 gap-y-10 pt-6 pb-14 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr]">
          <div className="sm:col-span-2 lg:col-span-1">
            <p className="serif text-heading">{name}</p>
            {site ? <Contact contact={site.contact} /> : null}
          </div>
          <nav aria-label={say.layout.quickLinks}>
            <h2 className="text-base font-semibold text-sun">{say.layout.quickLinks}</h2>
            <ul className="mt-2">
              {quickLinks().map((link) => (
                <li key={link.href}>
                  <PageLink {...link} />
                </li>
              ))}
            </ul>
          </nav>
          {site ? <Social social={site.contact.social} /> : null}
        </div>
        <div className="frame border-t border-forest-line py-6 text-forest-soft">
          {/* These pages have no script. */}
          {site?.hasPictureCredits ? <ServerLink href={paths.credits} label={say.layout.pictureCredits} /> : null}
          <p className="flex flex-wrap gap-x-6">
            <ServerLink href={paths.privacy} label={say.layout.privacy} />
            <ServerLink href={paths.terms} label={texts.terms} />
            <ServerLink href={paths.cancellation} label={texts.cancellation} />
            <ServerLink href={paths.findBooking} label={say.frame.findBooking} />
          </p>
          <LanguageSwitch languages={site?.languages ?? []} />
          <p>
            © {site?.today.slice(0, 4)} {name}
          </p>
        </div>
      </div>
    </>
  );
}

/**
 * Links to the same page in each language. Input in a booking form is not lost: its dates are in the URL, and the rest
 * is in the draft. After a form was sent without a script, its dates are not in the page's own URL.
 */
function LanguageSwitch({ languages }: { languages: readonly Language[] }) {
  const [location] = useLocation();
  const { form } = useFormState();
  const pageSearch = useSearch();
  const search = staySearch(form?.values) || pageSearch;
  // The path of a page that does not exist may be "//other.example"; a link to it would lead to another site.
  const path = location.replace(/^\/{2,}/, "/");
  if (languages.length === 0) return null;
  return (
    <nav aria-label={say.layout.languages}>
      <ul className="flex flex-wrap gap-x-6">
        {[DEFAULT_LANGUAGE, ...languages].map((language) => (
          <li key={language}>
            <a
              href={pathIn(language, path) + (search && `?${search}`)}
              data-language={pathIn(language, "")}
              lang={language}
              hrefLang={language}
              aria-current={language === say.language ? "true" : undefined}
              className={linkClass}
            >
              {NATIVE_NAMES[language]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
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
    <nav aria-label={say.layout.social}>
      <h2 className="text-base font-semibold text-sun">{say.layout.follow}</h2>
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

/** A separate file, so that it is downloaded only once. */
function Ridge() {
  return (
    <img
      src="/ridge.svg"
      alt=""
      width="1440"
      height="160"
      loading="lazy"
      className="-mb-px block h-20 w-full lg:h-40 forced-colors:hidden"
    />
  );
}

/** The stay entered in a form, for the URL; empty without complete dates. */
function staySearch({ checkInDate, checkOutDate, guestCount = "" }: Record<string, string> = {}): string {
  if (!checkInDate || !checkOutDate) return "";
  return new URLSearchParams({ in: checkInDate, out: checkOutDate, guests: guestCount }).toString();
}
