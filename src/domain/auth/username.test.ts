import { expect, test } from "vitest";
import { isReservedName, sameNameForm } from "./username.ts";

test("nobody can be called like a guest or the command line in the records", () => {
  for (const name of ["guest", "Guest", " GUEST ", "command line", "ｇｕｅｓｔ"])
    expect(isReservedName(name)).toBe(true);
  for (const name of ["host", "admin", "guesthouse"]) expect(isReservedName(name)).toBe(false);
});

test("names that people read as one are one", () => {
  expect(sameNameForm("Ann")).toBe(sameNameForm("ann "));
  expect(sameNameForm("Ann")).not.toBe(sameNameForm("Anne"));
});
