import { describe, expect, test } from "vitest";
import { addDays } from "#domain/calendar/local-date.ts";
import { engines, scratchDatabase } from "../testing/engines.ts";
import { GUEST, stayBody } from "../testing/given.ts";
import { ended, startServerProcess } from "../testing/processes.ts";

describe.each(engines)("two servers on one database, %s", (engine) => {
  test("race for the same stay: one request gets it, and every other one gets a 409", async () => {
    const scratch = await scratchDatabase(engine);
    const servers = await Promise.all([startServerProcess(scratch), startServerProcess(scratch)]);
    const post = async (url: string, body: unknown) => {
      const answer = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      return { status: answer.status, body: await answer.json() };
    };
    for (let round = 0; round < 6; round++) {
      const checkInDate = addDays("2027-02-01", round * 3);
      const stay = stayBody({ checkInDate, checkOutDate: addDays(checkInDate, 2) });
      const attempts = Array.from({ length: 20 }, async (_, i) => {
        const url = servers[i % 2]?.url ?? "";
        const guest = await post(`${url}/api/guests`, GUEST);
        return (await post(`${url}/api/bookings`, { ...stay, guestId: guest.body.id })).status;
      });
      const statuses = (await Promise.all(attempts)).toSorted((a, b) => a - b);
      expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
    }
    for (const { child } of servers) child.kill("SIGTERM");
    await Promise.all(servers.map(({ child }) => ended(child)));
    await scratch.remove();
  }, 60_000);
});
