import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../api/client.ts";
import { withRetries } from "./retry.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Returns a function whose first `times` calls fail, and a list of when each attempt began, in seconds. */
function failing(times: number, error: Error = new TypeError("The connection failed")) {
  const began: number[] = [];
  const attempt = async () => {
    began.push(Date.now() / 1000);
    if (began.length <= times) throw error;
    return "sent";
  };
  return { began, attempt };
}
const unending = { signal: new AbortController().signal, onRetry: () => {} };

test("SPEC 9: a failed attempt is retried after 0, 1, 3 and 5 seconds, and not again after that", async () => {
  vi.setSystemTime(0);
  const last = failing(4);
  const delays: number[] = [];
  const sent = withRetries(last.attempt, { ...unending, onRetry: (tries) => delays.push(tries) });
  await vi.runAllTimersAsync();
  expect(await sent).toBe("sent");
  expect(last.began).toEqual([0, 0, 1, 4, 9]);
  expect(delays).toEqual([1, 2, 3, 4]);

  const never = failing(9);
  const lost = withRetries(never.attempt, unending).catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  expect(await lost).toBeInstanceOf(TypeError);
  expect(never.began).toHaveLength(5);
});

test("a refusal is not retried but a timeout is, and cancelling stops all retries", async () => {
  const refused = failing(9, new ApiError(413, "{}", ""));
  await expect(withRetries(refused.attempt, unending)).rejects.toThrow();
  expect(refused.began).toHaveLength(1);

  const slow = failing(1, new ApiError(408, "{}", ""));
  const sent = withRetries(slow.attempt, unending);
  await vi.runAllTimersAsync();
  expect(await sent).toBe("sent");

  const cancelled = failing(9);
  const stop = new AbortController();
  const lost = withRetries(cancelled.attempt, { ...unending, signal: stop.signal }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(500);
  stop.abort();
  expect(await lost).toMatchObject({ name: "AbortError" });
  expect(cancelled.began).toHaveLength(2);
});
