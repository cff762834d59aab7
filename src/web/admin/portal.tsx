import { type QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { type ReactNode, StrictMode, Suspense, useEffect } from "react";
import { Redirect, Route, Switch } from "wouter";
import { currentAdminQuery } from "../api/auth.ts";
import { paths } from "../lib/paths.ts";
import { Toaster } from "../ui/toaster.tsx";
import { AdminLayout } from "./admin-layout.tsx";
import { NotFoundScreen } from "./not-found-screen.tsx";
import { type Screen, screens } from "./screens.tsx";

/** The host's side: drawn in the browser, each screen behind the sign-in unless it says otherwise. */
export function Portal({ client }: { client: QueryClient }) {
  return (
    <StrictMode>
      <QueryClientProvider client={client}>
        <Suspense fallback={<Loading />}>
          <Switch>
            {screens.map((screen) => (
              <Route key={screen.pattern} path={screen.pattern}>
                <Shown screen={screen} />
              </Route>
            ))}
            <Route>
              <SignedIn>
                <NotFoundScreen />
              </SignedIn>
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
    <SignedIn>
      <screen.component />
    </SignedIn>
  );
}

function SignedIn({ children }: { children: ReactNode }) {
  const { data: admin, isPending } = useQuery(currentAdminQuery);
  if (isPending) return <Loading />;
  if (!admin) return <Redirect to={paths.admin.login} replace />;
  return <AdminLayout admin={admin}>{children}</AdminLayout>;
}

/** SPEC 2: shown while the sign-in is checked. */
function Loading() {
  return (
    <p role="status" className="p-8">
      Loading...
    </p>
  );
}
