import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEFAULT_PRICES, type PriceDocument } from "#domain/pricing/price-document.ts";
import { engines } from "../testing/engines.ts";
import { bookStay } from "../testing/given.ts";
import { ended, startServerProcess } from "../testing/processes.ts";
import { type TestResponse, startTestApp, type TestApp } from "../testing/test-app.ts";

describe.each(engines)("availability on %s", (engine) => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp(engine);
    await bookStay(server, { checkInDate: "2026-12-24", checkOutDate: "2026-12-27" });
  });
  afterAll(() => server.close());

  const ask = (from: string, to: string) => server.send("GET", `/api/availability?from=${from}&to=${to}`);

  test("lists the nights that are sold, but not the day of departure", async () => {
    const response = await ask("2026-12-20", "2027-01-01");
    expect(response.json).toEqual({
      from: "2026-12-20",
      to: "2027-01-01",
      today: "2026-11-21",
      unavailable: ["2026-12-24", "2026-12-25", "2026-12-26"],
      tooSoon: [],
      earliestArrival: "2026-11-21",
    });
  });

  test("says which nights are unavailable only because they are before the earliest arrival", async () => {
    const cookie = await server.signIn();
    const save = async (notice: PriceDocument["notice"]) => {
      const { version } = (await server.send("GET", "/api/admin/prices", undefined, { cookie })).json;
      const body = { prices: { ...DEFAULT_PRICES, notice }, version, confirmed: true };
      expect((await server.send("PUT", "/api/admin/prices", body, { cookie })).status).toBe(200);
    };
    await bookStay(server, { checkInDate: "2026-11-22", checkOutDate: "2026-11-23" });
    await save({ days: 3, until: null });
    const { unavailable, tooSoon, earliestArrival } = (await ask("2026-11-20", "2026-11-26")).json;
    expect(unavailable).toEqual(["2026-11-20", "2026-11-21", "2026-11-22", "2026-11-23"]);
    expect(tooSoon).toEqual(["2026-11-21", "2026-11-23"]);
    expect(earliestArrival).toBe("2026-11-24");
    await save(null);
  });

  test("the requested span does not include its last day", async () => {
    expect((await ask("2026-12-26", "2026-12-27")).json.unavailable).toEqual(["2026-12-26"]);
    expect((await ask("2026-12-27", "2026-12-28")).json.unavailable).toEqual([]);
  });

  test("past nights and nights beyond the booking window are unavailable too", async () => {
    expect((await ask("2026-11-19", "2026-11-22")).json.unavailable).toEqual(["2026-11-19", "2026-11-20"]);
    expect((await ask("2028-11-19", "2028-11-22")).json.unavailable).toEqual(["2028-11-20", "2028-11-21"]);
  });

  test("reveals nothing about who has booked", async () => {
    const response = await ask("2026-12-20", "2027-01-01");
    expect(response.text).not.toMatch(/ann|perera|direct|booking/i);
  });

  test.each([
    ["2026-12-20", ""],
    ["2026-02-30", "2026-03-02"],
    ["2026-12-20", "2026-12-20"],
    ["2026-12-20", "2026-12-01"],
    ["2026-12-01", "2036-12-01"],
  ])("refuses the span %s to %s with a clear message", async (from, to) => {
    const response = await ask(from, to);
    expect(response.status).toBe(400);
    expect(response.json.message.length).toBeGreaterThan(10);
  });
});

describe("a cached response", () => {
  test("reflects the latest write, even one by another process", async () => {
    const server = await startTestApp("sqlite");
    const path = "/api/availability?from=2027-03-01&to=2027-03-10";
    const sold = async () => (await server.send("GET", path)).json.unavailable;
    expect([await sold(), await sold()]).toEqual([[], []]);
    await bookStay(server, { checkInDate: "2027-03-02", checkOutDate: "2027-03-03" });
    expect(await sold()).toEqual(["2027-03-02"]);
    const other = await startServerProcess(server.sameDatabase);
    await bookStay(
      { ...server, send: (method, to, body) => sendTo(other.url, method, to, body) },
      { checkInDate: "2027-03-05", checkOutDate: "2027-03-06" },
    );
    expect(await sold()).toEqual(["2027-03-02", "2027-03-05"]);
    other.child.kill("SIGTERM");
    await ended(other.child);
    await server.close();
  });
});

async function sendTo(url: string, method: string, path: string, body: unknown): Promise<TestResponse> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: JSON.parse(text) };
}
