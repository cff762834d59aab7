import { ApiError } from "../api/client.ts";

/** SPEC 9 */
export const RETRY_DELAYS_MS = [0, 1000, 3000, 5000];

/** Does not retry if the server would refuse the request again. */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  { signal, onRetry }: { signal: AbortSignal; onRetry: (tries: number) => void },
): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      const delay = RETRY_DELAYS_MS[tries];
      if (delay === undefined || signal.aborted || isFinal(error)) throw error;
      onRetry(tries + 1);
      await wait(delay, signal);
    }
  }
}

function isFinal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 408;
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(new DOMException("Cancelled", "AbortError"));
    });
  });
}
