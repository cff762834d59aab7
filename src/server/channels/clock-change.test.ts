import { expect, test } from "vitest";
import { engines } from "../testing/engines.ts";
import { BOOKING, bookingStay, calendarOf, startPlatforms } from "../testing/platforms.ts";
import { startTestApp } from "../testing/test-app.ts";

const DAY_MS = 86_400_000;

test.each(engines)(
  "a calendar is imported even if the machine's clock is set while it is read, on %s",
  async (engine) => {
    const platforms = await startPlatforms();
    const server = await startTestApp(engine, { platforms: platforms.reach });
    let readingTakesMs = 0;
    let stay = bookingStay("first", "2027-04-01", "2027-04-03");
    platforms.replies.set("admin.booking.com", () => {
      server.clock.advance(readingTakesMs);
      return { body: calendarOf(BOOKING, [stay]) };
    });
    const taken = async () =>
      (await server.send("GET", "/api/availability?from=2027-04-01&to=2027-05-01")).json.unavailable;
    const host = async (method: string, path: string, body?: unknown) =>
      server.send(method, `/api/admin${path}`, body, { cookie: await server.signIn() });
    const url = "https://admin.booking.com/hotel/hoteladmin/ical.html?t=0123456789abcdef0123456789abcdef";
    const { id } = (await host("POST", "/channels", { platform: "booking.com", url })).json;
    expect(await taken()).toEqual(["2027-04-01", "2027-04-02"]);

    stay = bookingStay("first", "2027-04-01", "2027-04-04");
    server.clock.advance(900_000);
    // More milliseconds than a column of type integer can hold, as when a machine without a battery gets the time.
    readingTakesMs = 30 * DAY_MS;
    expect((await host("POST", `/channels/${id}/sync`)).json).toMatchObject({ ran: true });
    expect(await taken()).toEqual(["2027-04-01", "2027-04-02", "2027-04-03"]);
    await server.close();
    await platforms.close();
  },
);
