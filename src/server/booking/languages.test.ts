import { afterAll, beforeAll, expect, test } from "vitest";
import { bookStay, GUEST, stayBody } from "../testing/given.ts";
import { cookieOf, startTestApp, type TestApp } from "../testing/test-app.ts";

const GERMAN = { "x-latchkey-language": "de" };

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp("sqlite", {});
});
afterAll(() => server.close());

/** Sends the same request twice: from a page in German and from a caller that sends no language. */
async function both(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const [german, english] = [
    await server.send(method, path, body, { ...headers, ...GERMAN }),
    await server.send(method, path, body, headers),
  ];
  expect(german.status).toBe(english.status);
  return { german: german.json, english: english.json };
}

test("L-04: form errors are in the page's language, or in the specification's English if none is given", async () => {
  const wrong = { name: "A", email: "nobody", phone: "1" };
  const { german, english } = await both("POST", "/api/guests", wrong);
  expect(english.fields).toEqual({
    name: "Name is required",
    email: "Valid email is required",
    phone: "Phone number is required",
  });
  expect(english.message).toBe("Name is required");
  expect(german.fields).toEqual({
    name: "Bitte geben Sie Ihren Namen an",
    email: "Bitte geben Sie eine gültige E-Mail-Adresse an",
    phone: "Bitte geben Sie Ihre Telefonnummer an",
  });
  expect(german.message).toBe("Bitte geben Sie Ihren Namen an");
  // The browser's preferred language is not necessarily the language of the page.
  const polite = await server.send("POST", "/api/guests", wrong, { "accept-language": "de" });
  expect(polite.json.message).toBe("Name is required");
});

test("L-04: a stay that cannot be booked is refused in the page's language", async () => {
  const guest = { guestId: "x".repeat(22) };
  const past = await both("POST", "/api/bookings", {
    ...stayBody({ checkInDate: "2020-01-01", checkOutDate: "2020-01-02" }),
    ...guest,
  });
  expect(past.english.fields).toEqual({ checkInDate: "Past dates can't be booked" });
  expect(past.german.fields).toEqual({ checkInDate: "Vergangene Tage können nicht gebucht werden" });
  const long = await both("POST", "/api/bookings", {
    ...stayBody({ checkInDate: "2027-01-01", checkOutDate: "2027-03-01" }),
    ...guest,
  });
  expect(long.english.message).toBe("The longest stay is 30 nights");
  expect(long.german.message).toBe("Ein Aufenthalt kann höchstens 30 Nächte dauern");
  const many = await both("POST", "/api/bookings", { ...stayBody({ guestCount: 7 }), ...guest });
  expect(many.english.fields.guestCount).toBe("Maximum 6 guests allowed for cottage booking");
  expect(many.german.fields.guestCount).toContain("höchstens 6 Gäste");
  const unknown = await both("POST", "/api/bookings", { ...stayBody(), ...guest });
  expect(unknown.english).toMatchObject({
    message: "Your details have expired. Please send the form again.",
    fields: { guestId: "Register the guest again with POST /api/guests" },
  });
  expect(unknown.german.fields.guestId).toBe("Bitte senden Sie das Formular noch einmal ab");
});

test("L-04: a price that differs from the one shown is explained in the page's language", async () => {
  const { json } = await server.send("POST", "/api/guests", GUEST);
  const bookingRequest = {
    ...stayBody({ checkInDate: "2027-05-01", checkOutDate: "2027-05-04" }),
    guestId: json.id,
    expectedTotal: "1.00",
  };
  const { german, english } = await both("POST", "/api/bookings", bookingRequest);
  expect(english.message).toBe(
    "These dates cost $450 in total (3 nights × $150), which is not the price you were shown. Please check the new total, then press Book Now again.",
  );
  expect(english.price.priceLines[0].label).toBe("Entire cottage");
  expect(german.message).toContain("3 Nächte × 150\u00a0$");
  expect(german.price.priceLines[0].label).toBe("Ganzes Ferienhaus");
  const quote = { checkInDate: "2027-05-01", checkOutDate: "2027-05-04", guestCount: 2, code: "NOSUCH" };
  const quotes = await both("POST", "/api/quote", quote);
  expect(quotes.english.code.message).toBe("This code cannot be used for this stay.");
  expect(quotes.german.code.message).toBe("Dieser Code gilt für diesen Aufenthalt nicht.");
});

test("L-04: changes refused on the guest's own page are explained in the page's language", async () => {
  const sold = await bookStay(server, { checkInDate: "2027-06-01", checkOutDate: "2027-06-03" });
  const cookie = cookieOf(sold);
  const path = `/api/bookings/${sold.json.id}`;
  const same = { checkInDate: "2027-06-01", checkOutDate: "2027-06-03", guestCount: 2, expectedTotal: "1.00" };
  const changed = await both("PUT", `${path}/stay`, same, { cookie });
  expect(changed.english.message).toBe("The stay now costs $300.00. Please check the price again.");
  expect(changed.german.message).toContain("300,00\u00a0$");
  const fee = await both("POST", `${path}/cancel`, { expectedFee: "7.00" }, { cookie });
  expect(fee.english.message).toBe("The cancellation fee is now $0.00. Please check it, then try again.");
  expect(fee.german.message).toContain("Stornogebühr");
  expect((await server.send("POST", `${path}/cancel`, { expectedFee: "0.00" }, { cookie })).status).toBe(200);
  const { english, german } = await both("GET", `${path}/confirmation`, undefined, { cookie });
  expect(english.acts.cancelRefused).toBe("This stay is already cancelled.");
  expect(german.acts.cancelRefused).toBe("Diese Buchung ist bereits storniert.");
  const stranger = await both("POST", `${path}/cancel`, { expectedFee: "0.00" });
  expect(stranger.english.message).toBe(
    "Please open the link to your booking or use the browser you booked with, then try again.",
  );
  expect(stranger.german.message).toContain("öffnen Sie den Link");
  const nothing = await both("GET", "/api/bookings/nothing/confirmation");
  expect(nothing.english.message).toBe("We couldn't find the booking you're looking for.");
  expect(nothing.german.message).toBe("Wir konnten die gesuchte Buchung nicht finden.");
});
