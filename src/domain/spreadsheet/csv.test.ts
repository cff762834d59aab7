import fc from "fast-check";
import { expect, test } from "vitest";
import { readCsv } from "#server/testing/read-csv.ts";
import { csvPieces, harmless, toCsv } from "./csv.ts";

/** What a spreadsheet would take for a formula, whichever separator it reads the text with. */
const FORMULA = /^[=+\-@\t\r\0＝＋－＠]|[;\t\r\n\0][=+\-@＝＋－＠]/;

const text = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.stringMatching(/^[=+\-@\t\r\n\0＝＋－＠",;'| ]{1,6}[a-z"\r\n]{0,6}$/),
);

test("texts of every kind come back from the file, and no cell is a formula", () => {
  fc.assert(
    fc.property(fc.array(fc.array(text, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 20 }), (rows) => {
      const csv = toCsv(rows);
      expect(csv.startsWith("\uFEFF")).toBe(true);
      expect(readCsv(csv.slice(1))).toEqual(rows.map((row) => row.map(harmless)));
      for (const cell of rows.flat()) {
        expect(harmless(cell)).not.toMatch(FORMULA);
        if (!FORMULA.test(cell)) expect(harmless(cell)).toBe(cell.replaceAll("\0", ""));
        // Nothing is lost but what is no text.
        expect(harmless(cell).replaceAll("'", "")).toBe(cell.replaceAll(/['\0]/g, ""));
      }
    }),
  );
});

test("numbers stay numbers, also below nothing; nothing is an empty cell", () => {
  expect(toCsv([[-1.5, 0, null, "", "-1.5"]])).toBe("\uFEFF-1.5,0,,,'-1.5\r\n");
});

test("a long table in pieces is the same file", () => {
  const rows = Array.from({ length: 1201 }, (_, n) => [n, `Guest ${n}`]);
  const pieces = [...csvPieces(rows)];
  expect(pieces.length).toBeGreaterThan(2);
  expect(readCsv(pieces.join("").slice(1))).toEqual(rows.map((row) => row.map(String)));
});
