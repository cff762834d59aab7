import { type ReactNode, useEffect } from "react";
import { useLocationProperty } from "wouter/use-browser-location";
import { reveal } from "./reveal.ts";
import { beginScreen } from "./scroll-place.ts";

let lastAddress = location.pathname;

/**
 * Moves the focus to a screen's heading once the screen's code has loaded, so that keyboard navigation continues from
 * the heading and a screen reader announces it. On the first page, the browser sets the focus itself. If the URL has a
 * fragment, the focus moves to that part of the screen.
 */
export function FocusOnNavigate({ address, children }: { address: string; children: ReactNode }) {
  const hash = useLocationProperty(() => location.hash);
  useEffect(() => {
    const moved = lastAddress !== address;
    lastAddress = address;
    if (hash) return reveal(hash);
    if (!moved) return;
    beginScreen();
    const target = document.querySelector<HTMLElement>("main h1") ?? document.querySelector<HTMLElement>("main");
    if (!target) return;
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }, [address, hash]);
  return children;
}
