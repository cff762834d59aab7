import { type ReactNode, useCallback, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import siteStyles from "../../../styles/site.css?url";

/** Space for the site's sticky header, in CSS pixels. */
const HEADER_PX = 90;

type Props = {
  title: string;
  /** The page's viewport width and height in CSS pixels, before scaling. */
  width: number;
  height: number;
  scale: number;
  selector: string | null;
  children: ReactNode;
};

/**
 * Its own frame, so that the page has the site's styles and the device's width, and its ids do not conflict with the
 * editor's. It cannot be clicked or focused.
 */
export function PreviewFrame({ title, width, height, scale, selector, children }: Props) {
  const [body, setBody] = useState<HTMLElement | null>(null);
  const setUpFrame = useCallback((frame: HTMLIFrameElement | null) => {
    const inner = frame?.contentDocument;
    if (inner) loadStyles(inner, () => setBody(inner.body));
    return () => setBody(null);
  }, []);

  useEffect(() => {
    if (!body || !selector) return undefined;
    // The page may still be loading.
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
        ref={setUpFrame}
        title={title}
        tabIndex={-1}
        className="origin-top-left border-0"
        style={{ width, height, transform: `scale(${scale})` }}
      />
      {body ? createPortal(children, body) : null}
    </div>
  );
}

/** A page rendered before the styles have loaded would flash unstyled. */
function loadStyles(inner: Document, ready: () => void): void {
  inner.documentElement.lang = "en";
  inner.title = "Preview";
  const link = inner.createElement("link");
  link.rel = "stylesheet";
  link.href = siteStyles;
  link.addEventListener("load", ready);
  inner.head.replaceChildren(link);
  inner.body.inert = true;
}
