import { describe, expect, test } from "vitest";
import { addDays } from "#domain/calendar/local-date.ts";
import { engines, scratchDatabase } from "../testing/engines.ts";
import { bookPatiently } from "../testing/given.ts";
import { ended, startServerProcess } from "../testing/processes.ts";
import { sendTo } from "../testing/test-app.ts";

describe.each(engines)("two servers on one database, %s", (engine) => {
  test("race for the same stay: one request gets it, and all others get a 409", async () => {
    const scratch = await scratchDatabase(engine);
    const servers = await Promise.all([startServerProcess(scratch), startServerProcess(scratch)]);
    for (let round = 0; round < 6; round++) {
      const checkInDate = addDays("2027-02-01", round * 3);
      const stay = { checkInDate, checkOutDate: addDays(checkInDate, 2) };
      const attempts = Array.from({ length: 20 }, async (_, i) => {
        const server = { send: sendTo(servers[i % 2]?.url ?? "") };
        return (await bookPatiently(server, stay)).status;
      });
      const statuses = (await Promise.all(attempts)).toSorted((a, b) => a - b);
      expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
    }
    for (const { child } of servers) child.kill("SIGTERM");
    await Promise.all(servers.map(({ child }) => ended(child)));
    await scratch.remove();
  });
});
