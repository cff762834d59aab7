import { createServer, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { startTestApp } from "../testing/test-app.ts";
import { proxyCheck, publicAddressCheck } from "./public-client.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** A server that is told to trust its proxy. */
async function behindProxy() {
  const server = await startTestApp("sqlite", { config: { trustProxy: true } });
  closing.push(server.close);
  return server;
}

/**
 * Passes each request to `target` with other headers. Refuses a body longer than `mostBytes`, as nginx does, and adds the
 * headers `answers` to responses.
 */
async function startProxy(
  target: string,
  headersFor: (headers: IncomingHttpHeaders) => IncomingHttpHeaders,
  { mostBytes = Number.POSITIVE_INFINITY, answers = {} }: { mostBytes?: number; answers?: OutgoingHttpHeaders } = {},
): Promise<string> {
  const proxy = createServer((received, response) => {
    if (Number(received.headers["content-length"] ?? 0) > mostBytes) {
      response.writeHead(413, { "content-type": "text/html" }).end("<h1>413 Request Entity Too Large</h1>");
      return;
    }
    const headers = headersFor(received.headers);
    const passed = request(target + (received.url ?? ""), { method: received.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 0, { ...answer.headers, ...answers });
      answer.pipe(response);
    });
    passed.on("error", () => response.destroy());
    received.pipe(passed);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  closing.push(async () => {
    proxy.closeAllConnections();
    await new Promise((resolve) => proxy.close(resolve));
  });
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

const appending = (headers: IncomingHttpHeaders) => ({
  ...headers,
  "x-forwarded-for": [headers["x-forwarded-for"], "203.0.113.9"].filter(Boolean).join(", "),
});
const unchanged = (headers: IncomingHttpHeaders) => headers;

test("the doctor reports a proxy that lets visitors choose their own address, and a trusted proxy that does not exist", async () => {
  const { url } = await behindProxy();
  const look = (publicUrl: string) => publicAddressCheck(publicUrl, true).look();
  const believed = {
    state: "bad",
    message: expect.stringContaining("visitors can choose the address from which they seem to come"),
    remedy: expect.stringContaining("X-Forwarded-For"),
  };
  expect(await look(await startProxy(url, unchanged))).toMatchObject(believed);
  expect(await look(url)).toMatchObject(believed);
  // Without TLS, this is the best result.
  const fine = { state: "warning", message: expect.stringContaining("responds without TLS") };
  expect(await look(await startProxy(url, appending))).toMatchObject(fine);
  const replacing = (headers: IncomingHttpHeaders) => ({ ...headers, "x-forwarded-for": "203.0.113.9" });
  expect(await look(await startProxy(url, replacing))).toMatchObject(fine);
  expect(await (await fetch(`${url}/api/health`)).json()).toEqual({ status: "ok" });
});

test("the doctor notices that another program responds at the public URL", async () => {
  const other = createServer((_request, response) => response.end("<h1>Welcome to nginx!</h1>"));
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  closing.push(() => new Promise((resolve) => other.close(resolve)));
  const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  expect(await publicAddressCheck(url, true).look()).toMatchObject({
    state: "bad",
    message: `Another program responds at ${url}.`,
  });
});

test("the doctor reports a proxy that refuses the largest picture before it reaches the server", async () => {
  const { url } = await behindProxy();
  const look = (publicUrl: string) => proxyCheck(publicUrl).look();
  expect(await look(await startProxy(url, appending, { mostBytes: 1_048_576 }))).toMatchObject({
    state: "warning",
    message: "The proxy refuses pictures of 10 MB.",
    remedy: expect.stringContaining("client_max_body_size"),
  });
  expect(await look(await startProxy(url, appending))).toMatchObject({ state: "good" });
  expect(await look("http://127.0.0.1:9")).toMatchObject({ state: "skipped" });
});

test("the doctor reports a proxy that compresses pages whose length could reveal a secret", async () => {
  const { url } = await behindProxy();
  const compressed = { "content-encoding": "gzip" };
  expect(await proxyCheck(await startProxy(url, appending, { answers: compressed })).look()).toMatchObject({
    state: "warning",
    message: expect.stringContaining("compresses pages that Latchkey does not compress"),
    remedy: expect.stringContaining("gzip off"),
  });
});

test("a site whose proxy replaces the Host header accepts forms from its own pages, also from older browsers", async () => {
  const publicUrl = "https://Cottage.example:443";
  const server = await startTestApp("sqlite", { config: { publicUrl, trustProxy: true } });
  closing.push(server.close);
  // Browsers that do not send `Sec-Fetch-Site` send `Origin`.
  const url = await startProxy(server.url, (headers) => appending({ ...headers, host: "localhost:3000" }));
  const from = async (origin: string) => {
    const body = JSON.stringify({ reference: "LK-00000000", email: "guest@example.com" });
    const headers = { origin, "content-type": "application/json" };
    return (await fetch(`${url}/api/bookings/find`, { method: "POST", headers, body })).status;
  };
  expect(await from("https://cottage.example")).not.toBe(403);
  expect(await from("http://cottage.example")).toBe(403);
  expect(await from("https://evil.example")).toBe(403);
});
