import { HydrationBoundary, type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode, Suspense } from "react";
import { Route as RouteMatch, Router, Switch, useLocation } from "wouter";
import { prefixOf } from "#domain/language/language-path.ts";
import { say } from "../lib/say.ts";
import { SiteLayout } from "../site/site-layout.tsx";
import { PageGuard } from "../ui/page-guard.tsx";
import { ToastsOnDemand } from "../ui/toasts-on-demand.tsx";
import { FocusOnNavigate, goByLink } from "./focus-on-navigate.tsx";
import { FormStateContext, type PageState } from "../lib/page-state.ts";
import { notFoundRoute, routes } from "./routes.tsx";

type Props = { client: QueryClient; state: PageState; address?: { path: string; search: string } };

/** The public site. `address` is passed only on the server, because a browser knows its own URL. */
export function App({ client, state, address }: Props) {
  const router = address ? { ssrPath: address.path, ssrSearch: address.search } : {};
  return (
    <StrictMode>
      <QueryClientProvider client={client}>
        <HydrationBoundary state={state.queries}>
          <FormStateContext value={state}>
            <PageGuard>
              <Router {...router} base={prefixOf(say.language)} aroundNav={goByLink(client)}>
                <SiteLayout>
                  <GuardedPage />
                </SiteLayout>
                <ToastsOnDemand />
              </Router>
            </PageGuard>
          </FormStateContext>
        </HydrationBoundary>
      </QueryClientProvider>
    </StrictMode>
  );
}

/** If a page cannot be rendered, the header and footer stay. Rendering is tried again when the path changes. */
function GuardedPage() {
  const [path] = useLocation();
  return (
    <PageGuard key={path}>
      <Suspense fallback={null}>
        <Switch>
          {routes.map((route) => (
            <RouteMatch key={route.pattern} path={route.pattern}>
              <route.page />
            </RouteMatch>
          ))}
          <RouteMatch>
            <notFoundRoute.page />
          </RouteMatch>
        </Switch>
        {/* This is inside the page's Suspense, so it runs when the page is ready and not before. */}
        <FocusOnNavigate path={path} />
      </Suspense>
    </PageGuard>
  );
}
