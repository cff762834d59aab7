import { HydrationBoundary, type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, StrictMode, Suspense, useState } from "react";
import { Route as RouteMatch, Router, Switch, useLocation } from "wouter";
import { prefixOf } from "#domain/language/language-path.ts";
import { say } from "../lib/say.ts";
import { SiteLayout } from "../site/site-layout.tsx";
import { PageGuard } from "../ui/page-guard.tsx";
import { ToastsOnDemand } from "../ui/toasts-on-demand.tsx";
import { FocusOnNavigate, preloadAndNavigate } from "./focus-on-navigate.tsx";
import { type FormContext, FormStateContext, type PageState } from "../lib/page-state.ts";
import { randomKey } from "../lib/random-key.ts";
import { notFoundRoute, routes } from "./routes.tsx";

type Props = { client: QueryClient; state: PageState; address?: { path: string; search: string } };

/** `address` is passed only on the server. */
export function App({ client, state, address }: Props) {
  const router = address ? { ssrPath: address.path, ssrSearch: address.search } : {};
  return (
    <StrictMode>
      <QueryClientProvider client={client}>
        <HydrationBoundary state={state.queries}>
          <PageGuard>
            <Router {...router} base={prefixOf(say.language)} aroundNav={preloadAndNavigate(client)}>
              <FormState state={state}>
                <SiteLayout>
                  <GuardedPage />
                </SiteLayout>
              </FormState>
              <ToastsOnDemand />
            </Router>
          </PageGuard>
        </HydrationBoundary>
      </QueryClientProvider>
    </StrictMode>
  );
}

/** The form key and a form that the server has returned apply only to the page that was loaded with this document. */
function FormState({ state, children }: { state: FormContext; children: ReactNode }) {
  const [path] = useLocation();
  const [shown, setShown] = useState<FormContext & { path: string }>({ ...state, path });
  if (shown.path !== path) setShown({ path, formKey: randomKey(), form: null });
  return <FormStateContext value={shown}>{children}</FormStateContext>;
}

/** If a page cannot be rendered, the header and footer stay, until the path changes. */
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
        {/* Inside the page's Suspense, so that it runs only when the page is ready. */}
        <FocusOnNavigate path={path} />
      </Suspense>
    </PageGuard>
  );
}
