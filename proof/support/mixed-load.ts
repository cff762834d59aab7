import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import sharp from "sharp";
import { addDays } from "#domain/calendar/local-date.ts";
import { GUEST, stayBody } from "#server/testing/given.ts";
import { dayFromNow, type HttpResponse, send } from "./guests.ts";

const PAGES = ["/", "/book", "/bookings", "/attractions", "/house-rules", "/location", "/guest-info", "/no-such-page"];
const DATA = ["/api/site", "/api/properties/public", "/api/credits", "/robots.txt", "/sitemap.xml", "/api/ready"];
const SCREENS = [
  "dashboard",
  "bookings",
  "bookings.csv",
  "scheduled-messages",
  "audit",
  "settings",
  "backups",
  "feeds",
];

export type Counts = Record<string, number>;

/** Runs until `stop` is called, which returns the number of responses for each status, and of failed requests. */
export function mixedLoad(url: string, admin: { username: string; password: string }) {
  const counts: Counts = {};
  const booked: string[] = [];
  let stopped = false;
  let next = 0;

  const count = (what: string | number) => {
    counts[what] = (counts[what] ?? 0) + 1;
  };
  const ask = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    // From a random address, so that the rate limits can stay on.
    const from = { "x-forwarded-for": `10.${[...randomBytes(3)].join(".")}` };
    const response = await send(url + path, method, body, { ...from, ...headers }).catch(() => null);
    count(response ? response.status : "no answer");
    return response;
  };
  const json = (response: HttpResponse | null) => (response?.text.startsWith("{") ? JSON.parse(response.text) : {});
  const oneOf = (all: string[]) => all[next++ % all.length] ?? "/";

  const visitor = async () => {
    await ask("GET", oneOf(PAGES), undefined, { "accept-encoding": next % 2 ? "br" : "gzip" });
    await ask("GET", oneOf(DATA));
    await ask("GET", `/api/availability?from=${dayFromNow(1)}&to=${dayFromNow(200)}`);
  };
  const guest = async () => {
    const checkInDate = dayFromNow(2 + (next++ % 400));
    const headers = { "idempotency-key": crypto.randomUUID() };
    const { id } = json(await ask("POST", "/api/guests", GUEST, headers));
    const stay = { ...stayBody({ checkInDate, checkOutDate: addDays(checkInDate, 1) }), guestId: id };
    const response = await ask("POST", "/api/bookings", stay, headers);
    if (response?.status !== 201) return;
    booked.push(json(response).id);
    await ask("GET", `/booking/confirmation/${json(response).id}`);
  };
  const host = async (cookie: string) => {
    await ask("GET", `/api/admin/${oneOf(SCREENS)}`, undefined, { cookie });
    const id = booked.shift();
    if (!id) return;
    // Half an hour of bookings would fill the calendar.
    const { version, feeIfCancelledNow } = json(await ask("GET", `/api/admin/bookings/${id}`, undefined, { cookie }));
    const body = { version, waiveFee: true, expectedFee: feeIfCancelledNow };
    await ask("POST", `/api/admin/bookings/${id}/cancel`, body, { cookie });
  };
  /** Reads the event stream for two seconds, and drops the connection. */
  const listener = async (cookie: string) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname).on("error", () => undefined);
    socket.write(`GET /api/admin/events HTTP/1.1\r\nHost: ${hostname}\r\nCookie: ${cookie}\r\n\r\n`);
    socket.on("data", () => undefined);
    await wait(2000);
    socket.destroy();
    count("streams");
  };
  const careless = async () => {
    await ask("POST", "/api/bookings", { propertyId: "x", checkInDate: "2027-02-30" });
    await ask("POST", "/api/guests", { name: "x".repeat(2_000_000) });
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname).on("error", () => undefined);
    socket.write(
      "POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{",
    );
    await wait(200);
    socket.destroy();
    count("broken off");
  };
  const painter = async (cookie: string) => {
    const pixels = { width: 900, height: 600, channels: 3 } as const;
    const file = await sharp(randomBytes(900 * 600 * 3), { raw: pixels })
      .blur(4)
      .jpeg()
      .toBuffer();
    const { uploadURL } = json(await ask("POST", "/api/objects/upload", { type: "image/jpeg" }, { cookie }));
    if (typeof uploadURL !== "string") return;
    const sent = await fetch(new URL(uploadURL, url), {
      method: "PUT",
      body: new Uint8Array(file),
      headers: { cookie, "content-type": "image/jpeg" },
    });
    count(sent.status);
    await ask("POST", "/api/admin/pictures", { uploadURL, alt: "Noise" }, { cookie });
  };

  const every = async (ms: number, act: () => Promise<unknown>) => {
    while (!stopped) {
      await act();
      // Unreferenced, so that stopping does not wait for the longest pause.
      if (!stopped) await wait(ms, undefined, { ref: false });
    }
  };
  const run = async () => {
    const signedIn = await ask("POST", "/api/admin/auth/login", admin);
    const cookie = String(signedIn?.headers["set-cookie"]).split(";")[0] ?? "";
    await Promise.all([
      every(250, visitor),
      every(400, guest),
      every(300, () => host(cookie)),
      every(500, () => listener(cookie)),
      every(2000, careless),
      every(60_000, () => painter(cookie)),
      every(600_000, () => ask("POST", "/api/admin/backups", {}, { cookie })),
    ]);
  };
  const done = run();
  return {
    stop: async () => {
      stopped = true;
      await Promise.race([done, wait(3000)]);
      return counts;
    },
  };
}
