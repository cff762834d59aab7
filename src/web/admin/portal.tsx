import { type QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { parse } from "regexparam";
import { lazy, StrictMode, Suspense, useEffect } from "react";
import { Redirect, Route, Router, Switch, useLocation, useSearch, Link } from "wouter";
import { signInAddress } from "#domain/auth/return-address.ts";
import { statusOf } from "../api/client.ts";
import { currentAdminQuery } from "../api/auth.ts";
import { paths } from "../lib/paths.ts";
import { DialogNotLoaded } from "../ui/not-loaded.tsx";
import { PageGuard } from "../ui/page-guard.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { Toaster } from "../ui/toaster.tsx";
import { TooltipTiming } from "../ui/tooltip.tsx";
import { AdminLayout } from "./admin-layout.tsx";
import { loadSignedOutDialog, usePrefetch } from "./frame/prefetch.ts";
import { guardNavigation } from "./frame/leave-guard.ts";
import { usePendingConfirmation, useSessionEnded } from "./frame/session-end.ts";
import { HeaderBar } from "./frame/header-bar.tsx";
import { LoadError } from "./frame/load-error.tsx";
import { type Screen, screens } from "./screens.tsx";

const OPEN = screens.filter((screen) => screen.open);
const BEHIND_SIGN_IN = screens.filter((screen) => !screen.open);
const NOT_FOUND: Screen = { pattern: "*", title: "404 Page Not Found", component: NotFoundScreen };

/** Every screen requires signing in unless it is marked as `open`. */
export function Portal({ client }: { client: QueryClient }) {
  usePrefetch();
  return (
    <StrictMode>
      <QueryClientProvider client={client}>
        <TooltipTiming>
          <PageGuard>
            <Router aroundNav={guardNavigation}>
              <Suspense fallback={<Loading />}>
                <Switch>
                  <Route path="/admin">
                    <Redirect to={paths.admin.dashboard} replace />
                  </Route>
                  {OPEN.map((screen) => (
                    <Route key={screen.pattern} path={screen.pattern}>
                      <OpenScreen screen={screen} />
                    </Route>
                  ))}
                  {/* The other screens share one frame, which stays mounted, with its live updates, as they change. */}
                  <Route>
                    <SignedIn />
                  </Route>
                </Switch>
              </Suspense>
            </Router>
          </PageGuard>
          <SignInWhenEnded />
          <ConfirmOnRequest />
        </TooltipTiming>
        <Toaster />
      </QueryClientProvider>
    </StrictMode>
  );
}

/** Has no user menu, because nobody may be signed in. */
function OpenScreen({ screen }: { screen: Screen }) {
  useTitle(screen.title);
  return (
    <>
      <HeaderBar title={screen.title} />
      <PageGuard>
        <screen.component />
      </PageGuard>
    </>
  );
}

function SignedIn() {
  const [address] = useLocation();
  const search = useSearch();
  const { data: admin, error, refetch } = useQuery(currentAdminQuery);
  const screen = BEHIND_SIGN_IN.find(({ pattern }) => parse(pattern).pattern.test(address)) ?? NOT_FOUND;
  useTitle(screen.title);
  // Once the host is signed in, the screen stays even if a later API call fails, because it may contain unsaved input.
  if (admin) {
    return (
      <AdminLayout admin={admin} title={screen.title}>
        <Route key={screen.pattern} path={screen.pattern}>
          <PageGuard address={address}>
            <screen.component />
          </PageGuard>
        </Route>
      </AdminLayout>
    );
  }
  if (!error) return <Loading />;
  if (statusOf(error) === 401) {
    const target = address + (search ? `?${search}` : "") + location.hash;
    return <Redirect to={signInAddress(target)} replace />;
  }
  // If the server can't be reached, asking for the password would not help.
  return (
    <main id="main" className="p-4 sm:p-8">
      <h1 className="font-serif text-3xl">Host portal</h1>
      <LoadError error={error} what="your sign-in" retry={() => void refetch()} />
    </main>
  );
}

const SignedOutDialog = lazy(async () => ({ default: await loadSignedOutDialog() }));

function SignInWhenEnded() {
  const ended = useSessionEnded();
  return ended ? (
    <PageGuard instead={<SignInNotLoaded />}>
      <Suspense fallback={null}>
        <SignedOutDialog />
      </Suspense>
    </PageGuard>
  ) : null;
}

/**
 * Stays until the host has signed in, because nothing can be saved before that. A popover is shown above an open
 * dialog, and what was typed in the dialog can still be copied.
 */
function SignInNotLoaded() {
  return (
    <p role="alert" popover="manual" ref={showPopover} className="w-full bg-sunken p-4 shadow-lg">
      You've been signed out. Copy what you haven't saved, then{" "}
      <TextLink href={signInAddress(location.pathname + location.search + location.hash)}>sign in again</TextLink>.
    </p>
  );
}

const showPopover = (element: HTMLElement | null) => element?.showPopover();

const ConfirmDialog = lazy(async () => ({
  default: (await import("./sign-in/confirm-dialog.tsx")).ConfirmDialog,
}));

/** Loaded when an API call first requires confirmation, which is rare. */
function ConfirmOnRequest() {
  const confirmation = usePendingConfirmation();
  if (!confirmation) return null;
  return (
    <PageGuard instead={<DialogNotLoaded onClose={confirmation.cancel} />}>
      <Suspense fallback={null}>
        <ConfirmDialog onConfirmed={confirmation.confirm} onCancel={confirmation.cancel} />
      </Suspense>
    </PageGuard>
  );
}

function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} - Host portal`;
  }, [title]);
}

/** SPEC 2 */
function Loading() {
  return (
    <main id="main" className="p-8">
      <h1 className="sr-only">Host portal</h1>
      <p role="status">Loading...</p>
    </main>
  );
}

/** SPEC 2 */
function NotFoundScreen() {
  return (
    <section className="space-y-3">
      <h1 className="font-serif text-3xl">404 Page Not Found</h1>
      <p>Did you forget to add the page to the router?</p>
      <Link href={paths.admin.dashboard} className="font-semibold underline">
        Back to Dashboard
      </Link>
    </section>
  );
}
