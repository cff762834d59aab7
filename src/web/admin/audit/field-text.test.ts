import { expect, test } from "vitest";
import { daysInText } from "../../lib/days-in-text.ts";
import { fieldName, fieldValue, lines } from "./field-text.ts";

test("the audit log shows amounts, dates and words instead of cents and field names", () => {
  expect([fieldName("totalCents"), fieldValue("totalCents", 30_000)]).toEqual(["Total", "$300"]);
  expect([fieldName("checkIn"), fieldValue("checkIn", "2026-11-23")]).toEqual(["Check-in", "Nov 23, 2026"]);
  expect(fieldValue("cancellationFeeCents", null)).toBe("nothing");
  expect(fieldValue("guestCount", 2)).toBe("2");
  expect(fieldValue("debugMode", true)).toBe("on");
  expect(fieldValue("amenities", ["WiFi", "Garden"])).toBe("WiFi; Garden");
  const line = { label: "Entire cottage", quantity: 2, unitCents: 15_000, amountCents: 30_000 };
  expect(fieldValue("priceLines", [line])).toBe("Entire cottage, quantity 2, each $150, amount $300");
  const asText = { label: "Entire cottage", quantity: 2, unit: "¥15,000", amount: "¥30,000" };
  expect(fieldValue("priceLines", [asText])).toBe("Entire cottage, quantity 2, each ¥15,000, amount ¥30,000");
  const policy = { freeUntilHoursBefore: 48, timeZone: "Asia/Colombo" };
  expect(fieldValue("policy", policy)).toBe("free until hours before 48, time zone Asia/Colombo");
  expect(fieldValue("mode", "reservations")).toBe("reservations only");
  expect(fieldValue("platform", "vrbo")).toBe("Vrbo");
  expect(fieldValue("percent", 1000)).toBe("10%");
  expect(daysInText("Nights from 2027-04-04 to 2027-04-08")).toBe("Nights from Apr 4, 2027 to Apr 8, 2027");
});

test("the audit log shows photos by their titles, and uploaded pictures by their short names", () => {
  const main = { url: "/pictures/TCzztQTVejAHj44NzH9Fa-/1200.jpg", title: "Tea", category: "Exterior", isMain: true };
  const drawn = { url: "/drawings/cottage/kitchen.svg", title: "Kitchen", category: "Kitchen", isMain: false };
  expect(lines("photos", [main, drawn])).toEqual([
    "picture TCzztQ, Tea, category Exterior, main photo",
    "a sample drawing, Kitchen, category Kitchen",
  ]);
  expect([fieldName("focusX"), fieldValue("focusX", 50)]).toEqual(["Focus (percent from the left)", "50"]);
});

test("the audit log shows prices rule by rule, in their own currency", () => {
  const season = {
    name: "Christmas",
    from: "12-20",
    to: "01-05",
    priceCents: 21_000,
    minimumNights: 3,
    changeoverDays: null,
  };
  const prices = {
    currency: "EUR",
    everyNight: { priceCents: 15_000, weekendNights: [4, 5] },
    seasons: [season],
    longerStays: [{ nights: 7, percent: 1000 }],
    lastMinute: null,
  };
  expect(lines("prices", prices)).toEqual([
    "Currency: EUR",
    "Every night: price €150, weekend nights Friday; Saturday",
    "Seasons: Christmas, from Dec 20, until Jan 5, price €210, minimum nights 3",
    "Longer stays: nights 7, percent 10%",
  ]);
  const payment = { kind: "payment", method: "bank-transfer", amountCents: 22_500, note: "" };
  expect(fieldValue("payment", payment)).toBe("payment, method Bank transfer, amount $225");
  expect(lines("amenities", ["WiFi", "Garden"])).toEqual(["WiFi", "Garden"]);
});
