import { addDays } from "#domain/calendar/local-date.ts";
import { dayAt, DEFAULT_TIME_ZONE } from "#domain/calendar/time-zone.ts";
import { HOST_EVENTS, type HostEvent } from "#domain/messaging/host-event.ts";
import { mayDecide, PIECE_NAMES } from "#domain/property/samples.ts";
import type { Clock } from "../runtime/clock.ts";
import type { TestResponse, TestApp } from "./test-app.ts";

export const GUEST = { name: "Ann Perera", email: "ann@example.com", phone: "+94 77 123 4567" };

/** The choice to be notified of these events and no others, for requests that change notifications. */
export function onlyEvents(chosen: readonly HostEvent[]) {
  return Object.fromEntries(HOST_EVENTS.map((event) => [event, chosen.includes(event)]));
}

/**
 * Creates a function that returns the first three nights of a span of `length` nights, at least `ahead` days after
 * today at the cottage, none of which an earlier call has used. Without it, tests that move the clock would use nights
 * that other tests have booked.
 */
export function unusedNights(clock: Clock) {
  const used = new Set<string>();
  return (ahead: number, length = 3) => {
    const today = dayAt(clock(), DEFAULT_TIME_ZONE);
    let first = addDays(today, ahead);
    const span = () => Array.from({ length }, (_, n) => addDays(first, n));
    while (span().some((night) => used.has(night))) first = addDays(first, 1);
    for (const night of span()) used.add(night);
    return { checkInDate: first, checkOutDate: addDays(first, 3) };
  };
}

export type StayOverrides = Partial<{
  checkInDate: string;
  checkOutDate: string;
  guestCount: number;
  status: string;
  specialRequests: string;
}>;

export function stayBody(overrides: StayOverrides = {}) {
  return {
    propertyId: 1,
    checkInDate: "2026-12-01",
    checkOutDate: "2026-12-04",
    guestCount: 2,
    status: "upcoming",
    ...overrides,
  };
}

/** Books as described in SPEC 7: first registers the guest, then books the stay. */
export async function bookStay(
  server: Pick<TestApp, "send">,
  overrides: StayOverrides = {},
  guest: typeof GUEST = GUEST,
  headers: Record<string, string> = {},
): Promise<TestResponse> {
  const registered = await server.send("POST", "/api/guests", guest, headers);
  if (registered.status !== 201) return registered;
  return server.send("POST", "/api/bookings", { ...stayBody(overrides), guestId: registered.json.id }, headers);
}

/**
 * Books as `bookStay` does, but while the database is too busy to respond (503), repeats the requests with the same
 * key, which books the stay only once.
 */
export async function bookPatiently(server: Pick<TestApp, "send">, overrides: StayOverrides): Promise<TestResponse> {
  const key = { "idempotency-key": crypto.randomUUID() };
  for (;;) {
    const response = await bookStay(server, overrides, GUEST, key);
    if (response.status !== 503) return response;
  }
}

/** The host keeps all sample content that can be kept and hides the rest, so that pages may be indexed. */
export async function goThroughSamples(server: TestApp, cookie: string): Promise<void> {
  for (const piece of PIECE_NAMES) {
    const decision = mayDecide(piece, "keep") ? "keep" : "hide";
    await server.send("PUT", "/api/admin/content/samples", { piece, decision }, { cookie });
  }
}
