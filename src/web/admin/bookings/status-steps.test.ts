import { expect, test } from "vitest";
import { doneText, statusSteps } from "./status-steps.ts";

const stay = { checkIn: "2027-04-10", checkOut: "2027-04-14" };
type Status = Parameters<typeof statusSteps>[0]["status"];
/** The labels of the buttons; the label of the filled button is in capitals. */
const buttons = (status: Status, today: string) =>
  statusSteps({ ...stay, status, today }).map(({ label, main }) => (main ? label.toUpperCase() : label));

test("check-in is offered from the day before arrival, and check-out becomes the main step on the last day", () => {
  expect(buttons("upcoming", "2026-11-21")).toEqual(["CONFIRM"]);
  expect(buttons("confirmed", "2027-04-08")).toEqual(["Undo confirmation"]);
  expect(buttons("upcoming", "2027-04-09")).toEqual(["Confirm", "CHECK IN"]);
  expect(buttons("confirmed", "2027-04-10")).toEqual(["Undo confirmation", "CHECK IN"]);
  expect(buttons("checked-in", "2027-04-11")).toEqual(["Check out", "Undo check-in"]);
  expect(buttons("checked-in", "2027-04-14")).toEqual(["CHECK OUT", "Undo check-in"]);
  expect(buttons("checked-out", "2027-04-14")).toEqual(["COMPLETE", "Undo check-out"]);
});

test("accepting a stay that the guest still has to pay for is not called a confirmation", () => {
  const [confirm] = statusSteps({ ...stay, status: "pending", today: "2026-11-21" }).filter(({ main }) => main);
  if (!confirm) throw new Error("There is no main step");
  const timeZone = "Asia/Colombo";
  const waiting = { for: "payment", until: "2026-11-22T04:30:00.000Z" } as const;
  expect(doneText(confirm, { status: "pending", waiting, timeZone })).toBe(
    "Accepted. The guest has until Sun, Nov 22, 2026, 10:00 AM to pay.",
  );
  expect(doneText(confirm, { status: "confirmed", waiting: null, timeZone })).toBe("Booking confirmed");
});
