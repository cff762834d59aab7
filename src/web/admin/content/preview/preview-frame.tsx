import { type ReactNode, useCallback, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import siteStyles from "../../../styles/site.css?url";

/** The site's header stays at the top and would cover what is brought into sight. */
const HEADER_PX = 90;

type Props = {
  title: string;
  /** How wide the window is in which the page believes to be, in CSS pixels. */
  width: number;
  height: number;
  /** How large it is drawn. */
  scale: number;
  /** Brought into sight when it changes. */
  selector: string | null;
  children: ReactNode;
};

/**
 * A window of its own for the public page, so that it has the site's styles and the width of the device, and its ids
 * do not meet those of the editor. It is for looking at: nothing in it can be pressed or reached by the keyboard.
 */
export function PreviewFrame({ title, width, height, scale, selector, children }: Props) {
  const [body, setBody] = useState<HTMLElement | null>(null);
  const furnish = useCallback((frame: HTMLIFrameElement | null) => {
    const inner = frame?.contentDocument;
    if (inner) dress(inner, () => setBody(inner.body));
    return () => setBody(null);
  }, []);

  useEffect(() => {
    if (!body || !selector) return undefined;
    // The page may still be on its way.
    const timer = setInterval(() => {
      const target = body.querySelector(selector);
      const view = body.ownerDocument.defaultView;
      if (!target || !view) return;
      clearInterval(timer);
      view.scrollTo({ top: target.getBoundingClientRect().top + view.scrollY - HEADER_PX });
    }, 60);
    return () => clearInterval(timer);
  }, [body, selector]);

  return (
    <div
      className="overflow-hidden rounded-2xl border border-line-strong bg-page"
      style={{ width: width * scale, height: height * scale }}
    >
      <iframe
        ref={furnish}
        title={title}
        tabIndex={-1}
        className="origin-top-left border-0"
        style={{ width, height, transform: `scale(${scale})` }}
      />
      {body ? createPortal(children, body) : null}
    </div>
  );
}

/** Gives an empty document the site's styles; drawn before they are there, the page would flash in the browser's own. */
function dress(inner: Document, ready: () => void): void {
  inner.documentElement.lang = "en";
  inner.title = "Preview";
  const link = inner.createElement("link");
  link.rel = "stylesheet";
  link.href = siteStyles;
  link.addEventListener("load", ready);
  inner.head.replaceChildren(link);
  inner.body.inert = true;
}
