import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { bookingQuery } from "../../api/admin-bookings.ts";
import { readNotice } from "./read-notice.ts";

const BOOKING = "6f1c2f0e-0d3a-4a52-9f57-0a3b1c7e5d21";
const CANCELLED = JSON.stringify({ topic: "booking", kind: "cancelled", subject: BOOKING });
const NOTICE = expect.objectContaining({ words: "Booking or request ended" });

let client: QueryClient;
beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient();
});
afterEach(() => {
  client.clear();
  vi.useRealTimers();
});

async function cancelInThisTab(send: () => Promise<unknown>): Promise<void> {
  const { queryKey: mutationKey } = bookingQuery(BOOKING);
  const mutation = client.getMutationCache().build(client, { mutationKey, mutationFn: send, retry: false });
  await mutation.execute({ shows: { status: "cancelled" } }).catch(() => {});
}

test("a host gets no notice of a booking that was just cancelled in this tab", async () => {
  expect(readNotice(CANCELLED, client)).toEqual(NOTICE);
  await cancelInThisTab(async () => {});
  expect(readNotice(CANCELLED, client)).toBeNull();
});

test("a host gets a notice if their own cancellation failed and someone else then cancels the booking", async () => {
  await cancelInThisTab(() => Promise.reject(new Error("The booking has changed.")));
  expect(readNotice(CANCELLED, client)).toEqual(NOTICE);
});

test("a host gets a notice of a cancellation that arrives a minute after the host's own", async () => {
  await cancelInThisTab(async () => {});
  vi.advanceTimersByTime(60_000);
  expect(readNotice(CANCELLED, client)).toEqual(NOTICE);
});
