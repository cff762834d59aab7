import { expect, test } from "vitest";
import { isReservedName, sameNameForm } from "./username.ts";

test("usernames that would look like an actor that is not a host, such as a guest, are reserved", () => {
  for (const name of ["guest", "Guest", " GUEST ", "command line", "time", "Calendar import", "ｇｕｅｓｔ"])
    expect(isReservedName(name)).toBe(true);
  for (const name of ["host", "admin", "guesthouse"]) expect(isReservedName(name)).toBe(false);
});

test("names that differ only in case or in leading or trailing spaces count as the same", () => {
  expect(sameNameForm("Ann")).toBe(sameNameForm("ann "));
  expect(sameNameForm("Ann")).not.toBe(sameNameForm("Anne"));
});
