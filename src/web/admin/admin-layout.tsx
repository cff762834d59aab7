import type { AdminUser } from "#contract/auth.ts";
import { type ReactNode, Suspense } from "react";
import { useLocation } from "wouter";
import { PageGuard } from "../ui/page-guard.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { FocusOnNavigate } from "./frame/focus-on-navigate.tsx";
import { ConnectionNotice } from "./frame/connection-notice.tsx";
import { HeaderBar } from "./frame/header-bar.tsx";
import { formGuard } from "./frame/leave-guard.ts";
import { LiveNotice } from "./frame/live-notice.tsx";
import { BottomNavigation, SideNavigation } from "./frame/navigation.tsx";
import { ScreenSkeleton } from "./frame/screen-skeleton.tsx";
import { UserMenu } from "./frame/user-menu.tsx";
import { useLive } from "./frame/use-live.ts";
import { Keyboard } from "./palette/keyboard.tsx";
import { paths } from "../lib/paths.ts";

/** The frame around every screen that a signed-in host sees, with the header and the navigation. */
export function AdminLayout({ admin, title, children }: { admin: AdminUser; title: string; children: ReactNode }) {
  const [address] = useLocation();
  const live = useLive();
  return (
    <>
      <SkipLink />
      <HeaderBar title={title} menu={<UserMenu username={admin.username} />}>
        <PageGuard instead={null}>
          <Keyboard />
        </PageGuard>
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
      <LiveNotice notice={live.notice} />
      <ConnectionNotice live={live.connected} />
      <BottomNavigation />
    </>
  );
}

/** The first link in the tab order. It skips the header and the navigation. */
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

/** Shown above every screen until two-factor sign-in is on, except to the demo account. */
function SecondFactorBanner({ admin }: { admin: AdminUser }) {
  if (admin.secondFactor || admin.role === "demo") return null;
  return (
    <p className="mb-6 rounded-xl border border-line-strong bg-sunken px-4 py-2">
      This portal is protected only by a password.{" "}
      <TextLink href={paths.admin.secondFactor}>Turn on two-factor sign-in</TextLink>
    </p>
  );
}
