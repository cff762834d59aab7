import clsx from "clsx";
import type { ReactNode } from "react";
import { Link } from "wouter";

/** The classes for links and buttons that look like underlined text, but are tall enough to tap. */
export const textLinkClass = "inline-flex min-h-11 items-center font-semibold underline";

/** A link within the portal, on its own line. */
export function TextLink({ href, className, children }: { href: string; className?: string; children: ReactNode }) {
  return (
    <Link href={href} className={clsx(textLinkClass, className)}>
      {children}
    </Link>
  );
}
