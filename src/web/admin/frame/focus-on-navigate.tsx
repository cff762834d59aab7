import { type ReactNode, useEffect } from "react";
import { beginScreen } from "./scroll-place.ts";

let lastAddress = location.pathname;

/**
 * Stands around a screen and runs when it is on the page, its code loaded: moves the focus to its heading, so that a
 * keyboard goes on from there and a screen reader says where it is. Not on the first page: the browser has done it.
 */
export function FocusOnNavigate({ address, children }: { address: string; children: ReactNode }) {
  useEffect(() => {
    const moved = lastAddress !== address;
    lastAddress = address;
    // The part of a screen that an address names takes the focus itself.
    if (!moved || location.hash) return;
    beginScreen();
    const target = document.querySelector<HTMLElement>("main h1") ?? document.querySelector<HTMLElement>("main");
    if (!target) return;
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }, [address]);
  return children;
}
