import { expect, onTestFinished, test, vi } from "vitest";
import { engines } from "../testing/engines.ts";
import { AIRBNB, airbnbBlock, airbnbStay, calendarOf, startPlatforms } from "../testing/platforms.ts";
import type * as entryFiles from "../runtime/entry-file.ts";
import { startTestApp } from "../testing/test-app.ts";
import { createConnectionStore } from "./change-channels.ts";

/** Whether the process that reads calendars starts. */
const program = vi.hoisted(() => ({ starts: true }));
vi.mock("../runtime/entry-file.ts", async (original) => {
  const actual = await original<typeof entryFiles>();
  const entryFile: typeof actual.entryFile = (name, userUrl) =>
    actual.entryFile(name === "calendar-process" && !program.starts ? "none" : name, userUrl);
  return { entryFile };
});

const SITE = "failed.airbnb.com";
const ORDER = { platform: "airbnb", url: `https://${SITE}/calendar/ical/1.ics?s=0123456789abcdef` };

async function start(engine: (typeof engines)[number]) {
  const platforms = await startPlatforms();
  const server = await startTestApp(engine, { platforms: platforms.reach });
  onTestFinished(async () => {
    await server.close();
    await platforms.close();
  });
  platforms.replies.set(SITE, {
    body: calendarOf(AIRBNB, [
      airbnbStay("HMFAILED01", "2027-02-01", "2027-02-04"),
      airbnbBlock("family", "2027-02-10", "2027-02-14"),
    ]),
  });
  const cookie = await server.signIn();
  return { server, host: (path: string, body: unknown) => server.send("POST", `/api/admin${path}`, body, { cookie }) };
}

test.each(engines)("after an error of our own, the host is asked to try connecting again, on %s", async (engine) => {
  program.starts = false;
  const { server, host } = await start(engine);
  for (const path of ["/channels/preview", "/channels"]) {
    const refused = await host(path, ORDER);
    expect(refused.status, refused.text).toBe(400);
    expect(refused.json.fields.url).toBe(
      "The calendar from Airbnb could not be imported because of an error in Latchkey. The server's log has details. Please try again.",
    );
  }
  expect(await server.db.selectFrom("channel").select("id").execute()).toEqual([]);
});

test.each(engines)("a channel that has been read in the meantime is not discarded, on %s", async (engine) => {
  program.starts = true;
  const { server, host } = await start(engine);
  const closeBlocks = [{ startsOn: "2027-02-10", endsOn: "2027-02-14" }];
  const { id } = (await host("/channels", { ...ORDER, mode: "reservations", closeBlocks })).json;
  const store = createConnectionStore(server.database, {
    record: async () => {},
    notifyHost: null,
    closeFeed: async () => {},
    servedTo: async () => [],
  });
  expect(await store.discard(id)).toEqual({ ok: false });
  for (const table of ["channel_run", "channel_review"] as const)
    expect(await server.db.selectFrom(table).select("channel_id").execute(), table).toEqual([{ channel_id: id }]);
});
