import { type ReactNode, useEffect } from "react";
import { useLocationProperty } from "wouter/use-browser-location";
import { reveal } from "./reveal.ts";
import { beginScreen } from "./scroll-place.ts";

let lastAddress = location.pathname;

/**
 * Stands around a screen and runs when it is on the page, its code loaded: moves the focus to its heading, so that a
 * keyboard goes on from there and a screen reader says where it is. Not on the first page: the browser has done it. An
 * address that names a part of the screen leads to that part.
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
