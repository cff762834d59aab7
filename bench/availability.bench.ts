/** Two months of availability, read from the database each time, compared with the same data as a constant. */
import { addDays } from "#domain/calendar/local-date.ts";
import { scratchDatabase } from "#server/testing/engines.ts";
import { GUEST, stayBody } from "#server/testing/given.ts";
import { startServerProcess } from "#server/testing/processes.ts";
import { compare, report, requestsPerSecond, runs, startRival } from "./support/measure.ts";

const scratch = await scratchDatabase("sqlite");
const ours = await startServerProcess(scratch);
const post = async (path: string, body: unknown) => {
  const response = await fetch(ours.url + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return response.json();
};

const { today } = await (await fetch(`${ours.url}/api/availability?from=2026-01-01&to=2026-01-02`)).json();
for (let week = 0; week < 9; week++) {
  const checkInDate = addDays(today, 2 + week * 7);
  const guest = await post("/api/guests", GUEST);
  await post("/api/bookings", {
    ...stayBody({ checkInDate, checkOutDate: addDays(checkInDate, 4) }),
    guestId: guest.id,
  });
}
const url = `${ours.url}/api/availability?from=${today}&to=${addDays(today, 62)}`;
const constant = await (await fetch(url)).json();
if (constant.unavailable.length !== 36) throw new Error("The sold nights are missing");
const rival = await startRival("bench/support/constant-fastify.ts", constant);

const { a, b, ratio } = await compare(
  runs(5),
  () => requestsPerSecond(url),
  () => requestsPerSecond(rival.url),
);
report("availability", { "ours/s": a, "constant route/s": b }, { ratio, atLeast: 0.4 });
rival.child.kill();
ours.child.kill("SIGTERM");
await scratch.remove();
