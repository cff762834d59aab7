import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { AroundNavHandler } from "wouter";
import { findRoute, pathHere } from "./find-route.ts";

/** How the page now shown was reached. Set before the router hears of it. */
let reached: "by link" | "through history" = "by link";
/** The path of the page now shown; null until the page that came from the server has been taken over. */
let shown: string | null = null;

if (typeof window !== "undefined") {
  window.addEventListener("popstate", () => {
    reached = "through history";
  });
}

/** Fetches the next page's code before leaving this one, so that no gap is shown between the two. */
export function goByLink(client: QueryClient): AroundNavHandler {
  return (navigate, to, options) => {
    const path = to.split(/[?#]/, 1)[0] ?? to;
    const { route } = findRoute(pathHere(path));
    // What a page may fetch elsewhere is in the policy that comes with it; a page that changes without a load keeps the old.
    if (route.picturesFrom?.(client)) return location.assign(to);
    const go = () => {
      reached = "by link";
      navigate(to, options);
    };
    // Where the code cannot be had (a new version is out, the line is down) the browser asks the server for the page.
    route.page.preload().then(go, () => location.assign(to));
  };
}

/**
 * Does what a browser does when a page is loaded, for pages that change without a load: sets the title, begins at the
 * top, and puts the focus on the heading, so that screen readers say where one is. Going back keeps the place.
 */
export function FocusOnNavigate({ path }: { path: string }) {
  const client = useQueryClient();
  useEffect(() => {
    // The first time: taps that came before may now be answered (server/http/document.ts).
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
