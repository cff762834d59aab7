import type { FastifyInstance } from "fastify";

/**
 * Makes the routes of a scope accept only HTML forms, as `URLSearchParams` of at most `bodyLimit` bytes; 413 above
 * that.
 */
export function readForms(scope: FastifyInstance, bodyLimit: number): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
}
