import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from "react";

/**
 * Replaces `@tanstack/react-query` in the public site (vite.config.ts), where the library would add 8 kB to every page.
 * The names, and the behaviour that the site relies on, are the same as in the library. The portal uses the library
 * itself. If the site's code imports anything that is not defined here, the build fails.
 */
type Key = readonly unknown[];
type Options = { queryKey: Key; staleTime?: number; enabled?: boolean; retryOnMount?: boolean };
type QueryFn = (context: { queryKey: Key }) => Promise<unknown>;
type State = { data?: unknown; error: unknown; dataUpdatedAt: number; isInvalidated: boolean };
export type DehydratedState = { queries: { queryKey: Key; state: State }[] };

const NOTHING: State = { error: null, dataUpdatedAt: 0, isInvalidated: false };

class Query {
  readonly queryKey: Key;
  state = NOTHING;
  readonly #ask: QueryFn;
  readonly #listeners = new Set<() => void>();
  #running: Promise<void> | null = null;
  #attempt = 0;

  constructor(queryKey: Key, ask: QueryFn) {
    this.queryKey = queryKey;
    this.#ask = ask;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  set(state: State): void {
    this.state = state;
    for (const listener of this.#listeners) listener();
  }

  isStale(staleTime: number): boolean {
    const { data, isInvalidated, dataUpdatedAt } = this.state;
    return data === undefined || isInvalidated || dataUpdatedAt + staleTime <= Date.now();
  }

  /** Joins a fetch that is already in progress. */
  fetch(): Promise<void> {
    return this.#running ?? this.refetch();
  }

  /** The response to an earlier fetch is ignored. */
  refetch = (): Promise<void> => {
    const attempt = ++this.#attempt;
    if (this.state.error !== null && this.state.data === undefined) this.set(NOTHING);
    const settle = (state: State) => {
      if (attempt !== this.#attempt) return;
      this.#running = null;
      this.set(state);
    };
    this.#running = this.#ask({ queryKey: this.queryKey }).then(
      (data) => settle({ data, error: null, dataUpdatedAt: Date.now(), isInvalidated: false }),
      (error: unknown) => settle({ ...this.state, error }),
    );
    return this.#running;
  };
}

export class QueryClient {
  readonly #queries = new Map<string, Query>();
  readonly #queryFn: QueryFn;

  constructor(config: { defaultOptions: { queries: { queryFn: QueryFn } } }) {
    this.#queryFn = config.defaultOptions.queries.queryFn;
  }

  query(queryKey: Key): Query {
    const name = JSON.stringify(queryKey);
    const query = this.#queries.get(name) ?? new Query(queryKey, this.#queryFn);
    this.#queries.set(name, query);
    return query;
  }

  getQueryCache() {
    return { getAll: () => [...this.#queries.values()] };
  }

  getQueryData(queryKey: Key): unknown {
    return this.query(queryKey).state.data;
  }

  setQueryData(queryKey: Key, data: unknown): void {
    this.query(queryKey).set({ ...NOTHING, data, dataUpdatedAt: Date.now() });
  }

  async prefetchQuery({ queryKey, staleTime = Number.POSITIVE_INFINITY }: Options): Promise<void> {
    const query = this.query(queryKey);
    if (query.isStale(staleTime)) await query.fetch();
  }

  /** The data is fetched again when a page next shows it. */
  invalidateQueries({ queryKey }: { queryKey: Key; refetchType: "none" }): void {
    const query = this.query(queryKey);
    query.set({ ...query.state, isInvalidated: true });
  }
}

export const queryOptions = <T,>(options: T): T => options;

const ClientContext = createContext<QueryClient | null>(null);

export function useQueryClient(): QueryClient {
  const client = use(ClientContext);
  if (!client) throw new Error("No QueryClientProvider around this");
  return client;
}

export function QueryClientProvider({ client, children }: { client: QueryClient; children: ReactNode }) {
  return <ClientContext value={client}>{children}</ClientContext>;
}

/** Includes errors, which the browser must show too. */
export function dehydrate(client: QueryClient): DehydratedState {
  const settled = client
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.data !== undefined || state.error !== null);
  return { queries: settled.map(({ queryKey, state }) => ({ queryKey, state })) };
}

export function HydrationBoundary({ state, children }: { state: DehydratedState; children: ReactNode }) {
  const client = useQueryClient();
  useState(() => {
    for (const { queryKey, state: served } of state.queries) {
      const query = client.query(queryKey);
      if (query.state === NOTHING) query.set(served);
    }
  });
  return children;
}

export function useQuery(options: Options) {
  const { queryKey, staleTime = Number.POSITIVE_INFINITY, enabled = true, retryOnMount = true } = options;
  const query = useQueryClient().query(queryKey);
  const now = () => query.state;
  const state = useSyncExternalStore(query.subscribe, now, now);
  useEffect(() => {
    if (!enabled) return undefined;
    const { data, error } = query.state;
    const staysFailed = data === undefined && error !== null && !retryOnMount;
    const refresh = () => {
      if (query.isStale(staleTime)) void query.fetch();
    };
    if (!staysFailed) refresh();
    window.addEventListener("online", refresh);
    return () => window.removeEventListener("online", refresh);
  }, [query, enabled, staleTime, retryOnMount]);
  const isError = state.error !== null;
  return { ...state, isError, isLoadingError: isError && state.data === undefined, refetch: query.refetch };
}
