import type { IncomingMessage, ServerResponse } from "node:http";
import type { Clock } from "../runtime/clock.ts";
import { type Coding, codingFor } from "./coding.ts";
import { packNow, WORTH_IT_BYTES } from "./compress.ts";

/** Says, cheaply and exactly, in which state the database is: equal stamps mean equal data. Null where no engine can say it. */
export type Stamp = () => string | null;

type Answer = { bodies: Partial<Record<Coding, Buffer>> & { identity: Buffer }; stamp: string; until: number };

/** "Today" changes without a write: so long an answer may outlive midnight. */
const LIFETIME_MS = 1000;
const MOST_ANSWERS = 500;

/**
 * Public answers that many ask for in the same words, kept as bytes while nothing in the database has changed. Answers
 * before the HTTP framework is asked; on PostgreSQL, which cannot tell so cheaply, nothing is kept.
 */
export function createAnswerCache(stamp: Stamp, clock: Clock, headers: Record<string, string>) {
  const answers = new Map<string, Answer>();

  return {
    /** Take it before the answer is made: whatever is written meanwhile makes the answer old. */
    stamp,
    put: (url: string, answer: unknown, madeAt: string): void => {
      if (answers.size >= MOST_ANSWERS) answers.clear();
      const body = Buffer.from(JSON.stringify(answer));
      answers.set(url, { bodies: { identity: body }, stamp: madeAt, until: clock().getTime() + LIFETIME_MS });
    },
    serve: (request: IncomingMessage, response: ServerResponse): boolean => {
      if (request.method !== "GET") return false;
      const known = answers.get(request.url ?? "");
      if (!known || clock().getTime() >= known.until || known.stamp !== stamp()) return false;
      const coding =
        known.bodies.identity.length < WORTH_IT_BYTES ? "identity" : codingFor(request.headers["accept-encoding"]);
      const body = (known.bodies[coding] ??= packNow(known.bodies.identity, coding));
      response.writeHead(200, {
        ...headers,
        "content-type": "application/json; charset=utf-8",
        "content-length": body.length,
        vary: "accept-encoding",
        ...(coding === "identity" ? {} : { "content-encoding": coding }),
      });
      response.end(body);
      return true;
    },
  };
}
export type AnswerCache = ReturnType<typeof createAnswerCache>;
