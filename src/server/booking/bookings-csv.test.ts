import { buffer } from "node:stream/consumers";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BookingListing } from "#domain/booking/booking.ts";
import { engines } from "../testing/engines.ts";
import { bookStay } from "../testing/given.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { asCsv } from "./bookings-csv.ts";

/** A strict reader of RFC 4180 with CRLF, written for these tests so that nothing of the writer reads its own output. */
function readCsv(csv: string): string[][] {
  const records: string[][] = [[]];
  let rest = csv;
  while (rest.length > 0) {
    const cell = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/.exec(rest);
    if (!cell) throw new Error(`Not RFC 4180: ${JSON.stringify(rest.slice(0, 60))}`);
    records.at(-1)?.push(cell[1]?.replaceAll('""', '"') ?? cell[2] ?? "");
    if (cell[3] === "\r\n") records.push([]);
    rest = rest.slice(cell[0].length);
  }
  if (records.at(-1)?.length !== 0) throw new Error("The last record does not end");
  return records.slice(0, -1);
}

const listing: BookingListing = {
  id: "A".repeat(22),
  reference: "LK-00000000",
  propertyId: 1,
  guestId: "g",
  checkIn: "2027-01-01",
  checkOut: "2027-01-04",
  guestCount: 2,
  status: "confirmed",
  source: "booking.com",
  totalCents: 45_050,
  createdAt: new Date("2026-11-21T06:00:00Z"),
  guest: { id: "g", name: "Ann Perera", email: "ann@example.com", phone: "" },
};
const named = (name: string) => ({ ...listing, guest: { ...listing.guest, name } });

/** With its mark: reading it as text would swallow that. */
async function fileOf(bookings: BookingListing[]): Promise<string> {
  return (await buffer(await asCsv(bookings))).toString("utf8");
}

/** What a spreadsheet would take for the beginning of a formula (ASVS 1.2.10), full-width signs included. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;

test("names of every kind come back from the file as they were, and no cell is a formula", async () => {
  const name = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.stringMatching(/^[=+\-@\t\r\n＝＋－＠",;'| ]{1,6}[a-z"\r\n]{0,6}$/),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(name, { minLength: 1, maxLength: 20 }), async (names) => {
      const csv = await fileOf(names.map(named));
      expect(csv.startsWith("\uFEFF")).toBe(true);
      const [header, ...rows] = readCsv(csv.slice(1));
      expect(header).toHaveLength(11);
      expect(rows.map((row) => row[3])).toEqual(names.map((one) => (FORMULA.test(one) ? `'${one}` : one)));
      for (const row of rows) for (const cell of row) expect(cell).not.toMatch(FORMULA);
    }),
  );
});

test("dates are ISO dates and amounts are numbers", async () => {
  const [, row] = readCsv((await fileOf([listing])).slice(1));
  expect(row).toEqual([
    "LK-00000000",
    "confirmed",
    "booking.com",
    "Ann Perera",
    "ann@example.com",
    "2027-01-01",
    "2027-01-04",
    "3",
    "2",
    "450.5",
    "2026-11-21T06:00:00.000Z",
  ]);
});

describe.each(engines)("the export on %s", (engine) => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp(engine);
  });
  afterAll(() => server.close());

  test("holds what the screen's filters show, as a file that nobody keeps on the way", async () => {
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
    expect(await names("")).toEqual(["Anna Müller", "'=HYPERLINK(1)", "Jürgen MÜLLER"]);
    expect(await names("?search=m%C3%BCLLER&sort=guest")).toEqual(["Anna Müller", "Jürgen MÜLLER"]);
    expect(await names("?status=upcoming&source=direct&sort=amount")).toEqual(["'=HYPERLINK(1)", "Anna Müller"]);
    expect(await names("?source=vrbo")).toEqual([]);
    expect((await get("?status=lost")).status).toBe(400);
  });
});
