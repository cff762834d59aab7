import { type QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { type ReactNode, StrictMode, Suspense, useEffect } from "react";
import { Redirect, Route, Switch } from "wouter";
import { ApiError } from "../api/client.ts";
import { currentAdminQuery } from "../api/auth.ts";
import { paths } from "../lib/paths.ts";
import { Toaster } from "../ui/toaster.tsx";
import { AdminLayout } from "./admin-layout.tsx";
import { NotFoundScreen } from "./not-found-screen.tsx";
import { LoadError } from "./frame/load-error.tsx";
import { type Screen, screens } from "./screens.tsx";

const NOT_FOUND: Screen = { pattern: "*", title: "404 Page Not Found", component: NotFoundScreen };

/** The host's side: drawn in the browser, each screen behind the sign-in unless it says otherwise. */
export function Portal({ client }: { client: QueryClient }) {
  return (
    <StrictMode>
      <QueryClientProvider client={client}>
        <Suspense fallback={<Loading />}>
          <Switch>
            <Route path="/admin">
              <Redirect to={paths.admin.dashboard} replace />
            </Route>
            {screens.map((screen) => (
              <Route key={screen.pattern} path={screen.pattern}>
                <Shown screen={screen} />
              </Route>
            ))}
            <Route>
              <Shown screen={NOT_FOUND} />
            </Route>
          </Switch>
        </Suspense>
        <Toaster />
      </QueryClientProvider>
    </StrictMode>
  );
}

function Shown({ screen }: { screen: Screen }) {
  useEffect(() => {
    document.title = `${screen.title} - Host portal`;
  }, [screen.title]);
  if (screen.open) return <screen.component />;
  return (
    <SignedIn title={screen.title}>
      <screen.component />
    </SignedIn>
  );
}

function SignedIn({ title, children }: { title: string; children: ReactNode }) {
  const { data: admin, error, isPending, refetch } = useQuery(currentAdminQuery);
  if (isPending) return <Loading />;
  // A server that cannot be reached is no reason to ask for the password.
  if (error && !(error instanceof ApiError && error.status === 401)) {
    return (
      <main id="main" className="p-4 sm:p-8">
        <h1 className="font-serif text-3xl">Host portal</h1>
        <LoadError error={error} what="your sign-in" retry={() => void refetch()} />
      </main>
    );
  }
  if (!admin) return <Redirect to={paths.admin.login} replace />;
  return (
    <AdminLayout admin={admin} title={title}>
      {children}
    </AdminLayout>
  );
}

/** SPEC 2: shown while the sign-in is checked. */
function Loading() {
  return (
    <p role="status" className="p-8">
      Loading...
    </p>
  );
}
