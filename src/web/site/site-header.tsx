import { clsx } from "clsx";
import { Link, useLocation } from "wouter";
import { paths } from "../lib/paths.ts";
import { say } from "../lib/say.ts";
import { buttonClass } from "../ui/button.tsx";
import { useCottageName } from "./cottage.ts";
import { Logo } from "./logo.tsx";

function pages() {
  const { attractions, guestInfo, houseRules, location } = say.frame;
  return [
    { href: paths.attractions, label: attractions },
    { href: paths.location, label: location },
    { href: paths.houseRules, label: houseRules },
    { href: paths.guestInfo, label: guestInfo },
  ];
}
const MENU_ID = "menu";

export function SiteHeader() {
  const [path] = useLocation();
  const name = useCottageName();
  return (
    <header className="z-40 border-b border-line bg-page tall:sticky tall:top-0 print:static print:border-0">
      <div className="frame flex min-h-16 flex-wrap items-center gap-2 py-2 sm:gap-x-3 lg:min-h-20">
        <Link
          href={paths.home}
          className="inline-flex min-h-11 min-w-0 grow basis-22 items-center gap-3 rounded-lg"
          aria-current={path === paths.home ? "page" : undefined}
        >
          <Logo className="size-8 shrink-0 text-accent max-[24rem]:hidden" />
          <span className="serif line-clamp-2 min-w-0 text-[1.0625rem] leading-tight sm:text-xl">{name}</span>
        </Link>
        <nav aria-label={say.frame.mainMenu} className="hidden lg:block print:hidden">
          <ul className="flex gap-1">
            {pages().map((page) => (
              <li key={page.href}>
                <PageLink {...page} current={path === page.href} className="px-4" />
              </li>
            ))}
          </ul>
        </nav>
        <Link
          href={paths.book}
          className={buttonClass("primary", "shrink-0 lg:ms-3 print:hidden")}
          aria-current={path === paths.book || path === paths.bookings ? "page" : undefined}
        >
          {say.frame.book}
        </Link>
        <PhoneMenu key={path} path={path} />
      </div>
    </header>
  );
}

/** A popover opens and closes without any script; the key above closes it when the page changes without a reload. */
function PhoneMenu({ path }: { path: string }) {
  return (
    <div className="shrink-0 lg:hidden print:hidden">
      <button type="button" popoverTarget={MENU_ID} className={buttonClass("secondary", "px-4")}>
        {say.frame.menu}
      </button>
      <nav
        id={MENU_ID}
        popover="auto"
        aria-label={say.frame.mainMenu}
        className="inset-auto top-18 end-5 w-64 rounded-2xl border border-line bg-surface p-2 text-ink floating"
      >
        <ul>
          {[{ href: paths.home, label: say.frame.home }, ...pages()].map((page) => (
            <li key={page.href}>
              <PageLink {...page} current={path === page.href} className="w-full px-4" />
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}

type PageLinkProps = { href: string; label: string; current: boolean; className: string };

function PageLink({ href, label, current, className }: PageLinkProps) {
  return (
    <Link
      href={href}
      aria-current={current ? "page" : undefined}
      className={clsx(
        "inline-flex min-h-11 items-center rounded-full decoration-clay decoration-2 underline-offset-8 hover:bg-sunken",
        current && "font-semibold underline",
        className,
      )}
    >
      {label}
    </Link>
  );
}
