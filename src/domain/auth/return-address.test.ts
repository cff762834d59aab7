import { expect, test } from "vitest";
import { safeReturnAddress, signInAddress } from "./return-address.ts";

test.each([
  ["/admin/bookings", "/admin/bookings"],
  ["/admin/bookings/abc?from=mail#notes", "/admin/bookings/abc?from=mail#notes"],
])("after sign-in, %s leads to %s", (requested, address) => {
  expect(safeReturnAddress(requested)).toBe(address);
});

test.each([
  null,
  "",
  "https://evil.example/admin/bookings",
  "//evil.example/admin/bookings",
  "/\\evil.example/admin/bookings",
  "\\\\evil.example/admin/",
  "/\t/evil.example/admin/",
  "http:evil.example/admin/",
  "javascript:alert(1)//admin/",
  "/admin/../book",
  "/admin/x/%2E./book",
  "/admin/%2e%2e/book",
  "/book",
  "/admin",
  "/admin/login",
  "/admin/login?next=/admin/login",
  "/admin/setup",
])("after sign-in, %s leads only to the dashboard", (requested) => {
  expect(safeReturnAddress(requested)).toBeNull();
});

test("an address longer than that of any screen is ignored", () => {
  expect(safeReturnAddress(`/admin/${"x".repeat(2001)}`)).toBeNull();
});

test("the sign-in address includes the screen to return to, unless that is the dashboard", () => {
  expect(signInAddress("/admin/bookings?status=confirmed")).toBe(
    "/admin/login?next=%2Fadmin%2Fbookings%3Fstatus%3Dconfirmed",
  );
  for (const screen of ["/admin", "/admin/", "/admin/dashboard"]) expect(signInAddress(screen)).toBe("/admin/login");
});
