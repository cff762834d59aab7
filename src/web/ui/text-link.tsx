import clsx from "clsx";
import type { ReactNode } from "react";
import { Link } from "wouter";

/** Underlined text that is tall enough to tap, also for buttons. */
export const textLinkClass = "inline-flex min-h-11 items-center font-semibold underline";

/** On its own line. */
export function TextLink({ href, className, children }: { href: string; className?: string; children: ReactNode }) {
  return (
    <Link href={href} className={clsx(textLinkClass, className)}>
      {children}
    </Link>
  );
}
