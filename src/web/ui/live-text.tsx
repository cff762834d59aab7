import { clsx } from "clsx";

type Props = {
  /**
   * A single string: a browser that translates a page replaces text nodes, and React can safely rewrite text only if it
   * is the element's only child.
   */
  children: string;
  className?: string;
};

/** For figures that change while the page is open, even if the browser has translated the page. */
export function LiveText({ children, className }: Props) {
  return (
    <span translate="no" className={clsx("notranslate", className)}>
      {children}
    </span>
  );
}
