import { ArrowLeft } from "../../ui/icons.tsx";
import type { ReactNode } from "react";
import { Tooltip } from "../../ui/tooltip.tsx";
import { useGoBack } from "./go-back.ts";

export const iconButton = "inline-flex size-11 shrink-0 items-center justify-center rounded-lg hover:bg-sunken";

type Props = { title: string; menu?: ReactNode; children?: ReactNode };

/**
 * SPEC 2: the header on every path of the portal. It has a back button, except on /admin itself, and the user menu once
 * the host has signed in.
 */
export function HeaderBar({ title, menu, children }: Props) {
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-surface print:hidden">
      <div className="flex h-16 items-center gap-1 px-2 sm:px-4">
        <BackButton />
        <p className="min-w-0 flex-1 truncate font-serif text-lg">{title}</p>
        {children}
        {menu}
      </div>
    </header>
  );
}

function BackButton() {
  const goBack = useGoBack();
  if (!goBack) return <span className="w-2" />;
  return (
    <Tooltip text="Back">
      <button type="button" onClick={goBack} aria-label="Back" className={iconButton}>
        <ArrowLeft className="size-5" />
      </button>
    </Tooltip>
  );
}
