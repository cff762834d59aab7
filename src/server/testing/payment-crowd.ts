import { overlaps, type Stay } from "#domain/booking/stay.ts";
import type { Engine } from "../database/dialect.ts";
import { bookStay, GUEST } from "./given.ts";
import { startPayBank } from "./pay-bank.ts";
import { cookieOf, startTestApp, type TestApp } from "./test-app.ts";

const DAY_MS = 86_400_000;
/** So few nights that most of the simultaneous guests cannot get the nights that they want. */
const NIGHTS = 60;

/**
 * P-01: this many guests book overlapping stays at the same moment on two servers, and everyone whose booking succeeds
 * presses Pay twice at once. Returns the counts that must be zero, how many guests received each status, and how
 * many bookings and payment pages there are.
 */
export async function bookInCrowd(engine: Engine, guests: number) {
  const bank = await startPayBank(() => first.clock());
  const first = await startTestApp(engine, { config: { stripe: bank.account } });
  const second = await startTestApp(engine, {
    clock: first.clock,
    config: { stripe: bank.account, ...first.sameDatabase },
  });
  const at = (n: number) => new Date(first.clock().getTime() + (30 + n) * DAY_MS).toISOString().slice(0, 10);
  const statuses: Record<number, number> = {};
  const opened: string[] = [];

  async function oneGuest(n: number): Promise<void> {
    const server: TestApp = n % 2 === 0 ? first : second;
    const from = (n * 7) % NIGHTS;
    const stay = { checkInDate: at(from), checkOutDate: at(from + 1 + (n % 4)) };
    const booked = await bookStay(server, stay, { ...GUEST, email: `crowd${n}@example.com` });
    statuses[booked.status] = (statuses[booked.status] ?? 0) + 1;
    if (booked.status !== 201) return;
    const pay = () => server.send("POST", `/api/bookings/${booked.json.id}/pay`, {}, { cookie: cookieOf(booked) });
    for (const { status, json } of await Promise.all([pay(), pay()])) if (status === 200) opened.push(json.url);
  }
  await Promise.all(Array.from({ length: guests }, (_unused, n) => oneGuest(n)));

  const bookings = await first.db.selectFrom("booking").select(["id", "status", "check_in", "check_out"]).execute();
  const checkouts = await first.db.selectFrom("checkout").select(["booking_id", "provider_ref"]).execute();
  const held = await first.db.selectFrom("occupied_night").select(["booking_id", "night"]).execute();
  await second.close();
  await first.close();
  await bank.close();

  const stays: Stay[] = bookings.map((row) => ({ checkIn: row.check_in, checkOut: row.check_out }));
  const nightsOf = (id: string) => held.filter(({ booking_id }) => booking_id === id).length;
  const length = (row: (typeof bookings)[number]) => (Date.parse(row.check_out) - Date.parse(row.check_in)) / DAY_MS;
  const sessions = [...bank.sessions.values()];
  const standing = new Set(bookings.filter((row) => nightsOf(row.id) === length(row)).map(({ id }) => id));
  return {
    statuses,
    booked: bookings.length,
    pages: sessions.length,
    overlaps: stays.flatMap((one, n) => stays.slice(n + 1).filter((other) => overlaps(one, other))).length,
    withoutTheirNights: bookings.length - standing.size,
    /** Checkouts in our database, and pages at the bank, whose booking does not have its nights. */
    checkoutsWithoutStay: checkouts.filter(({ booking_id }) => !standing.has(booking_id)).length,
    pagesWithoutStay: sessions.filter(({ metadata }) => !standing.has(metadata["booking"] ?? "")).length,
    staysWithTwoPages: sessions.length - new Set(sessions.map(({ metadata }) => metadata["booking"])).size,
    unknownPages: opened.filter((url) => !checkouts.some((row) => row.provider_ref === bank.sessionOf(url))).length,
  };
}
