import fc from "fast-check";
import { expect, test } from "vitest";
import { readCsv } from "#server/testing/read-csv.ts";
import { csvPieces, harmless, toCsv } from "./csv.ts";

/** Text that a spreadsheet would treat as a formula, whichever separator it uses to read the file. */
const FORMULA = /^[=+\-@\t\r\0＝＋－＠]|[;\t\r\n\0][=+\-@＝＋－＠]/;

const text = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.stringMatching(/^[=+\-@\t\r\n\0＝＋－＠",;'| ]{1,6}[a-z"\r\n]{0,6}$/),
);

test("any text survives the round trip, without NULs and with added apostrophes, and no cell is a formula", () => {
  fc.assert(
    fc.property(fc.array(fc.array(text, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 20 }), (rows) => {
      const csv = toCsv(rows);
      expect(csv.startsWith("\uFEFF")).toBe(true);
      expect(readCsv(csv.slice(1))).toEqual(rows.map((row) => row.map(harmless)));
      for (const cell of rows.flat()) {
        expect(harmless(cell)).not.toMatch(FORMULA);
        if (!FORMULA.test(cell)) expect(harmless(cell)).toBe(cell.replaceAll("\0", ""));
        // Only NUL characters are lost.
        expect(harmless(cell).replaceAll("'", "")).toBe(cell.replaceAll(/['\0]/g, ""));
      }
    }),
  );
});

test("numbers stay numbers, even negative ones, and null is an empty cell", () => {
  expect(toCsv([[-1.5, 0, null, "", "-1.5"]])).toBe("\uFEFF-1.5,0,,,'-1.5\r\n");
});

test("writing a long table in pieces gives the same file", async () => {
  const rows = Array.from({ length: 1201 }, (_, n) => [n, `Guest ${n}`]);
  async function* batches() {
    yield rows.slice(0, 500);
    yield rows.slice(500);
  }
  expect((await Array.fromAsync(csvPieces(batches()))).join("")).toBe(toCsv(rows));
  expect(readCsv(toCsv(rows).slice(1))).toEqual(rows.map((row) => row.map(String)));
});
