/**
 * 200 guests book at once with one code that has ten uses, through two servers on one database. Ten bookings must
 * get the discount. A booking that is cancelled twice at once must give its use back only once.
 */
import { connectDatabase } from "#server/database/connect.ts";
import { createLogger } from "#server/runtime/logger.ts";
import { engines, scratchDatabase } from "#server/testing/engines.ts";
import { GUEST, stayBody } from "#server/testing/given.ts";
import { ended, startServerProcess } from "#server/testing/processes.ts";
import { ADMIN } from "#server/testing/test-app.ts";
import { dayFromNow, send, signIn } from "./support/guests.ts";
import { prove } from "./support/proof.ts";

const GUESTS = 200;
const USES = 10;
const CODE = "TENUSES";

for (const engine of engines) {
  const check = {
    id: "Q07",
    what: "A discount code with ten uses",
    aim: "200 bookings at once on two instances: 10 with the discount; a cancelled stay gives its use back once",
  };
  await prove(check, `${engine}, 2 instances`, async () => {
    const scratch = await scratchDatabase(engine);
    const first = await startServerProcess(scratch, { firstAdmin: ADMIN });
    const servers = [first, await startServerProcess(scratch, { firstAdmin: ADMIN })];
    const cookie = await signIn(first.url);
    const host = async (method: string, path: string, body?: unknown) => {
      const response = await send(`${first.url}/api/admin${path}`, method, body, { cookie });
      return { status: response.status, json: response.text ? JSON.parse(response.text) : null };
    };
    const rest = { arrivalFrom: null, arrivalUntil: null, bookUntil: null, minimumNights: null };
    const code = { discount: { percent: 1000 }, maximumUses: USES, ...rest };
    const saved = await host("PUT", `/prices/codes/${CODE}`, code);
    if (saved.status !== 200) throw new Error(`The code was not saved: ${saved.status}`);

    const guests: string[] = [];
    // 200 at first, five who compete for the use that was given back, and one without the code.
    for (let place = 0; place < GUESTS + 6; place++) {
      const { text } = await send(`${first.url}/api/guests`, "POST", GUEST);
      guests.push(JSON.parse(text).id);
    }
    let night = 10;
    const book = async (guestId: string, place: number) => {
      night += 2;
      const stay = { checkInDate: dayFromNow(night), checkOutDate: dayFromNow(night + 1) };
      const url = servers[place % 2]?.url ?? first.url;
      const { status, text } = await send(`${url}/api/bookings`, "POST", { ...stayBody(stay), guestId, code: CODE });
      return { status, json: JSON.parse(text) };
    };
    // 200 stays of one night, each followed by a free night, fit into the booking window.
    const responses = await Promise.all(guests.slice(0, GUESTS).map(book));
    const booked = responses.filter(({ status }) => status === 201);
    const refused = responses.filter(({ status }) => status === 400).length;
    const busy = responses.filter(({ status }) => status === 503).length;

    const { db, close } = connectDatabase(scratch, createLogger("silent"));
    const judge = async () => {
      const rows = await db.selectFrom("booking").select(["price_lines", "status"]).execute();
      const stored = rows.filter(({ status, price_lines }) => status !== "cancelled" && price_lines.includes(CODE));
      const { json } = await host("GET", "/prices");
      return { withDiscount: stored.length, countedUses: Number(json.codes[0].uses) };
    };
    const afterBooking = await judge();

    // Only one of five further guests may get the use that a booking cancelled twice gives back.
    const id = String(booked[0]?.json.id);
    const cancel = { version: 1, waiveFee: true, expectedFee: "0.00" };
    const cancelled = await Promise.all([0, 1].map(() => host("POST", `/bookings/${id}/cancel`, cancel)));
    const again = await Promise.all(guests.slice(GUESTS, GUESTS + 5).map(book));
    const bookedAgain = again.filter(({ status }) => status === 201).length;
    const afterCancel = await judge();

    const elsewhere = {
      ...stayBody({ checkInDate: dayFromNow(600), checkOutDate: dayFromNow(601) }),
      guestId: guests[GUESTS + 5],
    };
    const without = await send(`${first.url}/api/bookings`, "POST", elsewhere);
    await db
      .insertInto("promo_code_use")
      .values({ code: CODE, booking_id: JSON.parse(without.text).id })
      .execute();
    const control = await judge();
    await close();
    for (const { child } of servers) child.kill("SIGTERM");
    await Promise.all(servers.map(({ child }) => ended(child)));
    await scratch.remove();
    return {
      figures: {
        bookingsSent: GUESTS,
        booked: booked.length,
        refused,
        busy,
        ...afterBooking,
        cancelledOnce: cancelled.filter(({ status }) => status === 200).length,
        bookedAgain,
        countedUsesThen: afterCancel.countedUses,
      },
      met:
        booked.length === USES &&
        refused + busy === GUESTS - USES &&
        afterBooking.withDiscount === USES &&
        afterBooking.countedUses === USES &&
        bookedAgain === 1 &&
        afterCancel.withDiscount === USES &&
        afterCancel.countedUses === USES,
      negativeControl: {
        fault: "an eleventh use written into the database",
        detected: control.countedUses === USES + 1,
      },
    };
  });
}
