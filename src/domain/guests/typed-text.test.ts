import { expect, test } from "vitest";
import { GUEST_RULES, textRule, type TextRule } from "./typed-text.ts";

test("text that would take long to compose is refused as too long, even if invisible characters separate its marks", () => {
  const marks = `a${`${"\u0315\u0300".repeat(15)}\u00ad`.repeat(30_000)}`;
  const rules: TextRule[] = [GUEST_RULES.name, GUEST_RULES.email, GUEST_RULES.phone, textRule({ max: 4000 })];
  for (const rule of rules) expect(rule.problem(rule.tidy(marks))).toMatch(/^Use at most \d+ characters$/);
});

test("text is composed before its length is checked", () => {
  const { tidy, problem } = textRule({ max: 3 });
  // Three syllables, each typed as three letters.
  const typed = "\u1112\u1161\u11ab".repeat(3);
  expect([tidy(typed), problem(tidy(typed))]).toEqual(["한한한", null]);
});
