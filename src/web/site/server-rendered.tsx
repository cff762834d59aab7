import { type ComponentType, type MouseEvent, useEffect } from "react";
import { useLocation } from "wouter";

type Name = "header" | "footer";
type Props = {
  as: Name;
  className: string;
  /** Rendered by the server and in the portal's preview; null in guests' browsers. */
  contents: ComponentType | null;
};

const childrenOf = (name: Name) =>
  typeof document === "undefined" ? [] : [...(document.getElementById(name)?.childNodes ?? [])];
const SERVER_HTML = { header: childrenOf("header"), footer: childrenOf("footer") };

/**
 * Guests' browsers keep the server's HTML of the header and footer and do not load the code that rendered it, because
 * only the mark of the current page and the URLs of the language links change. `data-page` marks a link that the script
 * follows without loading a document; `data-language` is the prefix of the language in which the link opens the current
 * page; `data-current` lists the paths on which the link is marked as the current page.
 */
export function ServerRendered({ as: Element, className, contents: Contents }: Props) {
  const [path, navigate] = useLocation();
  useEffect(() => {
    for (const link of document.querySelectorAll<HTMLElement>(`#${Element} [data-current]`))
      link.ariaCurrent = link.dataset["current"]?.split(" ").includes(path) ? "page" : null;
  }, [Element, path]);
  const follow = (event: MouseEvent) => {
    const { target, ctrlKey, metaKey, altKey, shiftKey } = event;
    const link = (target as HTMLElement).closest("a"); // The click target is always an element.
    if (!link) return;
    const { page, language } = link.dataset;
    if (language !== undefined) {
      const there = language + path;
      // After a form was sent without the script, its dates are in the server's link but not in the page's URL.
      link.href = there + (location.search || (link.pathname === there ? link.search : ""));
    }
    if (page === undefined || ctrlKey || metaKey || altKey || shiftKey) return;
    event.preventDefault();
    link.closest<HTMLElement>("[popover]")?.hidePopover();
    navigate(page);
  };
  return (
    // This element only handles clicks on the links inside it.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <Element
      id={Element}
      className={className}
      onClick={follow}
      {...(Contents
        ? { children: <Contents /> }
        : { ref: keep(Element), suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: "" } })}
    />
  );
}

/** React renders the element again, for example, after the browser has translated its text. */
function keep(name: Name) {
  return (element: HTMLElement | null) => {
    if (!element?.firstChild) element?.append(...SERVER_HTML[name]);
  };
}
