import { expect, test } from "vitest";
import { emailIsDue } from "./conversation.ts";

const at = (minute: number) => new Date(minute * 60_000);

test("an email is due when nothing new has been written for two minutes, and after ten minutes at the latest", () => {
  expect(emailIsDue(at(0), at(0), at(1.9))).toBe(false);
  expect(emailIsDue(at(0), at(0), at(2))).toBe(true);
  expect(emailIsDue(at(0), at(1), at(2.5))).toBe(false);
  expect(emailIsDue(at(0), at(9), at(9.9))).toBe(false);
  expect(emailIsDue(at(0), at(9), at(10))).toBe(true);
});
