import type * as z from "zod/mini";

/** The format of an `Idempotency-Key`: a browser sends the same one when it repeats a request. */
export const IDEMPOTENCY_KEY = /^[\x21-\x7e]{8,200}$/;

/** Who may call the endpoint. There is no default: the server does not start if an endpoint has no `access`. */
export type Access = "anyone" | "admin";

type Route<A extends Access = Access> = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Parameters are written as `:name`. */
  path: `/api/${string}`;
  access: A;
};
type Details = {
  /**
   * Asks for the password or passkey again, unless it was confirmed in the last ten minutes. `kept` asks only in
   * sessions that last for weeks; `always` asks in all sessions.
   */
  confirm?: "kept" | "always";
  /** An open page polls this endpoint, so a request does not keep a session alive. */
  background?: true;
  params?: z.ZodMiniType;
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  /** The fields of the response; any other field is dropped. Without it, the response is a file, or empty (204). */
  response?: z.ZodMiniType;
  /** The status code on success; 200 by default. */
  status?: 201;
};
export type Endpoint = Route & Details;

/** Describes an endpoint once, for both the server that responds and the browser that calls it. */
/* @__NO_SIDE_EFFECTS__ */
export function endpoint<A extends Access, const D extends Details>(
  method: Route["method"],
  path: Route["path"],
  access: A,
  details: D,
): Route<A> & D {
  return { method, path, access, ...details };
}

type Schema = z.ZodMiniType | undefined;
type InputOf<S extends Schema> = S extends z.ZodMiniType ? z.input<S> : undefined;
type OutputOf<S extends Schema> = S extends z.ZodMiniType ? z.output<S> : undefined;

/** What the browser sends. */
export type CallInput<E extends Endpoint> = {
  [K in "params" | "query" | "body" as E[K] extends z.ZodMiniType ? K : never]: InputOf<E[K]>;
};
/** What the handler gets, validated. */
export type CheckedInput<E extends Endpoint> = {
  params: OutputOf<E["params"]>;
  query: OutputOf<E["query"]>;
  body: OutputOf<E["body"]>;
};
export type ResponseBody<E extends Endpoint> = E["response"] extends z.ZodMiniType ? z.output<E["response"]> : null;
/** What the handler returns, before undeclared fields are dropped. */
export type HandlerResult<E extends Endpoint> = E["response"] extends z.ZodMiniType ? z.input<E["response"]> : null;
