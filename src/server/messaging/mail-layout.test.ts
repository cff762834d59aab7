import { expect, test } from "vitest";
import { contentOf } from "#domain/messaging/template.ts";
import { htmlOf } from "./mail-layout.ts";

test.each([
  ["/de/booking/link/x/y", "Buchung öffnen"],
  ["/de/book?in=2027-06-10&out=2027-06-12&guests=2", "Zum Buchungsformular"],
  ["/de/booking/prove/x/y/z?in=2027-06-10", "Zum Buchungsformular"],
  ["/de/rate/x", "Aufenthalt bewerten"],
  ["/admin/bookings/x", "Open in the portal"],
  ["/cleaning/x", "Open the cleaning plan"],
])("the button in an email says where it leads: %s", (path, label) => {
  const content = contentOf("Betreff", ["Text"], `https://cottage.example${path}`);
  expect(htmlOf({ content, cottage: "Kitul Hill", card: null, language: "de" })).toContain(`>${label}</a>`);
});
