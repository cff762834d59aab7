import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readCsv } from "../testing/read-csv.ts";
import { engines } from "../testing/engines.ts";
import { bookStay } from "../testing/given.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";

describe.each(engines)("the export of bookings on %s", (engine) => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp(engine);
  });
  afterAll(() => server.close());

  test("contains the bookings that match the screen's filters, in a file that no proxy caches", async () => {
    const cookie = await server.signIn();
    const stays = [
      ["Jürgen MÜLLER", "2027-01-01", "2027-01-03", "confirmed"],
      ["=HYPERLINK(1)", "2027-01-03", "2027-01-07", "upcoming"],
      ["Anna Müller", "2027-01-07", "2027-01-08", "upcoming"],
    ] as const;
    for (const [name, checkInDate, checkOutDate, status] of stays) {
      const guest = { name, email: "guest@example.com", phone: "+94 77 123 4567" };
      expect((await bookStay(server, { checkInDate, checkOutDate, status }, guest)).status).toBe(201);
    }
    const get = (query: string) => server.send("GET", `/api/admin/bookings.csv${query}`, undefined, { cookie });
    const names = async (query: string) =>
      readCsv((await get(query)).text.replace(/^\uFEFF/, ""))
        .slice(1)
        .map((row) => row[3]);

    const all = await get("");
    expect(all.status).toBe(200);
    expect(all.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(all.headers.get("content-disposition")).toBe('attachment; filename="bookings-2026-11-21.csv"');
    expect(all.headers.get("cache-control")).toBe("no-store");
    const audit = (await server.send("GET", "/api/admin/audit", undefined, { cookie })).json.entries;
    expect(audit).toContainEqual(
      expect.objectContaining({ act: "Downloaded the list of bookings", subject: "Bookings" }),
    );
    expect(await names("")).toEqual(["Anna Müller", "'=HYPERLINK(1)", "Jürgen MÜLLER"]);
    const [header, , guarded] = readCsv(all.text.replace(/^\uFEFF/, ""));
    expect(header).toHaveLength(25);
    expect(guarded).toEqual([
      expect.stringMatching(/^LK-/),
      "upcoming",
      "direct",
      "'=HYPERLINK(1)",
      "guest@example.com",
      "'+94 77 123 4567",
      "2027-01-03",
      "2027-01-07",
      "4",
      "2",
      expect.stringMatching(/^\d+(\.\d+)?$/),
      "",
      "0",
      "0",
      "0",
      expect.stringMatching(/^\d+(\.\d+)?$/),
      "USD",
      expect.stringMatching(/^2026-11-21T\d\d:\d\d:\d\d\.\d{3}Z$/),
      "600",
      "0",
      "0",
      "0",
      "0",
      "0",
      "0",
    ]);
    expect(await names("?search=m%C3%BCLLER&sort=guest")).toEqual(["Anna Müller", "Jürgen MÜLLER"]);
    expect(await names("?status=upcoming&source=direct&sort=amount")).toEqual(["'=HYPERLINK(1)", "Anna Müller"]);
    expect(await names("?source=vrbo")).toEqual([]);
    expect((await get("?status=lost")).status).toBe(400);
  });
});
