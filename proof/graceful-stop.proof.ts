/**
 * R24: SIGTERM ten times with 50 requests in flight. Each must get its full response, and the process must stop in
 * time.
 */
import { setTimeout as wait } from "node:timers/promises";
import { connectDatabase } from "#server/database/connect.ts";
import { createLogger } from "#server/runtime/logger.ts";
import { engines, scratchDatabase } from "#server/testing/engines.ts";
import { ended, startServerProcess } from "#server/testing/processes.ts";
import { dayFromNow, judge, send } from "./support/guests.ts";
import { GUEST, stayBody } from "#server/testing/given.ts";
import { addDays } from "#domain/calendar/local-date.ts";
import { prove } from "./support/proof.ts";

const ROUNDS = 10;
const REQUESTS = 50;

for (const engine of engines) {
  await prove(
    { id: "R24", what: "Graceful stop", aim: "SIGTERM with 50 requests in flight: 0 dropped, stops within 10 s" },
    engine,
    async () => {
      const scratch = await scratchDatabase(engine);
      const acknowledged: { id: string }[] = [];
      const sum = { answered: 0, dropped: 0, slowestStopMs: 0, droppedWhenKilled: 0 };
      for (let round = 0; round <= ROUNDS; round++) {
        // The negative control: SIGKILL cuts requests off.
        const signal = round === ROUNDS ? "SIGKILL" : "SIGTERM";
        const server = await startServerProcess(scratch);
        const guests = await Promise.all(
          Array.from({ length: REQUESTS }, () => send(`${server.url}/api/guests`, "POST", GUEST)),
        );
        const begunAll = guests.map((guest, i) => {
          const checkInDate = dayFromNow(2 + round * REQUESTS + i);
          const body = {
            ...stayBody({ checkInDate, checkOutDate: addDays(checkInDate, 1) }),
            guestId: JSON.parse(guest.text).id,
          };
          return send(`${server.url}/api/bookings`, "POST", body).then(
            (response) => response,
            () => null,
          );
        });
        // Long enough for the requests to be sent, too short for all of them to be answered.
        await wait(3);
        const begun = performance.now();
        server.child.kill(signal);
        const responses = await Promise.all(begunAll);
        await ended(server.child);
        const dropped = responses.filter((response) => response === null).length;
        if (signal === "SIGKILL") sum.droppedWhenKilled = dropped;
        else {
          sum.slowestStopMs = Math.max(sum.slowestStopMs, Math.round(performance.now() - begun));
          sum.dropped += dropped;
          sum.answered += REQUESTS - dropped;
        }
        for (const response of responses) if (response?.status === 201) acknowledged.push(JSON.parse(response.text));
      }
      const { db, close } = connectDatabase(scratch, createLogger("silent"));
      const { lost } = await judge(db, acknowledged);
      await close();
      await scratch.remove();
      return {
        figures: { ...sum, acknowledged: acknowledged.length, lost },
        met: sum.dropped === 0 && lost === 0 && sum.slowestStopMs <= 10_000,
        negativeControl: { fault: "kill -9 instead", detected: sum.droppedWhenKilled > 0 },
      };
    },
  );
}
