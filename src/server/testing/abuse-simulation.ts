import { addDays, type LocalDate, toLocalDate } from "#domain/calendar/local-date.ts";
import { expirePending } from "../booking/expire-pending.ts";
import { createBookingStore } from "../booking/store.ts";
import type { Db } from "../database/connect.ts";
import { stayBody } from "./given.ts";
import { NO_PLATFORMS } from "./scenarios/world.ts";
import { followLink, ownLinkOf } from "./own-link.ts";
import { cookieOf, type TestResponse, type TestApp } from "./test-app.ts";
import { createPromoCodes } from "../pricing/code-queries.ts";

const DAY_MINUTES = 24 * 60;
const MINUTE_MS = 60_000;
/** Bots request nights in the first year and a half; guests request nights that no bot has requested. */
const BOTS_FROM = toLocalDate("2026-12-01");
const GUESTS_FROM = toLocalDate("2028-06-01");

export type Plan = {
  networks: number;
  /** Whether bots have one real mailbox and phone number per network, and open every link that they are emailed. */
  realMailboxes?: boolean;
  /**
   * Minutes between the attempts of each network, and between guests. One of the two numbers is a multiple of the
   * other.
   */
  everyMinutes: number;
  guestEveryMinutes: number;
};
export type AbuseSimulation = {
  attempts: number;
  mostHeld: number;
  /** Nights that bots still hold an hour after their last attempt. */
  heldAfterAnHour: number;
  guests: number;
  booked: number;
  requested: number;
  refused: number;
};

/**
 * S28: for a day, bots from many networks try to fill the calendar, either with a new email address each time, or with
 * one real mailbox per network. They also try to extend the bookings that they have. Now and then a guest requests
 * three nights and opens the emailed link. This function moves the server's clock; the server must run with the
 * booking guard on and trust its proxy.
 */
export async function simulateAbuse(server: TestApp, plan: Plan): Promise<AbuseSimulation> {
  const simulation: AbuseSimulation = {
    attempts: 0,
    mostHeld: 0,
    heldAfterAnHour: 0,
    guests: 0,
    booked: 0,
    requested: 0,
    refused: 0,
  };
  const expireHolds = () =>
    expirePending({
      bookings: createBookingStore(server.database, {
        listeners: [],
        record: null,
        checkCalendars: NO_PLATFORMS,
        preparationNights: async () => 0,
        codes: createPromoCodes(server.db),
        guarded: true,
      }),
      clock: server.clock,
    });
  const bookAs = bookingBy(server);
  const step = Math.min(plan.everyMinutes, plan.guestEveryMinutes);
  for (let minute = 0; minute < DAY_MINUTES; minute += step) {
    for (let n = 0; minute % plan.everyMinutes === 0 && n < plan.networks; n++) {
      const checkIn = addDays(BOTS_FROM, (simulation.attempts * 3) % 500);
      const nights = 1 + ((simulation.attempts * 5) % 9);
      const real = plan.realMailboxes === true;
      const who = { ip: `172.16.${n}.${minute % 250}`, email: `bot${real ? n : simulation.attempts}@bots.example` };
      const book = () => bookAs(who, checkIn, nights, real ? n : undefined);
      const response = real ? await bookAndConfirm(server, book, who) : await book();
      simulation.attempts += 1;
      if (response.status === 201) await lengthen(server, response, checkIn, nights, who.ip);
    }
    if (minute % plan.guestEveryMinutes === 0) {
      const checkIn = addDays(GUESTS_FROM, (simulation.guests * 4) % 160);
      const who = { ip: `192.168.${simulation.guests % 250}.5`, email: `guest${simulation.guests}@example.com` };
      const got = await guestGets(server, () => bookAs(who, checkIn, 3), who);
      simulation.guests += 1;
      simulation[got] += 1;
      // After every ten guests, all guests' nights are freed. Otherwise they would need more nights than the calendar
      // has.
      if (simulation.guests % 10 === 0) await freeGuests(server.db);
    }
    simulation.mostHeld = Math.max(simulation.mostHeld, await heldByBots(server.db));
    server.clock.advance(step * MINUTE_MS);
    await expireHolds();
  }
  server.clock.advance(60 * MINUTE_MS);
  await expireHolds();
  simulation.heldAfterAnHour = await heldByBots(server.db);
  return simulation;
}

type Who = { ip: string; email: string };

function bookingBy(server: TestApp) {
  let people = 0;
  return async (
    { ip, email }: Who,
    checkInDate: LocalDate,
    nights: number,
    person = ++people,
  ): Promise<TestResponse> => {
    const headers = { "x-forwarded-for": ip };
    const phone = `+9477${String(1_000_000 + person).slice(-7)}`;
    const guest = await server.send("POST", "/api/guests", { name: "Ann Perera", email, phone }, headers);
    const body = { ...stayBody({ checkInDate, checkOutDate: addDays(checkInDate, nights) }), guestId: guest.json.id };
    return server.send("POST", "/api/bookings", body, headers);
  };
}

/** Tries to extend a booking by one night and then to 30 nights. */
async function lengthen(server: TestApp, response: TestResponse, checkInDate: LocalDate, nights: number, ip: string) {
  for (const more of [1, 30 - nights]) {
    const total = nights + more;
    const stay = { checkInDate, checkOutDate: addDays(checkInDate, total), guestCount: 2 };
    const headers = { cookie: cookieOf(response), "x-forwarded-for": ip };
    const expectedTotal = `${total * 150}.00`;
    await server.send("PUT", `/api/bookings/${response.json.id}/stay`, { ...stay, expectedTotal }, headers);
  }
}

/** The final result for a guest who follows the page's instructions: a stay, a booking request, or nothing. */
async function guestGets(
  server: TestApp,
  book: () => Promise<TestResponse>,
  { ip, email }: Who,
): Promise<"booked" | "requested" | "refused"> {
  const response = await bookAndConfirm(server, book, { ip, email });
  if (response.status !== 201) return "refused";
  const { status } = (await server.send("GET", `/api/bookings/${response.json.id}/confirmation`)).json;
  return status === "upcoming" ? "booked" : "requested";
}

/** Makes a booking and opens any emailed link, which verifies the email address. */
async function bookAndConfirm(
  server: TestApp,
  book: () => Promise<TestResponse>,
  { ip, email }: Who,
): Promise<TestResponse> {
  const headers = { "x-forwarded-for": ip };
  let response = await book();
  if (response.status === 409) {
    const link = await lastLink(server, email);
    if (link === "") return response;
    await followLink(server, link, headers);
    response = await book();
  }
  if (response.status === 201) await followLink(server, await ownLinkOf(server, response.json.id), headers);
  return response;
}

/** The path of the newest link that was emailed to an address. */
export async function lastLink({ db }: TestApp, address: string): Promise<string> {
  const row = await db
    .selectFrom("scheduled_message")
    .select("link")
    .where("type", "=", "guest_note")
    .where("to_address", "=", address)
    .where("link", "is not", null)
    .orderBy("created_at", "desc")
    .executeTakeFirst();
  return row?.link ? row.link.replace(new URL(row.link).origin, "") : "";
}

const ofMailbox = (db: Db, like: string) =>
  db
    .selectFrom("occupied_night")
    .innerJoin("booking", "booking.id", "occupied_night.booking_id")
    .innerJoin("guest", "guest.id", "booking.guest_id")
    .where("guest.email", "like", like);

async function heldByBots(db: Db): Promise<number> {
  return (await ofMailbox(db, "bot%").select("night").execute()).length;
}

async function freeGuests(db: Db): Promise<void> {
  const nights = await ofMailbox(db, "guest%").select(["night", "booking_id"]).execute();
  const ids = nights.flatMap((night) => night.booking_id ?? []);
  if (ids.length === 0) return;
  await db.transaction().execute(async (trx) => {
    await trx.updateTable("booking").set({ status: "cancelled" }).where("id", "in", ids).execute();
    await trx.deleteFrom("occupied_night").where("booking_id", "in", ids).execute();
  });
}
