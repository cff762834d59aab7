import { Link } from "wouter";
import type { PublicSite } from "#contract/property.ts";
import { paths } from "../lib/paths.ts";
import { phoneLink } from "../lib/phone-link.ts";
import { useCottageName, useSite } from "./cottage.ts";
import { Ridge } from "./ridge.tsx";

const QUICK_LINKS = [
  { href: paths.home, label: "Home" },
  { href: paths.bookings, label: "Book Your Stay" },
  { href: paths.houseRules, label: "House Rules" },
  { href: paths.attractions, label: "Attractions" },
  { href: paths.location, label: "Location" },
];

const linkClass = "text-link inline-flex min-h-11 items-center hover:text-sun focus-visible:outline-sun";

/** SPEC 2: one address, one phone number, one e-mail, quick links, social links, the current year. */
export function SiteFooter() {
  const name = useCottageName();
  const site = useSite();
  return (
    <footer className="mt-section print:hidden">
      <Ridge />
      <div className="bg-forest text-forest-ink">
        <div className="frame grid gap-x-10 gap-y-10 pt-6 pb-14 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr]">
          <div className="sm:col-span-2 lg:col-span-1">
            <p className="serif text-heading">{name}</p>
            {site ? <Contact contact={site.contact} /> : null}
          </div>
          <nav aria-label="Quick links">
            <h2 className="text-base font-semibold text-sun">Quick links</h2>
            <ul className="mt-2">
              {QUICK_LINKS.map((link) => (
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
              Picture credits
            </Link>
          ) : null}
          <p className="flex flex-wrap gap-x-6">
            <Link href={paths.privacy} className={linkClass}>
              Privacy
            </Link>
            {/* Pages without script: a browser asks the server for them. */}
            <a href={paths.terms} className={linkClass}>
              Terms
            </a>
            <a href={paths.cancellation} className={linkClass}>
              Cancellation
            </a>
            <Link href={paths.findBooking} className={linkClass}>
              Find your booking
            </Link>
          </p>
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
    { href: social.whatsapp, label: "Chat on WhatsApp" },
  ].filter((link) => link.href !== "");
  if (links.length === 0) return null;
  return (
    <nav aria-label="Social links">
      <h2 className="text-base font-semibold text-sun">Follow and chat</h2>
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
