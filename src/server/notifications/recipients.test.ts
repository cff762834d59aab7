import fc from "fast-check";
import { expect, test } from "vitest";
import { HOST_EVENTS, DEFAULT_NOTIFICATIONS } from "#domain/messaging/host-event.ts";
import { emailRecipients } from "./recipients.ts";

const CONTACT = "a@x.example";

const reader = (adminId: string, choice: Partial<typeof DEFAULT_NOTIFICATIONS> = {}) => ({
  adminId,
  username: adminId,
  choice: { ...DEFAULT_NOTIFICATIONS, ...choice },
});

test("hosts without their own address share one email to the contact address", () => {
  expect(emailRecipients([reader("a"), reader("b")], "booking", CONTACT).map(({ address }) => address)).toEqual([null]);
});

test("each host chooses the events to be notified of, and the addresses to use", () => {
  const readers = [
    reader("a", { emails: ["a@x.example", "a2@x.example"], events: ["booking"] }),
    reader("b", { emails: ["A@x.example", "b@x.example"], events: ["booking", "payment"] }),
  ];
  const to = (event: "booking" | "payment" | "conflict") =>
    emailRecipients(readers, event, CONTACT).map((one) => one.address);
  expect(to("booking")).toEqual(["a@x.example", "a2@x.example", "b@x.example"]);
  expect(to("payment")).toEqual(["A@x.example", "b@x.example"]);
  expect(to("conflict")).toEqual([]);
});

test("no address gets the same email twice, and no host gets one about an event they did not choose", () => {
  const choices = fc.array(
    fc.record({
      emails: fc.array(fc.constantFrom("a@x.example", "A@x.example", "b@x.example"), { maxLength: 3 }),
      events: fc.subarray([...HOST_EVENTS]),
    }),
    { maxLength: 5 },
  );
  fc.assert(
    fc.property(choices, fc.constantFrom(...HOST_EVENTS), (all, event) => {
      const readers = all.map((choice, place) => reader(String(place), choice));
      const recipients = emailRecipients(readers, event, CONTACT);
      const addresses = recipients.map(({ address }) => (address ?? CONTACT).toLowerCase());
      expect(new Set(addresses).size).toBe(addresses.length);
      for (const { adminId } of recipients.filter((one) => one.adminId !== ""))
        expect(readers[Number(adminId)]?.choice.events).toContain(event);
      expect(recipients.length > 0).toBe(
        readers.length === 0 || readers.some(({ choice }) => choice.events.includes(event)),
      );
    }),
  );
});
