import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("docs/payments.md names files for every guarantee, and each of them contains the guarantee's number", () => {
  const page = readFileSync("docs/payments.md", "utf8");
  const rows = [...page.matchAll(/^\| (P-\d\d(?:, P-\d\d)*) \|.*\|(.*)\|$/gm)];
  const listed = rows.flatMap(([, numbers = "", files = ""]) =>
    numbers
      .split(", ")
      .map((number) => ({ number, files: [...files.matchAll(/`([^`]+)`/g)].map(([, file = ""]) => file) })),
  );
  const wrong = listed.flatMap(({ number, files }) =>
    files.length > 0 && files.every((file) => existsSync(file) && readFileSync(file, "utf8").includes(number))
      ? []
      : [number],
  );
  expect(wrong).toEqual([]);
  const numbers = new Set(listed.map(({ number }) => number));
  const range = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_unused, n) => `P-${String(from + n).padStart(2, "0")}`);
  const expected = [...range(1, 17), ...range(20, 28), ...range(30, 34), ...range(40, 46)];
  expect(expected.filter((number) => !numbers.has(number))).toEqual([]);
});
