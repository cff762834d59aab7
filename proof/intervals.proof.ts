/** R03: which stays can be booked next to each other. Each line of the table has its own free days. */
import { nightsOf, type Stay } from "#domain/booking/stay.ts";
import { addDays, type LocalDate, toLocalDate } from "#domain/calendar/local-date.ts";
import { engines } from "#server/testing/engines.ts";
import { bookStay } from "#server/testing/given.ts";
import { startTestApp } from "#server/testing/test-app.ts";
import { prove } from "./support/proof.ts";

/**
 * `book` takes the first day and the number of nights; `cancel` and `restore` take the index of a booking in the line.
 * The last element is the expected status.
 */
type Act = ["book", number, number, 201 | 400 | 409] | ["cancel" | "restore", number, 200 | 409];
const TABLE: Record<string, Act[]> = {
  "one night": [["book", 0, 1, 201]],
  "28 nights": [["book", 0, 28, 201]],
  "30 nights, the longest": [["book", 0, 30, 201]],
  "31 nights": [["book", 0, 31, 400]],
  "no night": [["book", 0, 0, 400]],
  "the same night": [
    ["book", 0, 1, 201],
    ["book", 0, 1, 409],
  ],
  "one leaves on the day another arrives": [
    ["book", 5, 3, 201],
    ["book", 8, 2, 201],
  ],
  "one arrives on the day another leaves": [
    ["book", 5, 3, 201],
    ["book", 3, 2, 201],
  ],
  "a gap of one night between two": [
    ["book", 0, 2, 201],
    ["book", 3, 2, 201],
    ["book", 2, 1, 201],
  ],
  "the last night of another": [
    ["book", 5, 3, 201],
    ["book", 7, 3, 409],
  ],
  "the first night of another": [
    ["book", 5, 3, 201],
    ["book", 3, 3, 409],
  ],
  "inside another": [
    ["book", 0, 28, 201],
    ["book", 10, 1, 409],
  ],
  "around another": [
    ["book", 10, 1, 201],
    ["book", 0, 28, 409],
  ],
  "booked again after a cancellation": [
    ["book", 0, 3, 201],
    ["cancel", 0, 200],
    ["book", 0, 3, 201],
  ],
  "cancelling twice has no further effect": [
    ["book", 0, 3, 201],
    ["cancel", 0, 200],
    ["cancel", 0, 409],
  ],
  "restored to free nights": [
    ["book", 0, 3, 201],
    ["cancel", 0, 200],
    ["restore", 0, 200],
    ["book", 0, 1, 409],
  ],
  "restored to taken nights": [
    ["book", 0, 3, 201],
    ["cancel", 0, 200],
    ["book", 2, 2, 201],
    ["restore", 0, 409],
  ],
  "restored next to a stay that begins on its check-out day": [
    ["book", 0, 3, 201],
    ["cancel", 0, 200],
    ["book", 3, 2, 201],
    ["restore", 0, 200],
  ],
  "restored after the other is also cancelled": [
    ["book", 0, 3, 201],
    ["cancel", 0, 200],
    ["book", 2, 2, 201],
    ["restore", 0, 409],
    ["cancel", 1, 200],
    ["restore", 0, 200],
  ],
  // This line must be last, because it needs more days than a line has.
  "28 nights next to 28": [
    ["book", 0, 28, 201],
    ["book", 28, 28, 201],
  ],
};
const LINES = Object.entries(TABLE);
/** Lines never overlap; twenty lines fit into the two bookable years. */
const DAYS_A_LINE = 31;

for (const engine of engines) {
  await prove({ id: "R03", what: "Interval rules", aim: "every line as expected" }, engine, async () => {
    const server = await startTestApp(engine);
    const cookie = await server.signIn();
    const host = (method: string, path: string, body?: unknown) => server.send(method, path, body, { cookie });

    async function carryOut(first: LocalDate, act: Act, ids: string[]): Promise<number> {
      if (act[0] === "book") {
        const checkInDate = addDays(first, act[1]);
        const response = await bookStay(server, { checkInDate, checkOutDate: addDays(checkInDate, act[2]) });
        if (response.status === 201) ids.push(response.json.id);
        return response.status;
      }
      const path = `/api/admin/bookings/${ids[act[1]] ?? ""}`;
      const { version } = (await host("GET", path)).json;
      return act[0] === "cancel"
        ? (await host("POST", `${path}/cancel`, { version, waiveFee: false, expectedFee: "0.00" })).status
        : (await host("POST", `${path}/status`, { version, status: "confirmed" })).status;
    }

    /** Whether the occupied nights in the database are exactly those of the active stays. */
    async function nightsAreRight(): Promise<boolean> {
      const rows = await server.db
        .selectFrom("booking")
        .select(["check_in", "check_out"])
        .where("status", "!=", "cancelled")
        .execute();
      const expected = rows.flatMap((row): LocalDate[] =>
        nightsOf({ checkIn: row.check_in, checkOut: row.check_out } satisfies Stay),
      );
      const found = await server.db.selectFrom("occupied_night").select("night").execute();
      return JSON.stringify(expected.toSorted()) === JSON.stringify(found.map((row) => row.night).toSorted());
    }

    const failed: string[] = [];
    let acts = 0;
    for (const [i, [name, line]] of LINES.entries()) {
      const first = addDays(toLocalDate("2026-12-01"), i * DAYS_A_LINE);
      const ids: string[] = [];
      for (const act of line) {
        acts += 1;
        const status = await carryOut(first, act, ids);
        if (status !== act.at(-1)) failed.push(`${name}: ${act.join(" ")} gave ${status}`);
      }
      if (!(await nightsAreRight())) failed.push(`${name}: nights`);
    }
    // The negative control: an occupied night without a stay.
    const { id } = await server.db.selectFrom("booking").select("id").limit(1).executeTakeFirstOrThrow();
    const extra = { property_id: 1, night: toLocalDate("2028-11-01"), booking_id: id };
    await server.db.insertInto("occupied_night").values(extra).execute();
    const seen = !(await nightsAreRight());
    await server.close();
    return {
      figures: { lines: LINES.length, acts, failed: failed.join("; ") || 0 },
      met: failed.length === 0,
      negativeControl: { fault: "one night too many", detected: seen },
    };
  });
}
