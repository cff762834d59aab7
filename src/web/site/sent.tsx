import { type ComponentType, type MouseEvent, useEffect } from "react";
import { useLocation } from "wouter";

type Name = "header" | "footer";
type Props = {
  as: Name;
  className: string;
  /** What the server and the portal's preview draw; null in guests' browsers. */
  contents: ComponentType | null;
};

const childrenOf = (name: Name) =>
  typeof document === "undefined" ? [] : [...(document.getElementById(name)?.childNodes ?? [])];
const SENT = { header: childrenOf("header"), footer: childrenOf("footer") };

/**
 * The site's header or footer. Guests' browsers keep it as the server sent it, and need not carry the code that made it:
 * it never changes but for the mark of the current page. Its links are plain; `data-page` is a page that a browser shows
 * without asking the server, `data-language` the prefix of a language, in which the link leads to the page shown then,
 * `data-current` the addresses on which it is the current one.
 */
export function Sent({ as: Element, className, contents: Contents }: Props) {
  const [path, navigate] = useLocation();
  useEffect(() => {
    for (const link of document.querySelectorAll<HTMLElement>(`#${Element} [data-current]`))
      link.ariaCurrent = link.dataset["current"]?.split(" ").includes(path) ? "page" : null;
  }, [Element, path]);
  const follow = (event: MouseEvent) => {
    const { target, ctrlKey, metaKey, altKey, shiftKey } = event;
    const link = (target as HTMLElement).closest("a"); // What is clicked is always an element.
    if (!link) return;
    const { page, language } = link.dataset;
    if (language !== undefined) link.href = language + path + location.search;
    if (page === undefined || ctrlKey || metaKey || altKey || shiftKey) return;
    event.preventDefault();
    link.closest<HTMLElement>("[popover]")?.hidePopover();
    navigate(page);
  };
  return (
    // The links inside are pressed; it is only heard here.
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

/** Where React draws the page anew, as after a translator changed its text, what was sent goes along. */
function keep(name: Name) {
  return (element: HTMLElement | null) => {
    if (!element?.firstChild) element?.append(...SENT[name]);
  };
}
