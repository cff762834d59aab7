import { CONFIRM_IDENTITY, SIGN_IN_REQUIRED, type ProblemBody } from "#contract/problem.ts";
import { DEFAULT_LANGUAGE, type Language } from "#domain/language/language.ts";
import { type Reason, sayReason, sayValidation } from "#texts/reason.ts";
import { textsIn } from "#texts/server-texts.ts";

/**
 * Messages for guests are reason codes, which are translated; messages for the host and messages in the contract are in
 * English.
 */
type ProblemMessage = string | Reason;
type Facts = Omit<ProblemBody, "message" | "fields"> & {
  message: ProblemMessage;
  fields?: Record<string, ProblemMessage>;
};

export class Problem {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly #facts: Facts;

  constructor(status: number, facts: Facts | ProblemMessage, headers: Record<string, string> = {}) {
    this.status = status;
    this.#facts = typeof facts === "string" || "kind" in facts ? { message: facts } : facts;
    this.headers = headers;
  }

  bodyIn(language: Language): ProblemBody {
    const { message, fields, ...rest } = this.#facts;
    const { refusals, validation } = textsIn(language);
    const say = (message: ProblemMessage): string => {
      if (typeof message !== "string") return sayReason(refusals, message);
      return language === DEFAULT_LANGUAGE ? message : sayValidation(validation, message);
    };
    const ofForm = typeof message !== "string" || Object.values(fields ?? {}).includes(message);
    return {
      message: ofForm ? say(message) : message,
      ...(fields && {
        fields: Object.fromEntries(Object.entries(fields).map(([name, message]) => [name, say(message)])),
      }),
      ...rest,
    };
  }
}

export const notFound = (message: ProblemMessage) => new Problem(404, message);

export const signInRequired = () => new Problem(401, SIGN_IN_REQUIRED);

/** The signed-in user has to confirm their identity again. */
export const confirmFirst = () => new Problem(403, { message: CONFIRM_IDENTITY, confirm: true });

/** The demo account may read the portal but not change anything. */
export const demoIsReadOnly = () => new Problem(403, "The demo account is read-only");

export const unavailable = () => new Problem(503, { kind: "unavailable" }, { "retry-after": "5" });

export const keyReused = () => new Problem(422, { kind: "key-reused" });

/** Asks the host to confirm a change. If the same request is sent again with `confirmed`, it is carried out. */
export function askToConfirm(confirmed: string): Problem {
  return new Problem(409, { message: `${confirmed} Is this right?`, fields: { confirmed } });
}
