import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { AroundNavHandler } from "wouter";
import { findRoute, pathHere } from "./find-route.ts";

/** Set before the router is notified. */
let reached: "by link" | "through history" = "by link";
/** Null until the page from the server is hydrated. */
let shown: string | null = null;

if (typeof window !== "undefined") {
  window.addEventListener("popstate", () => {
    reached = "through history";
  });
}

/** Fetches the next page's code before leaving the current page, so that no blank page is shown in between. */
export function preloadAndNavigate(client: QueryClient): AroundNavHandler {
  return (navigate, to, options) => {
    const path = to.split(/[?#]/, 1)[0] ?? to;
    const { route } = findRoute(pathHere(path));
    // The content security policy comes with the document, so this page needs a reload.
    if (route.picturesFrom?.(client)) return location.assign(to);
    const go = () => {
      reached = "by link";
      navigate(to, options);
    };
    // If the code cannot be loaded (because of a new version, or without a connection), the browser requests the page
    // from the server.
    route.page.preload().then(go, () => location.assign(to));
  };
}

/**
 * Does what a browser does on page load: sets the title, scrolls to the top, and focuses the heading, so that screen
 * readers announce it. Going back restores the scroll position.
 */
export function FocusOnNavigate({ path }: { path: string }) {
  const client = useQueryClient();
  useEffect(() => {
    // The page has just been hydrated, so earlier taps can now be handled (server/http/document.ts).
    if (shown === null) dispatchEvent(new Event("hydrated"));
    const arrived = shown !== null && shown !== path;
    shown = path;
    if (!arrived) return;
    document.title = findRoute(path).route.head(client).title;
    const heading = document.querySelector<HTMLElement>("main h1") ?? document.querySelector<HTMLElement>("main");
    if (heading?.tagName === "H1") heading.tabIndex = -1;
    if (reached === "by link") window.scrollTo({ top: 0, behavior: "instant" });
    heading?.focus({ preventScroll: true });
  }, [client, path]);
  return null;
}
