import { clsx } from "clsx";
import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { inLanguage, paths } from "../lib/paths.ts";
import { say } from "../lib/say.ts";
import { buttonClass } from "../ui/button.tsx";
import { Logo } from "../ui/logo.tsx";
import { useCottageName } from "./cottage.ts";
import { ServerRendered } from "./server-rendered.tsx";

function pages() {
  const { attractions, guestInfo, houseRules, location } = say.layout;
  return [
    { href: paths.attractions, label: attractions },
    { href: paths.location, label: location },
    { href: paths.houseRules, label: houseRules },
    { href: paths.guestInfo, label: guestInfo },
  ];
}
const MENU_ID = "menu";

export function SiteHeader() {
  return (
    <ServerRendered
      as="header"
      className="z-40 border-b border-line bg-page tall:sticky tall:top-0 print:static print:border-0"
      contents={import.meta.env.MODE === "site" && !import.meta.env.SSR ? null : Contents}
    />
  );
}

function Contents() {
  const name = useCottageName();
  return (
    <div className="frame flex min-h-16 flex-wrap items-center gap-2 py-2 sm:gap-x-3 lg:min-h-20">
      <PageLink href={paths.home} className="inline-flex min-h-11 min-w-0 grow basis-22 items-center gap-3 rounded-lg">
        <Logo className="size-8 shrink-0 text-accent max-[24rem]:hidden" />
        <span className="serif line-clamp-2 min-w-0 text-[1.0625rem] leading-tight sm:text-xl">{name}</span>
      </PageLink>
      <nav aria-label={say.layout.mainMenu} className="hidden lg:block print:hidden">
        <ul className="flex gap-1">
          {pages().map((page) => (
            <li key={page.href}>
              <MenuLink {...page} className="px-4" />
            </li>
          ))}
        </ul>
      </nav>
      <PageLink
        href={paths.book}
        className={buttonClass("primary", "shrink-0 lg:ms-3 print:hidden")}
        alsoAt={paths.bookings}
      >
        {say.layout.book}
      </PageLink>
      <PhoneMenu />
    </div>
  );
}

/** A popover opens and closes without JavaScript. */
function PhoneMenu() {
  return (
    <div className="shrink-0 lg:hidden print:hidden">
      <button type="button" popoverTarget={MENU_ID} className={buttonClass("secondary", "px-4")}>
        {say.layout.menu}
      </button>
      <nav
        id={MENU_ID}
        popover="auto"
        aria-label={say.layout.mainMenu}
        className="inset-auto top-18 end-5 w-64 rounded-2xl border border-line bg-surface p-2 text-ink floating"
      >
        <ul>
          {[{ href: paths.home, label: say.layout.home }, ...pages()].map((page) => (
            <li key={page.href}>
              <MenuLink {...page} className="w-full px-4" />
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}

function MenuLink({ href, label, className }: { href: string; label: string; className: string }) {
  return (
    <PageLink
      href={href}
      className={clsx(
        "inline-flex min-h-11 items-center rounded-full decoration-clay decoration-2 underline-offset-8 hover:bg-sunken aria-[current=page]:font-semibold aria-[current=page]:underline",
        className,
      )}
    >
      {label}
    </PageLink>
  );
}

type PageLinkProps = { href: string; alsoAt?: string; className: string; children: ReactNode };

/** Marked as the current page on its own path and on `alsoAt`. */
function PageLink({ href, alsoAt, className, children }: PageLinkProps) {
  const [path] = useLocation();
  return (
    <a
      href={inLanguage(href)}
      data-page={href}
      data-current={alsoAt ? `${href} ${alsoAt}` : href}
      aria-current={path === href || path === alsoAt ? "page" : undefined}
      className={className}
    >
      {children}
    </a>
  );
}
