/** S27: 500 connections that never finish sending (slowloris, slow bodies), with our client and with slowhttptest. */
import { spawnSync } from "node:child_process";
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { scratchDatabase } from "#server/testing/engines.ts";
import { ended, startServerProcess } from "#server/testing/processes.ts";
import { createServer } from "node:http";
import { send } from "./support/guests.ts";
import { prove } from "./support/proof.ts";

const CONNECTIONS = 500;
const KINDS = {
  headers: "POST /api/guests HTTP/1.1\r\nHost: x\r\nX-A: ",
  body: "POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{",
};

await prove(
  { id: "S27", what: "Slow clients", aim: "500 slow connections closed within 15 s; the service keeps responding" },
  "sqlite",
  async () => {
    const scratch = await scratchDatabase("sqlite");
    const server = await startServerProcess(scratch);
    const port = Number(new URL(server.url).port);
    const headers = await attack(port, KINDS.headers, server.url);
    const body = await attack(port, KINDS.body, server.url);
    const tool = spawnSync(
      "slowhttptest",
      ["-c", "500", "-H", "-i", "2", "-r", "200", "-l", "20", "-u", server.url, "-p", "3"],
      { encoding: "utf8" },
    );
    const toolSays = lastAvailability(tool.stdout ?? "");
    server.child.kill("SIGTERM");
    await ended(server.child);
    await scratch.remove();

    // The negative control: a server without timeouts.
    const careless = createServer({ headersTimeout: 0, requestTimeout: 0 }, (_request, response) => response.end("ok"));
    await new Promise<void>((resolve) => careless.listen(0, "127.0.0.1", resolve));
    const address = careless.address();
    const carelessPort = typeof address === "object" && address ? address.port : 0;
    const control = await attack(carelessPort, KINDS.headers, `http://127.0.0.1:${carelessPort}`, 50);
    careless.closeAllConnections();
    careless.close();
    return {
      figures: {
        slowHeadersClosed: headers.closed,
        slowHeadersSeconds: headers.seconds,
        slowBodiesClosed: body.closed,
        slowBodiesSeconds: body.seconds,
        slowestAnswerMs: Math.max(headers.slowestMs, body.slowestMs),
        slowhttptest: toolSays,
      },
      met:
        headers.closed === CONNECTIONS &&
        body.closed === CONNECTIONS &&
        Math.max(headers.slowestMs, body.slowestMs) < 1000,
      negativeControl: { fault: "a server without timeouts", detected: control.closed < 50 },
    };
  },
);

/** Sends one byte per second on each connection, and counts how many the server closes within 15 s. */
async function attack(port: number, start: string, url: string, count = CONNECTIONS) {
  let closed = 0;
  let slowestMs = 0;
  const sockets: Socket[] = Array.from({ length: count }, () => {
    const socket = connect(port, "127.0.0.1", () => socket.write(start));
    socket.once("close", () => (closed += 1)).on("error", () => undefined);
    socket.resume();
    return socket;
  });
  const begun = performance.now();
  while (closed < count && performance.now() - begun < 15_000) {
    for (const socket of sockets) if (socket.writable && !socket.connecting) socket.write("a");
    const sentAt = performance.now();
    await send(`${url}/api/health`, "GET");
    slowestMs = Math.max(slowestMs, performance.now() - sentAt);
    await wait(1000);
  }
  const seconds = Math.round((performance.now() - begun) / 1000);
  for (const socket of sockets) socket.destroy();
  return { closed, seconds, slowestMs: Math.round(slowestMs) };
}

/** The last status in slowhttptest's coloured output. */
function lastAvailability(output: string): string {
  return [...output.matchAll(/service available:[^YN]*(YES|NO)/g)].at(-1)?.[1] ?? "not installed";
}
