import { type QueryKey, QueryClient, queryOptions } from "@tanstack/react-query";
import type { Answer, CallInput, Endpoint } from "#contract/endpoint.ts";
import type { ProblemBody } from "#contract/problem.ts";

export type Fetch = (input: string, init?: RequestInit) => Promise<Response>;

/** SPEC 8: the message is the status, a colon and the body; `problem` is what the server wants people to read. */
export class ApiError extends Error {
  readonly status: number;
  readonly problem: ProblemBody;

  constructor(status: number, body: string, statusText: string) {
    super(`${status}: ${body || statusText}`);
    this.status = status;
    this.problem = readProblem(body);
  }
}

/** The status of a failed call, also of one that failed on the server and came with the page; null when no answer came. */
export function statusOf(error: unknown): number | null {
  const known = typeof error === "object" && error !== null && "status" in error;
  return known && typeof error.status === "number" ? error.status : null;
}

/** What the server wants people to read of a failed call, also of one that failed on the server and came with the page. */
export function wordsOf(error: unknown): string {
  const problem = typeof error === "object" && error !== null && "problem" in error ? error.problem : null;
  const known = typeof problem === "object" && problem !== null && "message" in problem;
  return known && typeof problem.message === "string" ? problem.message : "";
}

/** For pages that show what the server found, failures included, and do not ask again on their own (SPEC 7: no retry). */
export const AS_RENDERED = { retryOnMount: false } as const;

function readProblem(body: string): ProblemBody {
  try {
    const parsed: ProblemBody = JSON.parse(body);
    return typeof parsed.message === "string" ? parsed : { message: "" };
  } catch {
    return { message: "" };
  }
}

/** Makes one call of the contract. Throws `ApiError` for any answer that is not OK. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: { fetch?: Fetch; idempotencyKey?: string } = {},
): Promise<Answer<E>> {
  const { fetch: send = browserFetch, idempotencyKey } = options;
  const body = "body" in input ? JSON.stringify(input.body) : undefined;
  const answer = await send(urlOf(endpoint, input), {
    method: endpoint.method,
    credentials: "include",
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(idempotencyKey ? { "idempotency-key": idempotencyKey } : {}),
    },
    ...(body === undefined ? {} : { body }),
  });
  return read<E>(answer);
}

async function read<E extends Endpoint>(answer: Response): Promise<Answer<E>> {
  if (!answer.ok) throw new ApiError(answer.status, await answer.text(), answer.statusText);
  const body = answer.status === 204 ? null : await answer.json();
  return body;
}

const browserFetch: Fetch = (input, init) => fetch(input, init);

export function urlOf<E extends Endpoint>(endpoint: E, input: CallInput<E>): string {
  const params: Record<string, unknown> = { ...("params" in input ? (input.params as object) : {}) };
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const query = "query" in input ? new URLSearchParams(input.query as Record<string, string>).toString() : "";
  return query ? `${path}?${query}` : path;
}

/** A GET call as a query: its address is its key (SPEC 7). */
export function queryOf<E extends Endpoint>(endpoint: E, input: CallInput<E>, freshness: { staleTime?: number } = {}) {
  return queryOptions<Answer<E>>({ queryKey: [urlOf(endpoint, input)], ...freshness });
}

/** SPEC 7 and 9: no retry, no refetch on focus, never stale. */
export function createQueryClient(send: Fetch = browserFetch): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: async ({ queryKey }) =>
          read(
            await send(addressIn(queryKey), {
              credentials: "include",
              ...(background ? { headers: { "x-latchkey-background": "1" } } : {}),
            }),
          ),
        retry: false,
        refetchOnWindowFocus: false,
        staleTime: Number.POSITIVE_INFINITY,
      },
      mutations: { retry: false },
    },
  });
}

function addressIn(key: QueryKey): string {
  return String(key[0]);
}

let background = false;

/** Queries that begin while `work` runs say that the page asks, and not its reader: they do not keep a session alive. */
export function inBackground(work: () => void): void {
  background = true;
  try {
    work();
  } finally {
    background = false;
  }
}
