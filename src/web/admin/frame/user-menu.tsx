import { CircleUser, ExternalLink, LogOut, Settings } from "../../ui/icons.tsx";
import { Link } from "wouter";
import { signOutByHeader } from "../../api/auth.ts";
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
import { Tooltip } from "../../ui/tooltip.tsx";
import { iconButton } from "./header-bar.tsx";
import { useSignOut } from "./use-sign-out.ts";

/** SPEC 2 */
export function UserMenu({ username }: { username: string }) {
  const { signOut, isPending } = useSignOut(signOutByHeader);
  return (
    <Dropdown modal={false}>
      <Tooltip text="Settings and logout">
        <DropdownTrigger aria-label={`User menu: ${username}`} className={iconButton}>
          <CircleUser className="size-6" />
        </DropdownTrigger>
      </Tooltip>
      <DropdownContent>
        <DropdownLabel>
          Signed in as <strong className="text-ink">{username}</strong>
        </DropdownLabel>
        <DropdownSeparator />
        <DropdownLink>
          <Link href={paths.admin.settings}>
            <Settings className="size-5 text-ink-soft" />
            Settings
          </Link>
        </DropdownLink>
        <DropdownLink>
          <a href={paths.home}>
            <ExternalLink className="size-5 text-ink-soft" />
            View website
          </a>
        </DropdownLink>
        <DropdownSeparator />
        <DropdownItem onSelect={signOut}>
          <LogOut className="size-5 text-ink-soft" />
          {isPending ? "Logging out..." : "Logout"}
        </DropdownItem>
      </DropdownContent>
    </Dropdown>
  );
}
