import type { AdminUser } from "#contract/auth.ts";
import { type ReactNode, Suspense, useSyncExternalStore, useEffect } from "react";
import { useLocation } from "wouter";
import { TextLink } from "../ui/text-link.tsx";
import { HeaderBar } from "./frame/header-bar.tsx";
import { formGuard } from "./frame/leave-guard.ts";
import { BottomNavigation, SideNavigation } from "./frame/navigation.tsx";
import { ScreenSkeleton } from "./frame/screen-skeleton.tsx";
import { UserMenu } from "./frame/user-menu.tsx";
import { useLive } from "./frame/use-live.ts";
import { Keyboard } from "./palette/keyboard.tsx";
import { paths } from "../lib/paths.ts";
import { useLocationProperty } from "wouter/use-browser-location";
import { reveal } from "./frame/reveal.ts";
import { beginScreen } from "./frame/scroll-place.ts";

export function AdminLayout({ admin, title, children }: { admin: AdminUser; title: string; children: ReactNode }) {
  const [address] = useLocation();
  const live = useLive();
  return (
    <>
      <SkipLink />
      <HeaderBar title={title} menu={<UserMenu username={admin.username} />}>
        <Keyboard />
      </HeaderBar>
      <div className="mx-auto flex max-w-7xl">
        <SideNavigation />
        <main
          id="main"
          tabIndex={-1}
          {...formGuard}
          className="min-w-0 flex-1 scroll-mt-16 px-4 pt-6 pb-28 outline-none sm:px-6 lg:pb-12"
        >
          <SecondFactorBanner admin={admin} />
          <Suspense fallback={<ScreenSkeleton />}>
            <FocusOnNavigate address={address}>{children}</FocusOnNavigate>
          </Suspense>
        </main>
      </div>
      <div aria-live="polite" className={overlayClass}>
        {live.notice}
      </div>
      <ConnectionNotice live={live.connected} />
      <BottomNavigation />
    </>
  );
}

/** It skips the header and the navigation. */
function SkipLink() {
  return (
    <a
      href="#main"
      className="sr-only z-50 rounded-lg bg-accent px-4 py-3 font-semibold text-accent-ink focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
    >
      Skip to content
    </a>
  );
}

/** Not shown to the demo account, which cannot turn on two-factor sign-in. */
function SecondFactorBanner({ admin }: { admin: AdminUser }) {
  if (admin.secondFactor || admin.role === "demo") return null;
  return (
    <p className="mb-6 rounded-xl border border-line-strong bg-sunken px-4 py-2 print:hidden">
      Your account is protected only by a password.{" "}
      <TextLink href={paths.admin.secondFactor}>Turn on two-factor sign-in</TextLink>
    </p>
  );
}

const overlayClass = "pointer-events-none fixed inset-x-0 top-18 z-30 flex justify-center px-4 print:hidden";

function ConnectionNotice({ live }: { live: boolean }) {
  const online = useOnline();
  return (
    <div role="status" className={overlayClass}>
      {online && live ? null : (
        <p className="rounded-full border border-line-strong bg-sunken px-5 py-2 font-semibold text-ink shadow-lg">
          {online ? "Reconnecting. What you see may be out of date." : "You are offline. We keep what you typed."}
        </p>
      )}
    </div>
  );
}

function useOnline(): boolean {
  return useSyncExternalStore(
    (listener) => {
      addEventListener("online", listener);
      addEventListener("offline", listener);
      return () => {
        removeEventListener("online", listener);
        removeEventListener("offline", listener);
      };
    },
    () => navigator.onLine,
  );
}

let lastAddress = location.pathname;

/**
 * Moves the focus to a screen's heading once the screen's code has loaded, so that keyboard navigation continues from
 * the heading and a screen reader announces it. On the first page, the browser sets the focus itself. If the URL has a
 * fragment, the focus moves to that part of the screen.
 */
function FocusOnNavigate({ address, children }: { address: string; children: ReactNode }) {
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
