import { ArrowLeft, CircleUser, ExternalLink, LogOut, Settings } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { paths } from "../../lib/paths.ts";
import {
  Dropdown,
  DropdownContent,
  DropdownItem,
  DropdownLabel,
  DropdownLink,
  DropdownSeparator,
  DropdownTrigger,
} from "../../ui/dropdown.tsx";
import { useGoBack } from "./go-back.ts";
import { useSignOut } from "./use-sign-out.ts";

const iconButton = "inline-flex size-11 shrink-0 items-center justify-center rounded-lg hover:bg-sunken";

/** SPEC 2: on every path of the portal, with a back button everywhere but on /admin itself, and the user's menu. */
export function HeaderBar({ title, username, children }: { title: string; username: string; children?: ReactNode }) {
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-surface print:hidden">
      <div className="flex h-16 items-center gap-1 px-2 sm:px-4">
        <BackButton />
        <p className="min-w-0 flex-1 truncate font-serif text-lg">{title}</p>
        {children}
        <UserMenu username={username} />
      </div>
    </header>
  );
}

function BackButton() {
  const goBack = useGoBack();
  if (!goBack) return <span className="w-2" />;
  return (
    <button type="button" onClick={goBack} aria-label="Back" className={iconButton}>
      <ArrowLeft aria-hidden="true" className="size-5" />
    </button>
  );
}

function UserMenu({ username }: { username: string }) {
  const { signOut, isPending } = useSignOut();
  return (
    <Dropdown modal={false}>
      <DropdownTrigger aria-label={`User menu: ${username}`} className={iconButton}>
        <CircleUser aria-hidden="true" className="size-6" />
      </DropdownTrigger>
      <DropdownContent>
        <DropdownLabel>
          Signed in as <strong className="text-ink">{username}</strong>
        </DropdownLabel>
        <DropdownSeparator />
        <DropdownLink>
          <Link href={paths.admin.settings}>
            <Settings aria-hidden="true" className="size-5 text-ink-soft" />
            Settings
          </Link>
        </DropdownLink>
        <DropdownLink>
          <a href={paths.home}>
            <ExternalLink aria-hidden="true" className="size-5 text-ink-soft" />
            View website
          </a>
        </DropdownLink>
        <DropdownSeparator />
        <DropdownItem onSelect={signOut}>
          <LogOut aria-hidden="true" className="size-5 text-ink-soft" />
          {isPending ? "Logging out..." : "Logout"}
        </DropdownItem>
      </DropdownContent>
    </Dropdown>
  );
}
