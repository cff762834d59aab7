import { expect, test } from "vitest";
import { payNote } from "./pay-note.ts";
import { DEFAULT_PAYMENT_TERMS } from "./plan.ts";

test("the payment note follows the payment terms, or is the host's own text if nothing is paid online", () => {
  const terms = DEFAULT_PAYMENT_TERMS;
  expect(payNote(null, "You pay in cash on arrival.")).toBe("You pay in cash on arrival.");
  expect(payNote({ ...terms, paymentMode: "off" }, "")).toBe("");
  expect(payNote(terms, "You pay in cash on arrival.")).toBe("You pay the full price when you book.");
  expect(payNote({ ...terms, paymentMode: "offered" }, "")).toMatch(/^Nothing to pay now\./);
  const parts = { ...terms, paymentMode: "offered", firstPart: "percent" } as const;
  expect(payNote(parts, "")).toBe("You pay 30% when you book and the rest 30 days before arrival.");
  expect(payNote({ ...terms, firstPart: "percent" }, "")).toBe(
    "You pay 30% when you book and the rest 30 days before arrival.",
  );
  expect(payNote({ ...terms, firstPart: "nights", balanceDays: 0 }, "")).toBe(
    "You pay for the first night when you book and the rest on the day of arrival.",
  );
});
