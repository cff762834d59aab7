import { type QueryKey, QueryClient, queryOptions } from "@tanstack/react-query";
import type { Answer, CallInput, Endpoint } from "#contract/endpoint.ts";
import type { ProblemBody } from "#contract/problem.ts";
import type { Language } from "#domain/language/language.ts";
import { say } from "../lib/say.ts";

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

/** Answers when it is worth making a refused call once more; null where the refusal stands. */
type Recovery = (refused: ApiError) => Promise<void> | null;
let recovery: Recovery = () => null;

/** The portal asks for the sign-in when a session has ended, and then goes on with the calls that met the end. */
export function recoverWith(next: Recovery): void {
  recovery = next;
}

/** Makes a call, and again after each refusal that the page could put right. */
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

/** Makes one call of the contract. Throws `ApiError` for any answer that is not OK. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: { fetch?: Fetch; idempotencyKey?: string } = {},
): Promise<Answer<E>> {
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

/** What a call of the contract was answered. */
export async function read<E extends Endpoint>(answer: Response): Promise<Answer<E>> {
  if (!answer.ok) throw new ApiError(answer.status, await answer.text(), answer.statusText);
  const body = answer.status === 204 ? null : await answer.json();
  return body;
}

/** A page that waits longer says that the server does not answer, and offers to ask again. */
const READ_LIMIT_MS = 30_000;

/** Reading ends at its limit; what changes something may take its time, as a backup does. */
const browserFetch: Fetch = (input, init) => {
  const reads = (init?.method ?? "GET") === "GET";
  const named = say.language === "en" ? init : inLanguageOf(say.language, init);
  return fetch(input, reads ? { ...named, signal: AbortSignal.timeout(READ_LIMIT_MS) } : named);
};

/** Answers come in the language of the page that asks; English is what callers get that name none. */
export function inLanguageOf(language: Language, init: RequestInit = {}): RequestInit {
  return { ...init, headers: { ...init.headers, "x-latchkey-language": language } };
}

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

/**
 * SPEC 7 and 9: no retry, no refetch on focus, never stale. A key is the address of a GET call, or address and body of a
 * POST call that only asks.
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
        // Without a connection a call fails at once and says so, instead of waiting without a word.
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

/** Queries that begin while `work` runs say that the page asks, and not its reader: they do not keep a session alive. */
export function inBackground(work: () => void): void {
  background = true;
  try {
    work();
  } finally {
    background = false;
  }
}
