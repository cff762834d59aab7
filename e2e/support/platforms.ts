import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServerProcess } from "#server/testing/processes.ts";
import { ADMIN, stop } from "./latchkey.ts";

type Event = { uid: string; from: string; to: string; summary: string; description?: string };

/** The far end: platforms that publish calendars over HTTP, as Airbnb and Booking.com write them. */
export type Platforms = {
  port: number;
  /** What is answered for a host and path; anything else is 404. */
  publish: (address: string, calendar: string) => void;
  withdraw: (address: string) => void;
  close: () => Promise<void>;
};

export async function openPlatforms(): Promise<Platforms> {
  const calendars = new Map<string, string>();
  const server = createServer((request: IncomingMessage, response) => {
    const host = request.headers.host?.replace(/:\d+$/, "") ?? "";
    const calendar = calendars.get(`https://${host}${request.url ?? ""}`);
    if (calendar === undefined) response.writeHead(404, { "content-type": "text/html" }).end("<h1>Not found</h1>");
    else response.writeHead(200, { "content-type": "text/calendar; charset=utf-8" }).end(calendar);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    publish: (address, calendar) => void calendars.set(address, calendar),
    withdraw: (address) => void calendars.delete(address),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The real server with its pages, which finds every platform at the far end above, and whose time can be moved on. */
export async function serverWithPlatforms() {
  const platforms = await openPlatforms();
  const dataDir = mkdtempSync(join(tmpdir(), "latchkey-e2e-"));
  const { child, url } = await startServerProcess(
    { databaseUrl: null, dataDir },
    { pages: true, platformsPort: platforms.port, firstAdmin: ADMIN },
  );
  return {
    url,
    platforms,
    /** Lets minutes pass for the server. */
    pass: (minutes: number) => void child.send(minutes * 60_000),
    close: async () => {
      await stop(child);
      await platforms.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const hex = (text: string) => Buffer.from(text).toString("hex").padEnd(32, "0").slice(0, 32);

/** A calendar as Airbnb writes them (channels.md 2.1). */
export function airbnbCalendar(stays: { code: string; from: string; to: string }[]): string {
  const events = stays.map(({ code, from, to }) => ({
    uid: `1418fb94e984-${hex(code)}@airbnb.com`,
    from,
    to,
    summary: "Reserved",
    description: `Reservation URL: https://www.airbnb.com/hosting/reservations/details/${code}\\nPhone Number (Last 4 Digits): 0042`,
  }));
  return calendar("-//Airbnb Inc//Hosting Calendar 1.0//EN", events);
}

/** A calendar as Booking.com writes them (channels.md 2.2). */
export function bookingCalendar(spans: { from: string; to: string }[]): string {
  const events = spans.map(({ from, to }) => ({
    uid: `${hex(from)}@booking.com`,
    from,
    to,
    summary: "CLOSED - Not available",
  }));
  return calendar("-//admin.booking.com\\\\\\, b.v.//NONSGML v1.0//EN", events);
}

function calendar(product: string, events: Event[]): string {
  const stamp = `${new Date().toISOString().replace(/[-:]|\.\d+/g, "")}`;
  const day = (date: string) => date.replaceAll("-", "");
  const lines = events.flatMap(({ uid, from, to, summary, description }) => [
    "BEGIN:VEVENT",
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${day(from)}`,
    `DTEND;VALUE=DATE:${day(to)}`,
    `SUMMARY:${summary}`,
    `UID:${uid}`,
    ...(description ? [`DESCRIPTION:${description}`] : []),
    "END:VEVENT",
  ]);
  const head = ["BEGIN:VCALENDAR", `PRODID:${product}`, "CALSCALE:GREGORIAN", "VERSION:2.0"];
  return [...head, ...lines, "END:VCALENDAR", ""].join("\r\n");
}
