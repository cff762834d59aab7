import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines } from "../testing/engines.ts";
import { bookStay } from "../testing/given.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";

describe.each(engines)("availability on %s", (engine) => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp(engine);
    await bookStay(server, { checkInDate: "2026-12-24", checkOutDate: "2026-12-27" });
  });
  afterAll(() => server.close());

  const ask = (from: string, to: string) => server.send("GET", `/api/availability?from=${from}&to=${to}`);

  test("lists the nights that are sold, the day of departure not among them", async () => {
    const answer = await ask("2026-12-20", "2027-01-01");
    expect(answer.json).toEqual({
      from: "2026-12-20",
      to: "2027-01-01",
      today: "2026-11-21",
      unavailable: ["2026-12-24", "2026-12-25", "2026-12-26"],
    });
  });

  test("the span is half open", async () => {
    expect((await ask("2026-12-26", "2026-12-27")).json.unavailable).toEqual(["2026-12-26"]);
    expect((await ask("2026-12-27", "2026-12-28")).json.unavailable).toEqual([]);
  });

  test("nights gone by and nights beyond the booking window cannot be sold either", async () => {
    expect((await ask("2026-11-19", "2026-11-22")).json.unavailable).toEqual(["2026-11-19", "2026-11-20"]);
    expect((await ask("2028-11-19", "2028-11-22")).json.unavailable).toEqual(["2028-11-20", "2028-11-21"]);
  });

  test("says nothing about who has booked", async () => {
    const answer = await ask("2026-12-20", "2027-01-01");
    expect(answer.text).not.toMatch(/ann|perera|direct|booking/i);
  });

  test.each([
    ["2026-12-20", ""],
    ["2026-02-30", "2026-03-02"],
    ["2026-12-20", "2026-12-20"],
    ["2026-12-20", "2026-12-01"],
    ["2026-12-01", "2036-12-01"],
  ])("refuses the span %s to %s with a clear message", async (from, to) => {
    const answer = await ask(from, to);
    expect(answer.status).toBe(400);
    expect(answer.json.message.length).toBeGreaterThan(10);
  });
});
