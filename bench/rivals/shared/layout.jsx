import { Link } from "#link";
import { primary } from "./look.js";
import { Menu } from "./menu.jsx";

const KEY =
  "M30 3.8a3 3 0 0 1 4 0l20.6 17a4 4 0 0 1 1.4 3V32a4 4 0 0 1-4 4H36v4h10a2 2 0 0 1 2 2v4a2 2 0 0 1-2 2H36v4h6a2 2 0 0 1 2 2v4a2 2 0 0 1-2 2H32a4 4 0 0 1-4-4V36H12a4 4 0 0 1-4-4v-8.2a4 4 0 0 1 1.4-3zM32 9.5C24 16 21.5 22 24 27q2 3.2 6.8 3.5V21h2.4v9.5Q38 30.2 40 27c2.5-5 0-11-8-17.5z";

const PAGES = [
  { href: "/attractions", label: "Attractions" },
  { href: "/location", label: "Location" },
  { href: "/house-rules", label: "House Rules" },
  { href: "/guest-info", label: "Guest Info" },
];
const HOME = { href: "/", label: "Home" };
const QUICK_LINKS = [
  HOME,
  { href: "/book", label: "Book Your Stay" },
  { href: "/house-rules", label: "House Rules" },
  { href: "/attractions", label: "Attractions" },
  { href: "/location", label: "Location" },
];
const LEGAL = [
  { href: "/privacy", label: "Privacy" },
  { href: "/terms", label: "Terms" },
  { href: "/cancellation", label: "Cancellation" },
  { href: "/find-booking", label: "Find your booking" },
];
const footerLink = "text-link inline-flex min-h-11 items-center hover:text-sun focus-visible:outline-sun";

export function Header({ name }) {
  return (
    <>
      <a
        href="#main"
        className="fixed start-2 top-2 z-50 -translate-y-24 rounded-lg bg-accent px-5 py-3 font-semibold text-accent-ink focus:translate-y-0 print:hidden"
      >
        Skip to main content
      </a>
      <header className="z-40 border-b border-line bg-page tall:sticky tall:top-0 print:static print:border-0">
        <div className="frame flex min-h-16 flex-wrap items-center gap-2 py-2 sm:gap-x-3 lg:min-h-20">
          <Link href="/" className="inline-flex min-h-11 min-w-0 grow basis-22 items-center gap-3 rounded-lg">
            <svg
              viewBox="0 0 64 64"
              fill="currentColor"
              aria-hidden="true"
              className="size-8 shrink-0 text-accent max-[24rem]:hidden"
            >
              <path fillRule="evenodd" d={KEY} />
            </svg>
            <span className="serif line-clamp-2 min-w-0 text-[1.0625rem] leading-tight sm:text-xl">{name}</span>
          </Link>
          <nav aria-label="Main" className="hidden lg:block print:hidden">
            <ul className="flex gap-1">
              {PAGES.map(({ href, label }) => (
                <li key={href}>
                  <Link href={href} className="inline-flex min-h-11 items-center rounded-full hover:bg-sunken px-4">
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <Link href="/book" className={`${primary} shrink-0 lg:ms-3 print:hidden`}>
            Book
          </Link>
          <Menu links={[HOME, ...PAGES]} />
        </div>
      </header>
    </>
  );
}

export function Footer({ name, site }) {
  const { contact, today } = site;
  return (
    <footer className="mt-section print:hidden">
      <img
        src="/ridge.svg"
        alt=""
        width="1440"
        height="160"
        loading="lazy"
        className="-mb-px block h-20 w-full lg:h-40 forced-colors:hidden"
      />
      <div className="bg-forest text-forest-ink">
        <div className="frame grid gap-x-10 gap-y-10 pt-6 pb-14 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr]">
          <div className="sm:col-span-2 lg:col-span-1">
            <p className="serif text-heading">{name}</p>
            <address className="mt-4 not-italic">
              {contact.streetAddress}
              <br />
              <a href={`tel:${contact.phone.replaceAll(" ", "")}`} className={footerLink}>
                {contact.phone}
              </a>
              <br />
              <a href={`mailto:${contact.email}`} className={footerLink}>
                {contact.email}
              </a>
            </address>
          </div>
          <nav aria-label="Quick links">
            <h2 className="text-base font-semibold text-sun">Quick links</h2>
            <ul className="mt-2">
              {QUICK_LINKS.map(({ href, label }) => (
                <li key={href}>
                  <Link href={href} className={footerLink}>
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        </div>
        <div className="frame border-t border-forest-line py-6 text-forest-soft">
          <p className="flex flex-wrap gap-x-6">
            {LEGAL.map(({ href, label }) => (
              <Link key={href} href={href} className={footerLink}>
                {label}
              </Link>
            ))}
          </p>
          <p>
            © {today.slice(0, 4)} {name}
          </p>
        </div>
      </div>
    </footer>
  );
}
