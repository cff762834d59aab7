import { counted } from "#domain/text/counted.ts";
import { bad, type Check, type Result, skipped } from "./finding.ts";

const LONGEST_LOOK_MS = 15_000;

/**
 * Runs all checks, one after another; a check that hangs or throws becomes a finding, once for each error. `remedyFor`
 * says what to do about an error of the database, and returns null for any other error.
 */
export async function runChecks(checks: Check[], remedyFor: (error: unknown) => string | null): Promise<Result[]> {
  const results: Result[] = [];
  for (const { id, title, look } of checks) {
    const finding = await Promise.race([look(), tooLong()]).catch((error: unknown) => {
      const problem = broken(error, remedyFor(error));
      const earlier = results.find(({ message, remedy }) => message === problem.message && remedy === problem.remedy);
      return earlier ? skipped(`Not checked, for the same reason as “${earlier.title}”.`) : problem;
    });
    results.push({ id, title, ...finding });
  }
  return results;
}

function tooLong() {
  return new Promise<ReturnType<typeof bad>>((resolve) => {
    const late = bad(
      `No response within ${LONGEST_LOOK_MS / 1000} seconds.`,
      "Check the machine or service that this check depends on.",
    );
    setTimeout(() => resolve(late), LONGEST_LOOK_MS).unref();
  });
}

function broken(error: unknown, remedy: string | null) {
  if (remedy) return bad("The database cannot be used.", remedy);
  const code = error instanceof Error && "code" in error ? String(error.code) : null;
  return bad(
    `This check stopped with an error: ${code ?? (error instanceof Error ? error.message : String(error))}.`,
    "First correct what the other checks report, then run the doctor again.",
  );
}

/** True if no check failed; a warning can wait until morning. */
export function isWell(results: Result[]): boolean {
  return results.every(({ state }) => state !== "bad");
}

const SIGNS = { good: "ok  ", warning: "WARN", bad: "BAD ", skipped: "  - " } satisfies Record<Result["state"], string>;

export function inWords(results: Result[]): string {
  const lines = results.flatMap(({ state, title, message, remedy }) => [
    `${SIGNS[state]}  ${title}: ${message}`,
    ...(remedy ? [`        ${remedy}`] : []),
  ]);
  const count = (state: Result["state"]) => results.filter((result) => result.state === state).length;
  const warnings = count("warning") > 0 ? counted(count("warning"), "warning") : null;
  const state = isWell(results) ? "No errors" : counted(count("bad"), "error");
  const sum = `${[state, ...(warnings ? [warnings] : [])].join("; ")}.`;
  return [...lines, "", sum].join("\n");
}
