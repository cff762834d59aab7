import { pino, type DestinationStream, type Logger } from "pino";

export type { Logger } from "pino";

/** How many of an error's errors are logged. */
const MAX_ERRORS = 20;

/** The fields of an error that may be logged. Messages and details of database errors can quote guests' data. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { name: typeof error };
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  const stack = error.stack?.split("\n").filter((line) => line.startsWith("    at "));
  const errors = error instanceof AggregateError ? error.errors.slice(0, MAX_ERRORS).map(describeError) : undefined;
  const count = error instanceof AggregateError ? error.errors.length : undefined;
  return { name: error.name, code, stack: stack?.slice(0, 12).join("\n"), count, errors };
}

/**
 * Writes structured lines, to standard output by default. Callers pass explicit fields, and never request bodies, query
 * strings or page URLs.
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = { level, base: null, serializers: { err: describeError, error: describeError } };
  return destination ? pino(options, destination) : pino(options);
}
