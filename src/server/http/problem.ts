import { SIGN_IN_REQUIRED, type ProblemBody } from "#contract/problem.ts";

/** An error response: a status and a sentence that says what to do next. */
export class Problem {
  readonly status: number;
  readonly body: ProblemBody;
  readonly headers: Record<string, string>;

  constructor(status: number, body: ProblemBody | string, headers: Record<string, string> = {}) {
    this.status = status;
    this.body = typeof body === "string" ? { message: body } : body;
    this.headers = headers;
  }
}

export const notFound = (message: string) => new Problem(404, message);

export const signInRequired = () => new Problem(401, SIGN_IN_REQUIRED);

/** The demo account may read the portal but not change anything. */
export const demoIsReadOnly = () => new Problem(403, "The demo account is read-only");

export const unavailable = () =>
  new Problem(503, "We can't reach our records right now. Nothing was lost; please try again in a few seconds.", {
    "retry-after": "5",
  });

export const keyReused = () =>
  new Problem(422, "This Idempotency-Key was used for a different request. Use a new key.");
