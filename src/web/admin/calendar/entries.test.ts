import { expect, test } from "vitest";
import { dayInWords, entriesOf } from "./entries.ts";

test("nights that a guest has requested are not free, and link to the booking", () => {
  const requested = [{ id: "booking", guestName: "Ann Perera", checkIn: "2026-12-16", checkOut: "2027-01-10" }];
  const entries = entriesOf({ stays: [], requested }, []);
  expect(entries).toMatchObject([{ id: "booking", imported: false, movable: false }]);
  const facts = { price: null, minimumNights: 1, preparation: false, loading: false, note: "" };
  const words = dayInWords("2026-12-24", { entries, conflicts: [], today: "2026-11-21", facts });
  expect(words).toContain("Ann Perera stays (Dates requested)");
});
