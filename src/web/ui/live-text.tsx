import { clsx } from "clsx";

type Props = {
  /** One string: a translating browser replaces text nodes, and React safely rewrites only an element's single text. */
  children: string;
  className?: string;
};

/**
 * An amount or another figure that changes while the page is open. Works on a page that the browser has translated,
 * even if something else has replaced its text.
 */
export function LiveText({ children, className }: Props) {
  return (
    <span translate="no" className={clsx("notranslate", className)}>
      {children}
    </span>
  );
}
