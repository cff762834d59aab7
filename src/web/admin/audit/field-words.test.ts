import { expect, test } from "vitest";
import { fieldName, fieldValue, inMoney } from "./field-words.ts";

test("the audit log speaks of dollars, days and words, not of cents, signs and code", () => {
  expect([fieldName("totalCents"), fieldValue("totalCents", 30_000)]).toEqual(["Total", "$300"]);
  expect([fieldName("checkIn"), fieldValue("checkIn", "2026-11-23")]).toEqual(["Check-in", "Nov 23, 2026"]);
  expect(fieldValue("cancellationFeeCents", null)).toBe("nothing");
  expect(fieldValue("guestCount", 2)).toBe("2");
  expect(fieldValue("debugMode", true)).toBe("on");
  expect(fieldValue("amenities", ["WiFi", "Garden"])).toBe("WiFi; Garden");
  const line = { label: "Entire cottage", quantity: 2, unitCents: 15_000, amountCents: 30_000 };
  expect(fieldValue("priceLines", [line])).toBe("label Entire cottage, quantity 2, unit $150, amount $300");
  expect(inMoney([line])).toEqual([{ label: "Entire cottage", quantity: 2, unitCents: "$150", amountCents: "$300" }]);
  const policy = { freeUntilHoursBefore: 48, timeZone: "Asia/Colombo" };
  expect(fieldValue("policy", policy)).toBe("free until hours before 48, time zone Asia/Colombo");
});
