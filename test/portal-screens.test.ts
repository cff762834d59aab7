import { parse } from "regexparam";
import { expect, test } from "vitest";
import { PORTAL_PATTERNS } from "#web/lib/portal-patterns.ts";
import { SCREENS } from "../e2e/support/portal-screens.ts";

/** The screens that are shown to people who are not signed in. These screens have their own journeys. */
const BEFORE_SIGN_IN = ["/admin/invitation", "/admin/login", "/admin/setup"];

test("the journey through the portal opens every screen that needs a sign-in", () => {
  const isOpened = (pattern: string) => SCREENS.some(([, path]) => parse(pattern).pattern.test(path));
  expect(PORTAL_PATTERNS.filter((pattern) => !isOpened(pattern)).toSorted()).toEqual(BEFORE_SIGN_IN);
});
