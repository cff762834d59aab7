import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CHANGE_EVENT, LIVE_PATH, SIGNED_OUT_EVENT } from "#contract/live.ts";
import { createApp } from "../app.ts";
import { connectDatabase } from "../database/connect.ts";
import { createLogger } from "../runtime/logger.ts";
import { engines } from "../testing/engines.ts";
import { bookStay } from "../testing/given.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";

/** A generous limit, because the machine runs other tests too; `e2e/admin/live.e2e.ts` checks the promised delay. */
const WITHIN_MS = 15_000;

describe.each(engines)("the stream of changes on %s", (engine) => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp(engine);
  });
  afterAll(() => server.close());

  test("is available only to the signed-in host", async () => {
    const response = await server.send("GET", LIVE_PATH);
    expect(response.status).toBe(401);
    expect(response.json.message).toBe("Please sign in.");
  });

  test("only the headers are sent in response to HEAD, and the connection does not stay open", async () => {
    const cookie = await server.signIn();
    const { status, text, headers } = await server.send("HEAD", LIVE_PATH, undefined, { cookie });
    expect([status, text, headers.get("content-type")]).toEqual([200, "", "text/event-stream; charset=utf-8"]);
  });

  test("reports a new booking, a change and a cancellation, whichever instance made them", async () => {
    const stream = await listen(server);
    const booked = await bookStay(server, { checkInDate: "2027-03-01", checkOutDate: "2027-03-03" });
    expect(booked.status).toBe(201);
    const { id } = booked.json;
    expect(await stream.next(CHANGE_EVENT)).toEqual({ topic: "booking", kind: "added", subject: id });

    // Simulates another instance: a separate connection that bypasses this one's code.
    const other = connectDatabase(server.config, createLogger("silent"));
    await other.db.updateTable("booking").set({ guest_count: 3 }).where("id", "=", id).execute();
    expect(await stream.next(CHANGE_EVENT)).toEqual({ topic: "booking", kind: "changed", subject: id });
    await other.db.updateTable("booking").set({ status: "cancelled" }).where("id", "=", id).execute();
    expect(await stream.next(CHANGE_EVENT)).toEqual({ topic: "booking", kind: "cancelled", subject: id });
    await other.close();
    await stream.leave();
  });

  test("reports blocks and conflicts with imported stays", async () => {
    const cookie = await server.signIn();
    const stream = await listen(server);
    const block = { startsOn: "2027-08-01", endsOn: "2027-08-05", reason: "Painting" };
    const kept = await server.send("POST", "/api/admin/blocks", block, { cookie });
    expect(kept.status).toBe(201);
    expect(await stream.next(CHANGE_EVENT)).toEqual({ topic: "block", kind: "added", subject: kept.json.id });
    await server.send("DELETE", `/api/admin/blocks/${kept.json.id}?version=1`, undefined, { cookie });
    expect(await stream.next(CHANGE_EVENT)).toMatchObject({ topic: "block", kind: "cancelled" });

    const other = connectDatabase(server.config, createLogger("silent"));
    const nights = { from_night: "2027-08-01", to_night: "2027-08-02", opened_at: new Date().toISOString() } as const;
    const sides = { first_kind: "booking", first_id: "a", second_kind: "channel-stay", second_id: "b" } as const;
    await other.db
      .insertInto("channel_conflict")
      .values({ id: "c1", pair: "a b", ...sides, ...nights })
      .execute();
    expect(await stream.next(CHANGE_EVENT)).toEqual({ topic: "channel", kind: "added", subject: "c1" });
    await other.db.deleteFrom("channel_conflict").execute();
    await other.close();
    await stream.leave();
  });

  test("does not report a refused booking, and reports no change twice", async () => {
    const stay = { checkInDate: "2027-04-01", checkOutDate: "2027-04-03" };
    await bookStay(server, stay);
    const stream = await listen(server);
    expect((await bookStay(server, stay)).status).toBe(409);
    const later = await bookStay(server, { checkInDate: "2027-04-10", checkOutDate: "2027-04-12" });
    expect(await stream.next(CHANGE_EVENT)).toMatchObject({ kind: "added", subject: later.json.id });
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(stream.waiting()).toEqual([]);
    await stream.leave();
  });

  test("ends when the host signs out, but only for that session", async () => {
    const mine = await server.signIn();
    const stream = await listen(server, mine);
    const other = await listen(server);
    await server.send("POST", "/api/admin/auth/logout", {}, { cookie: mine });
    expect(await stream.next(SIGNED_OUT_EVENT)).toEqual({});
    await stream.ended;
    const booked = await bookStay(server, { checkInDate: "2027-05-01", checkOutDate: "2027-05-03" });
    expect(await other.next(CHANGE_EVENT)).toMatchObject({ subject: booked.json.id });
    await other.leave();
  });

  test("does not extend the session, and ends when the session has been idle for too long", async () => {
    const stream = await listen(server);
    server.clock.advance(59 * 60_000);
    await new Promise((resolve) => setTimeout(resolve, 2500));
    expect(stream.waiting()).toEqual([]);
    server.clock.advance(2 * 60_000);
    expect(await stream.next(SIGNED_OUT_EVENT)).toEqual({});
    await stream.ended;
  });

  test("ends when the server stops, and does not delay the shutdown", async () => {
    const second = await createApp({ ...server.config, port: 0 }, null, {
      clock: server.clock,
      logger: createLogger("silent"),
    });
    await second.http.listen({ port: 0, host: "127.0.0.1" });
    const address = second.http.server.address();
    const port = typeof address === "object" ? address?.port : null;
    const stream = await listen({ ...server, url: `http://127.0.0.1:${port}` }, await server.signIn());
    const begun = performance.now();
    await second.close();
    expect(performance.now() - begun).toBeLessThan(10_000);
    await stream.ended;
  });
});

type ServerEvent = { event: string; data: unknown };

async function listen(server: TestApp, cookie?: string) {
  const stop = new AbortController();
  const response = await fetch(server.url + LIVE_PATH, {
    headers: { cookie: cookie ?? (await server.signIn()), accept: "text/event-stream" },
    signal: stop.signal,
  });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toContain("text/event-stream");
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  const waiting: ServerEvent[] = [];
  let wake = () => {};
  const ended = read(response, (change) => {
    waiting.push(change);
    wake();
  });
  return {
    ended,
    waiting: () => waiting,
    next: async (event: string): Promise<unknown> => {
      const until = Date.now() + WITHIN_MS;
      while (waiting.length === 0 && Date.now() < until) {
        await new Promise<void>((resolve) => {
          wake = resolve;
          setTimeout(resolve, until - Date.now());
        });
      }
      const change = waiting.shift();
      expect(change?.event).toBe(event);
      return change?.data;
    },
    leave: async () => {
      stop.abort();
      await ended.catch(() => undefined);
    },
  };
}

/** Parses server-sent events (HTML 9.2.6), as far as this server uses them. */
async function read(response: Response, tell: (change: ServerEvent) => void): Promise<void> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1];
      const event = field("event");
      if (event) tell({ event, data: JSON.parse(field("data") ?? "null") });
    }
  }
}
