import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines } from "../testing/engines.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";

describe.each(engines)("the property on %s", (engine) => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp(engine);
  });
  afterAll(() => server.close());

  test("the public list and the property by id return the same data", async () => {
    const list = await server.send("GET", "/api/properties/public");
    const one = await server.send("GET", "/api/properties/1");
    expect(list.json).toEqual([one.json]);
    expect(one.json).toMatchObject({
      id: 1,
      name: "Kitul Hill Cottage",
      rate: "$150 per night",
      bedrooms: 3,
      bathrooms: 2,
    });
    expect(one.json.localAttractions).toHaveLength(9);
  });

  test.each(["2", "0", "01", "1.0", "abc", "-1"])("property %s does not exist", async (id) => {
    expect((await server.send("GET", `/api/properties/${id}`)).status).toBe(404);
  });

  test("a URL with a NUL character is refused", async () => {
    expect((await server.send("GET", "/api/properties/1%00")).status).toBe(400);
  });

  test("the site's data includes the current date at the property", async () => {
    server.clock.set("2026-12-31T18:30:00Z");
    expect((await server.send("GET", "/api/site")).json).toMatchObject({
      today: "2027-01-01",
      timeZone: "Asia/Colombo",
    });
  });
});
