import http from "node:http";
import type { AddressInfo } from "node:net";
import type { Reach } from "../core/public-hosts.ts";

/** The response of a simulated platform. */
export type FeedReply = {
  status?: number;
  body?: string | Buffer;
  headers?: Record<string, string>;
  /** Milliseconds until the first byte is sent. */
  delay?: number;
  /** Writes the response itself. */
  serve?: (response: http.ServerResponse) => void;
};
export type Platforms = {
  reach: Reach;
  /** The reply of each host, for any path. */
  replies: Map<string, FeedReply | ((request: http.IncomingMessage) => FeedReply)>;
  requests: { host: string; url: string; headers: http.IncomingHttpHeaders }[];
  close: () => Promise<void>;
};

/**
 * Simulated platforms on this machine, reached by the platforms' real names. Only name resolution, the allowed
 * addresses, the port and encryption differ from production.
 */
export async function startPlatforms(): Promise<Platforms> {
  const replies: Platforms["replies"] = new Map();
  const requests: Platforms["requests"] = [];
  const server = http.createServer((request, response) => {
    const host = request.headers.host ?? "";
    requests.push({ host, url: request.url ?? "", headers: request.headers });
    const found = replies.get(host);
    const reply = typeof found === "function" ? found(request) : found;
    if (!reply) return void response.writeHead(404).end();
    if (reply.serve) return reply.serve(response);
    const send = () =>
      response
        .writeHead(reply.status ?? 200, { "content-type": "text/calendar", ...reply.headers })
        .end(reply.body ?? "");
    if (reply.delay) setTimeout(send, reply.delay);
    else send();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    reach: {
      resolve: async () => [{ address: "127.0.0.1", family: 4 }],
      isAllowed: (address) => address === "127.0.0.1",
      secure: false,
      port,
    },
    replies,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export type SimEvent = { uid: string; from: string; to: string; summary: string; description?: string };

const compact = (day: string) => day.replaceAll("-", "");

/** A calendar in a platform's format (docs/calendar-sync.md), created by us. */
export function calendarOf(product: string, events: readonly SimEvent[], stamp = "20261121T060000Z"): string {
  return [
    "BEGIN:VCALENDAR",
    `PRODID:${product}`,
    "CALSCALE:GREGORIAN",
    "VERSION:2.0",
    ...events.flatMap(({ uid, from, to, summary, description }) => [
      "BEGIN:VEVENT",
      `DTSTAMP:${stamp}`,
      `DTSTART;VALUE=DATE:${compact(from)}`,
      `DTEND;VALUE=DATE:${compact(to)}`,
      `SUMMARY:${summary}`,
      `UID:${uid}`,
      ...(description ? [`DESCRIPTION:${description}`] : []),
      "END:VEVENT",
    ]),
    "END:VCALENDAR",
    "",
  ].join("\r\n");
}

export const AIRBNB = "-//Airbnb Inc//Hosting Calendar 1.0//EN";
export const BOOKING = "-//admin.booking.com\\\\\\, b.v.//NONSGML v1.0//EN";

const hex = (text: string) => Buffer.from(text.padEnd(16, "0")).toString("hex").slice(0, 32);

export function airbnbStay(code: string, from: string, to: string): SimEvent {
  const page = `https://www.airbnb.com/hosting/reservations/details/${code}`;
  const description = `Reservation URL: ${page}\\nPhone Number (Last 4 Digits): 0042`;
  return { uid: `1418fb94e984-${hex(code)}@airbnb.com`, from, to, summary: "Reserved", description };
}

export function airbnbBlock(id: string, from: string, to: string): SimEvent {
  return { uid: `7f662ec65913-${hex(id)}@airbnb.com`, from, to, summary: "Airbnb (Not available)" };
}

export function bookingStay(id: string, from: string, to: string): SimEvent {
  return { uid: `${hex(id)}@booking.com`, from, to, summary: "CLOSED - Not available" };
}
