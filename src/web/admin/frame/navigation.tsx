import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Ellipsis } from "../../ui/icons.tsx";
import { Link, useLocation } from "wouter";
import { unreadQuery } from "../../api/conversation.ts";
import { Dropdown, DropdownContent, DropdownLink, DropdownTrigger } from "../../ui/dropdown.tsx";
import { UnreadBadge } from "../messages/unread-badge.tsx";
import { BOTTOM_BAR, type Destination, DESTINATIONS, isWithin, MESSAGES, UNDER_MORE } from "./destinations.ts";

export function SideNavigation() {
  const [address] = useLocation();
  return (
    // With large text, the list may be taller than the window, so it can scroll.
    <nav
      aria-label="Portal"
      className="sticky top-16 hidden max-h-[calc(100dvh-4rem)] w-56 shrink-0 self-start overflow-y-auto py-6 pr-2 pl-4 lg:block print:hidden"
    >
      <ul className="space-y-1">
        {DESTINATIONS.map((destination) => (
          <li key={destination.href}>
            <SideLink destination={destination} current={isWithin(address, destination)} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

type LinkProps = { destination: Destination; current: boolean };

function SideLink({ destination: { href, label, icon: Icon }, current }: LinkProps) {
  return (
    <Link
      href={href}
      aria-current={current ? "page" : undefined}
      className={clsx(
        "flex min-h-11 items-center gap-3 rounded-lg px-3 font-medium",
        current ? "bg-accent text-accent-ink" : "text-ink hover:bg-sunken",
      )}
    >
      <Icon className="size-5" />
      {label}
      {href === MESSAGES.href ? <Unread /> : null}
    </Link>
  );
}

export function BottomNavigation() {
  const [address] = useLocation();
  const underMore = UNDER_MORE.some((destination) => isWithin(address, destination));
  return (
    <nav
      aria-label="Portal"
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden print:hidden"
    >
      <ul className="mx-auto grid max-w-lg grid-cols-4">
        {BOTTOM_BAR.map((destination) => (
          <li key={destination.href}>
            <BottomLink destination={destination} current={isWithin(address, destination)} />
          </li>
        ))}
        <li>
          <Dropdown modal={false}>
            <DropdownTrigger className={bottomClass(underMore)}>
              <Ellipsis className="size-6" />
              More
              <span className="absolute top-1 right-[max(0.25rem,calc(50%-2.5rem))]">
                <Unread />
              </span>
            </DropdownTrigger>
            <DropdownContent>
              {UNDER_MORE.map(({ href, label, icon: Icon }) => (
                <DropdownLink key={href}>
                  <Link href={href}>
                    <Icon className="size-5 text-ink-soft" />
                    {label}
                    {href === MESSAGES.href ? <Unread /> : null}
                  </Link>
                </DropdownLink>
              ))}
            </DropdownContent>
          </Dropdown>
        </li>
      </ul>
    </nav>
  );
}

function BottomLink({ destination: { href, label, icon: Icon }, current }: LinkProps) {
  return (
    <Link href={href} aria-current={current ? "page" : undefined} className={bottomClass(current)}>
      <Icon className="size-6" />
      {label}
    </Link>
  );
}

function Unread() {
  const { data } = useQuery(unreadQuery);
  return data && data.unread > 0 ? <UnreadBadge count={data.unread} /> : null;
}

function bottomClass(current: boolean): string {
  return clsx(
    "relative flex min-h-16 w-full flex-col items-center justify-center gap-1 text-[min(0.75rem,4.4vw)] font-medium",
    "focus-visible:-outline-offset-4",
    current ? "border-t-3 border-accent font-bold text-ink" : "border-t-3 border-transparent text-ink-soft",
  );
}
