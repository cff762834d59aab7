import { type QueryKey, QueryClient, queryOptions } from "@tanstack/react-query";
import type { ResponseBody, CallInput, Endpoint } from "#contract/endpoint.ts";
import type { ProblemBody } from "#contract/problem.ts";
import type { Language } from "#domain/language/language.ts";
import { say } from "../lib/say.ts";

export type Fetch = (input: string, init?: RequestInit) => Promise<Response>;

/** SPEC 8: the message is the status, a colon and the body. `problem` contains the server's message for the user. */
export class ApiError extends Error {
  readonly status: number;
  readonly problem: ProblemBody;

  constructor(status: number, body: string, statusText: string) {
    super(`${status}: ${body || statusText}`);
    this.status = status;
    this.problem = readProblem(body);
  }
}

/** Null if there was no response. Also works for an error that came with a page rendered by the server. */
export function statusOf(error: unknown): number | null {
  const known = typeof error === "object" && error !== null && "status" in error;
  return known && typeof error.status === "number" ? error.status : null;
}

/** The server's message. Also works for an error that came with a page rendered by the server. */
export function messageOf(error: unknown): string {
  const problem = typeof error === "object" && error !== null && "problem" in error ? error.problem : null;
  const known = typeof problem === "object" && problem !== null && "message" in problem;
  return known && typeof problem.message === "string" ? problem.message : "";
}

/** For pages that show what the server fetched, including errors (SPEC 7: no retry). */
export const AS_RENDERED = { retryOnMount: false } as const;

function readProblem(body: string): ProblemBody {
  try {
    const parsed: ProblemBody = JSON.parse(body);
    return typeof parsed.message === "string" ? parsed : { message: "" };
  } catch {
    return { message: "" };
  }
}

/** Returns a promise that resolves when a refused API call is worth repeating, or null if the refusal is final. */
type Recovery = (refused: ApiError) => Promise<void> | null;
let recovery: Recovery = () => null;

/** The portal uses this to ask the host to sign in when a session has ended. */
export function recoverWith(next: Recovery): void {
  recovery = next;
}

/** Repeats the API call after each refusal that the page could resolve. */
export async function recovering<T>(attempt: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      const recovered = error instanceof ApiError ? recovery(error) : null;
      if (!recovered) throw error;
      await recovered;
    }
  }
}

/** Throws `ApiError` for any response that is not OK. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: { fetch?: Fetch; idempotencyKey?: string } = {},
): Promise<ResponseBody<E>> {
  const { fetch: send = browserFetch, idempotencyKey } = options;
  const body = "body" in input ? JSON.stringify(input.body) : undefined;
  const request: RequestInit = {
    method: endpoint.method,
    credentials: "include",
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(idempotencyKey ? { "idempotency-key": idempotencyKey } : {}),
    },
    ...(body === undefined ? {} : { body }),
  };
  return recovering(async () => read<E>(await send(urlOf(endpoint, input), request)));
}

/** Throws `ApiError` for any response that is not OK. */
export async function read<E extends Endpoint>(response: Response): Promise<ResponseBody<E>> {
  if (!response.ok) throw new ApiError(response.status, await response.text(), response.statusText);
  const body = response.status === 204 ? null : await response.json();
  return body;
}

const READ_LIMIT_MS = 30_000;

/** Only GET requests time out: a request that changes something or starts work, such as a backup, may take longer. */
const browserFetch: Fetch = (input, init) => {
  const reads = (init?.method ?? "GET") === "GET";
  const named = say.language === "en" ? init : inLanguageOf(say.language, init);
  return fetch(input, reads ? { ...named, signal: AbortSignal.timeout(READ_LIMIT_MS) } : named);
};

/** Without this header, responses are in English. */
export function inLanguageOf(language: Language, init: RequestInit = {}): RequestInit {
  return { ...init, headers: { ...init.headers, "x-latchkey-language": language } };
}

export function urlOf<E extends Endpoint>(endpoint: E, input: CallInput<E>): string {
  const params: Record<string, unknown> = { ...("params" in input ? (input.params as object) : {}) };
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const query = "query" in input ? new URLSearchParams(input.query as Record<string, string>).toString() : "";
  return query ? `${path}?${query}` : path;
}

/** The URL is the query key. */
export function queryOf<E extends Endpoint>(endpoint: E, input: CallInput<E>, freshness: { staleTime?: number } = {}) {
  return queryOptions<ResponseBody<E>>({ queryKey: [urlOf(endpoint, input)], ...freshness });
}

/** For data that others change while the portal is open: fetched again whenever a screen opens. */
export const freshQuery = <E extends Endpoint>(endpoint: E, input: CallInput<E>) =>
  queryOf(endpoint, input, { staleTime: 0 });

/**
 * SPEC 7 and 9: no retry, no refetch on focus and, unless a query sets its own `staleTime`, never stale. A query key is
 * the URL of a GET request, or the URL and body of a POST request that only reads data.
 */
export function createQueryClient(send: Fetch = browserFetch): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey }) => {
          const body = queryKey[1];
          const headers = {
            ...(background ? { "x-latchkey-background": "1" } : {}),
            ...(body === undefined ? {} : { "content-type": "application/json" }),
          };
          const request: RequestInit = {
            credentials: "include",
            headers,
            ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
          };
          return recovering(async () => read(await send(addressIn(queryKey), request)));
        },
        retry: false,
        refetchOnWindowFocus: false,
        // Without a connection, an API call fails at once with a message instead of hanging.
        networkMode: "always",
        refetchOnReconnect: true,
        staleTime: Number.POSITIVE_INFINITY,
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}

function addressIn(key: QueryKey): string {
  return String(key[0]);
}

let background = false;

/** Queries made while `work` runs are marked as background requests, which do not keep a session alive. */
export function inBackground(work: () => void): void {
  background = true;
  try {
    work();
  } finally {
    background = false;
  }
}
