import http from "node:http";
import type { AddressInfo } from "node:net";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import type { Reach } from "../core/public-hosts.ts";
import { SAMPLE_CALENDARS, sampleCalendar, isSamplePlatform } from "./sample-calendars.ts";

/**
 * The demo's booking platforms, simulated on this machine: their calendars are read over HTTP like those of real
 * platforms. A demo reads calendars from no other host, so nobody can misuse it to send requests elsewhere.
 */
export function createSimulatedPlatforms(madeOn: () => Promise<LocalDate>) {
  const server = http.createServer((request, response) => {
    const platform = Object.keys(SAMPLE_CALENDARS)
      .filter(isSamplePlatform)
      .find((one) => new URL(SAMPLE_CALENDARS[one].url).host === request.headers.host);
    if (!platform) return void response.writeHead(404).end();
    madeOn().then(
      (day) =>
        void response
          .writeHead(200, { "content-type": "text/calendar; charset=utf-8" })
          .end(sampleCalendar(platform, day)),
      () => void response.writeHead(503).end(),
    );
  });
  server.unref();
  let listening: Promise<number> | null = null;
  const port = () =>
    (listening ??= new Promise<number>((resolve, reject) => {
      server.once("error", reject);
      server.listen(0, "127.0.0.1", () => {
        const address = server.address();
        // The address of a server that listens on a port is always of this type.
        resolve((address as AddressInfo).port);
      });
    }));
  const reach: Reach = {
    resolve: async () => {
      reach.port = await port();
      return [{ address: "127.0.0.1", family: 4 }];
    },
    isAllowed: (address) => address === "127.0.0.1",
    secure: false,
    port: 0,
  };
  return {
    reach,
    close: async () => {
      if (!listening) return;
      await listening;
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
