import { clsx } from "clsx";
import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from "react";

export type ButtonLook = "primary" | "secondary" | "quiet" | "danger" | "danger-outline";

/**
 * "danger" acts immediately; "danger-outline" asks for confirmation first. The transparent border becomes visible in
 * forced-colors mode.
 */
const LOOKS = {
  primary: "border border-transparent bg-accent text-accent-ink hover:bg-accent-hover",
  secondary: "border border-line-strong bg-surface text-ink hover:bg-sunken",
  quiet: "border border-transparent text-ink hover:bg-sunken",
  danger: "border border-transparent bg-danger text-surface hover:opacity-90",
  "danger-outline": "border border-danger bg-surface text-danger hover:bg-sunken",
} satisfies Record<ButtonLook, string>;

/** Also for links that look like a button. At least 44 px high, so that it is easy to tap. */
export function buttonClass(look: ButtonLook = "primary", className?: string): string {
  return clsx(
    "inline-flex min-h-11 items-center justify-center gap-2 rounded-full px-5 py-2 text-center font-semibold whole-words",
    "transition-colors disabled:cursor-not-allowed disabled:opacity-60 motion-reduce:transition-none",
    LOOKS[look],
    className,
  );
}

type Props = ButtonHTMLAttributes<HTMLButtonElement> & { look?: ButtonLook };

export function Button({ look = "primary", className, type = "button", ...rest }: Props) {
  // Without a type, a button submits the form around it.
  return <button type={type} className={buttonClass(look, className)} {...rest} />;
}

type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { look?: ButtonLook; href: string };

/** For links that load a document or a file. Links that the router follows use `Link` with `buttonClass`. */
export function ButtonAnchor({ look = "primary", className, children, ...rest }: LinkProps) {
  return (
    <a className={buttonClass(look, className)} {...rest}>
      {children}
    </a>
  );
}
