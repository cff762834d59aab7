import * as DropdownMenu from "@radix-ui/react-dropdown-menu";
import type { ReactNode } from "react";

export const Dropdown = DropdownMenu.Root;
export const DropdownTrigger = DropdownMenu.Trigger;

/**
 * Appears in the same landmark as its button. `Dropdown` needs `modal={false}`: otherwise, Radix injects a style that
 * locks the page behind the menu.
 */
export function DropdownContent({ align = "end", children }: { align?: "start" | "end"; children: ReactNode }) {
  return (
    <DropdownMenu.Content
      align={align}
      sideOffset={8}
      collisionPadding={8}
      className="z-40 min-w-56 rounded-xl border border-line bg-surface p-1 text-ink shadow-lg"
    >
      {children}
    </DropdownMenu.Content>
  );
}

const itemClass =
  "flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-lg px-3 py-2 text-left outline-none data-highlighted:bg-sunken data-highlighted:outline-2 data-highlighted:-outline-offset-2 data-highlighted:outline-clay";

export function DropdownItem({ onSelect, children }: { onSelect: () => void; children: ReactNode }) {
  return (
    <DropdownMenu.Item className={itemClass} onSelect={onSelect}>
      {children}
    </DropdownMenu.Item>
  );
}

/** `children` is the link itself. */
export function DropdownLink({ children }: { children: ReactNode }) {
  return (
    <DropdownMenu.Item asChild className={itemClass}>
      {children}
    </DropdownMenu.Item>
  );
}

export function DropdownLabel({ children }: { children: ReactNode }) {
  return <DropdownMenu.Label className="px-3 py-2 text-sm text-ink-soft">{children}</DropdownMenu.Label>;
}

export function DropdownSeparator() {
  return <DropdownMenu.Separator className="my-1 h-px bg-line" />;
}
