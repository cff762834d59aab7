import { clsx } from "clsx";

type Props = {
  /**
   * A single string, because a browser that translates a page replaces text nodes, and React can safely rewrite text
   * only if it is the element's only child.
   */
  children: string;
  className?: string;
};

/**
 * An amount or another figure that changes while the page is open. This works on a page that the browser has
 * translated, even if something else has replaced the element's text.
 */
export function LiveText({ children, className }: Props) {
  return (
    <span translate="no" className={clsx("notranslate", className)}>
      {children}
    </span>
  );
}
