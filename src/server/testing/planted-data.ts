import { expect } from "vitest";
import sharp from "sharp";
import { ratingToken } from "../ratings/rating-link.ts";
import { ratingKey } from "../ratings/store.ts";
import { bookStay } from "./given.ts";
import { cookieOf, type TestApp } from "./test-app.ts";

export const CANARY = { name: "Quillon Zarathustra", email: "Quillon.Z@canary.example", phone: "+94 70 987 6543" };
const SECRET_URL = "https://calendar.example/ical/4711.ics?s=Zq0123456789abcdef0123456789abcdef";
export const STAYS = [
  { checkInDate: "2026-11-23", checkOutDate: "2026-11-26" },
  { checkInDate: "2026-12-10", checkOutDate: "2026-12-12" },
] as const;

/**
 * Values for the parameters in URLs. A new parameter name in a public URL fails the tests until `plant` returns values
 * for it.
 */
export type Parts = Record<string, string[]>;

/** Creates private data: a review by SQL, and everything else through the API calls of the host and guests. */
export async function plant(server: TestApp, cookie: string): Promise<{ parts: Parts; guest: string }> {
  const host = async (method: string, path: string, body?: unknown) => {
    const response = await server.send(method, path, body, { cookie });
    expect(response.status, `${method} ${path}: ${response.text}`).toBeLessThan(300);
    return response.json;
  };
  await host("PUT", "/api/admin/content/property", {
    wifiPassword: "Zq-monsoon-2027",
    checkInInstructions: "The key lies **under the third pot**, code ZQ-4711",
    description: "The old text is no longer public",
  });
  await host("PUT", "/api/admin/content/property", { description: "A house above the mist" });
  const { missing: _missing, debugUntil: _until, ...settings } = await host("GET", "/api/admin/settings");
  await host("PUT", "/api/admin/settings", { ...settings, wifiName: "Zq House Net" });

  const guest = await server.send("POST", "/api/guests", CANARY);
  const stay = { propertyId: 1, guestCount: 2, status: "confirmed", specialRequests: "Peacock allergy, ZQ" };
  const booked = await server.send("POST", "/api/bookings", { ...stay, ...STAYS[0], guestId: guest.json.id });
  const bookingId: string = booked.json.id;
  const second = await bookStay(server, STAYS[1], CANARY);
  await host("PUT", `/api/admin/bookings/${bookingId}/notes`, { version: 1, notes: "Gate code told to Quillon" });
  const payment = { kind: "payment", amount: "450", method: "cash", paidOn: "2026-11-21" };
  await host("POST", `/api/admin/bookings/${bookingId}/payments`, { version: 2, ...payment });
  await host("POST", "/api/admin/blocks", { startsOn: "2027-03-01", endsOn: "2027-03-03", reason: "Zq roof repairs" });
  await host("POST", `/api/admin/bookings/${bookingId}/messages`, { text: "Zq key lies under the blue pot" });
  await host("PUT", "/api/admin/day-notes/2027-03-01", { text: "Zq gardener comes at nine", seen: "" });
  await server.send("POST", `/api/bookings/${bookingId}/link`, {});
  await host("PUT", "/api/admin/message-templates/booking_confirmation", {
    version: 0,
    subject: "Zq welcome, {guestName}",
    body: "Zq the dog is called Ceylon.",
  }).catch(() => {});

  const channel = await host("POST", "/api/admin/channels", { platform: "airbnb", url: SECRET_URL });
  const { feeds } = await host("POST", "/api/admin/feeds", { channel: channel.id });
  const [, , token = "", file = ""] = String(feeds[0].path).split("/");
  const { path: cleanersPath } = await host("POST", "/api/admin/cleaning/link", { seen: null });
  const cleaner = String(cleanersPath).split("/").at(-1) ?? "";
  await host("PUT", "/api/admin/cleaning", { note: "Zq mop is in the shed", email: "", seen: { note: "", email: "" } });

  const image = sharp({ create: { width: 500, height: 400, channels: 3, background: "#785" } });
  const photo = new Uint8Array(await image.jpeg().toBuffer());
  const { uploadURL } = await host("POST", "/api/objects/upload");
  await fetch(server.url + uploadURL, {
    method: "PUT",
    body: photo,
    headers: { cookie, "content-type": "image/jpeg" },
  });
  const details = { alt: "Zq nobody has shown this", author: "Zq Nimal", licence: "Zq licence", source: "Zq drawer" };
  const picture = await host("POST", "/api/admin/pictures", { uploadURL, ...details });

  const key = await ratingKey(server.db);
  const at = server.clock().toISOString();
  const review = {
    stars: 4,
    words: "Zq the neighbours are loud",
    created_at: at,
    changed_at: at,
    published: 0,
  } as const;
  await server.db
    .insertInto("rating")
    .values({ booking_id: bookingId, ...review })
    .execute();
  const parts = {
    id: ["1", "2"],
    bookingId: [bookingId, second.json.id, "00000000-0000-4000-8000-000000000000"],
    secret: ["A".repeat(43)],
    mark: ["A".repeat(43)],
    until: ["20000"],
    pictureId: [picture.id],
    size: ["large"],
    "/pictures/:pictureId/:file file": ["480.jpg", "master.jpg"],
    "/calendar/:token/:file token": [token, "A".repeat(43)],
    "/calendar/:token/:file file": [file],
    ...Object.fromEntries(
      ["", "/:file", "/done", "/email"].map((rest) => [`/cleaning/:token${rest} token`, [cleaner, "A".repeat(43)]]),
    ),
    "/cleaning/:token/:file file": ["cleaning.ics"],
    token: [ratingToken(key, { bookingId, linkGeneration: 1 }), "none"],
    number: ["2026-0001"],
  };
  return { parts, guest: cookieOf(booked) };
}
