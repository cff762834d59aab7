import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines } from "../testing/engines.ts";
import { bookStay } from "../testing/given.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";

describe.each(engines)("booking on %s", (engine) => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp(engine);
  });
  afterAll(() => server.close());

  test("a guest can arrive on the day another leaves, but not before", async () => {
    const first = await bookStay(server, { checkInDate: "2027-01-10", checkOutDate: "2027-01-13" });
    expect(first.status).toBe(201);
    const overlapping = await bookStay(server, { checkInDate: "2027-01-12", checkOutDate: "2027-01-14" });
    expect(overlapping.status).toBe(409);
    expect(overlapping.json.nights).toEqual(["2027-01-12"]);
    const touching = await bookStay(server, { checkInDate: "2027-01-13", checkOutDate: "2027-01-14" });
    expect(touching.status).toBe(201);
  });
});
