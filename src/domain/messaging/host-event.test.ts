import fc from "fast-check";
import { expect, test } from "vitest";
import { HOST_EVENTS, pushText } from "./host-event.ts";

const notification = {
  subject: "New booking: Dec 1 to Dec 3 (2 nights), LK-1",
  lines: ["Ann Perera, 2 guests", "ann@x.example"],
};

test("brief mode shows nothing about a person or a stay, whatever the notification contains", () => {
  fc.assert(
    fc.property(fc.constantFrom(...HOST_EVENTS), fc.string(), fc.array(fc.string()), (event, subject, lines) => {
      const quiet = pushText({ event, subject: "", lines: [] }, "brief");
      expect(pushText({ event, subject, lines }, "brief")).toEqual(quiet);
    }),
  );
});

test("brief mode does not say that the cottage is clean, because the notification may say the opposite", () => {
  const { title } = pushText({ event: "cleaning", subject: "", lines: [] }, "brief");
  expect(title).toBe("There is an update about the cleaning");
});

test("summary mode shows the subject and full mode shows everything, cut to fit into a push message", () => {
  expect(pushText({ event: "booking", ...notification }, "summary")).toEqual({ title: notification.subject, body: "" });
  expect(pushText({ event: "booking", ...notification }, "full").body).toBe("Ann Perera, 2 guests ann@x.example");
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 5000 }), (text) => {
      const push = pushText({ event: "other", subject: text, lines: [text, text] }, "full");
      expect([...push.title].length).toBeLessThanOrEqual(120);
      expect([...push.body].length).toBeLessThanOrEqual(300);
    }),
  );
});
