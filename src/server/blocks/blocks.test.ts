import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays, toLocalDate } from "#domain/calendar/local-date.ts";
import { engines } from "../testing/engines.ts";
import { bookStay } from "../testing/given.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";

describe.each(engines)("the host's blocks on %s", (engine) => {
  let server: TestApp;
  let cookie: string;
  let firstFree = toLocalDate("2027-01-01");
  beforeAll(async () => {
    server = await startTestApp(engine);
    cookie = await server.signIn();
  });
  afterAll(() => server.close());

  /** A span that no other test uses, with free nights before and after it. */
  function span(nights: number) {
    const startsOn = addDays(firstFree, 3);
    firstFree = addDays(startsOn, nights + 3);
    return { startsOn, endsOn: addDays(startsOn, nights) };
  }
  const host = (method: string, path: string, body?: unknown) => server.send(method, path, body, { cookie });
  const blockNights = (nights: { startsOn: string; endsOn: string }, reason = "Family visit") =>
    host("POST", "/api/admin/blocks", { ...nights, reason });
  async function unavailable(from: string, to: string): Promise<string[]> {
    return (await server.send("GET", `/api/availability?from=${from}&to=${to}`)).json.unavailable;
  }

  test("blocked nights cannot be booked until they are freed", async () => {
    const nights = span(2);
    const block = await blockNights(nights);
    expect(block.status).toBe(201);
    expect(block.json).toMatchObject({ ...nights, reason: "Family visit", createdBy: "host", version: 1 });
    const stay = { checkInDate: nights.startsOn, checkOutDate: addDays(nights.endsOn, 1) };
    const refused = await bookStay(server, stay);
    expect([refused.status, refused.json.nights]).toEqual([409, [nights.startsOn, addDays(nights.startsOn, 1)]]);

    const freed = await host("DELETE", `/api/admin/blocks/${block.json.id}?version=1`);
    expect(freed.status).toBe(204);
    const log = await host("GET", "/api/admin/audit");
    expect(log.text).toContain("Blocked nights");
    expect(log.text).toContain("Freed blocked nights");
    expect((await bookStay(server, stay)).status).toBe(201);
  });

  test("a block may touch a stay, but not overlap it", async () => {
    const { startsOn, endsOn } = span(4);
    await bookStay(server, { checkInDate: addDays(startsOn, 1), checkOutDate: addDays(startsOn, 3) });
    const refused = await blockNights({ startsOn, endsOn });
    expect(refused.status).toBe(409);
    expect(refused.json.nights).toEqual([addDays(startsOn, 1), addDays(startsOn, 2)]);
    expect(await unavailable(startsOn, endsOn)).toHaveLength(2);
    expect((await blockNights({ startsOn, endsOn: addDays(startsOn, 1) })).status).toBe(201);
    expect((await blockNights({ startsOn: addDays(startsOn, 3), endsOn })).status).toBe(201);
  });

  test("a block is moved in one step, and a change based on an older version is refused", async () => {
    const { startsOn, endsOn } = span(3);
    const { json: block } = await blockNights({ startsOn, endsOn });
    const change = { startsOn: addDays(startsOn, 1), endsOn: addDays(endsOn, 1), reason: "Painting", version: 1 };
    const changed = await host("PUT", `/api/admin/blocks/${block.id}`, change);
    expect(changed.json).toMatchObject({ ...change, version: 2 });
    expect(await unavailable(startsOn, addDays(endsOn, 2))).toEqual([
      addDays(startsOn, 1),
      addDays(startsOn, 2),
      addDays(startsOn, 3),
    ]);
    expect((await host("PUT", `/api/admin/blocks/${block.id}`, change)).status).toBe(409);
    expect((await host("DELETE", `/api/admin/blocks/${block.id}?version=1`)).status).toBe(409);
    const listed = await host("GET", `/api/admin/blocks?from=${startsOn}&to=${endsOn}`);
    expect(listed.json).toHaveLength(1);
    expect((await host("DELETE", `/api/admin/blocks/AAAA?version=1`)).status).toBe(404);
  });

  test("input is validated, and blocks can be read and changed only after signing in", async () => {
    const { startsOn, endsOn } = span(1);
    expect((await blockNights({ startsOn, endsOn }, "")).json.fields.reason).toBe("Enter why the nights are blocked");
    expect((await blockNights({ startsOn, endsOn }, "Painting\nBEGIN:VEVENT")).json.fields.reason).toBe(
      "Enter this on one line",
    );
    expect((await blockNights({ startsOn: endsOn, endsOn: startsOn })).json.fields.endsOn).toContain("after the first");
    expect((await blockNights({ startsOn, endsOn: "2030-01-01" })).status).toBe(400);
    for (const [method, path] of [
      ["POST", "/api/admin/blocks"],
      ["PUT", "/api/admin/blocks/x"],
      ["DELETE", "/api/admin/blocks/x?version=1"],
      ["GET", `/api/admin/blocks?from=${startsOn}&to=${endsOn}`],
    ] as const) {
      const body = method === "POST" || method === "PUT" ? {} : undefined;
      expect((await server.send(method, path, body)).status, `${method} ${path}`).toBe(401);
    }
  });
});
