import { createServer, type Server, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { HOSTILE_ADDRESSES, HOSTILE_LINKS } from "../../testing/hostile-links.ts";
import { calendarOf, type FeedReply, type Platforms, startPlatforms } from "../../testing/platforms.ts";
import { isPublic, type Reach, PUBLIC_INTERNET } from "../../core/public-hosts.ts";
import { createFeedClient } from "./feed-client.ts";

const NONE = { etag: "", lastModified: "" };
const HOST = "feeds.example.com";
const LINK = `https://${HOST}/a.ics?s=secret`;

describe("S24: an internal address is never reached, however it is spelled", () => {
  let inside: Server;
  let port: number;
  const connections: Socket[] = [];
  beforeAll(async () => {
    inside = createServer((socket) => connections.push(socket));
    await new Promise<void>((resolve) => inside.listen(0, "::", resolve));
    port = (inside.address() as AddressInfo).port;
  });
  afterAll(() => {
    for (const socket of connections) socket.destroy();
    inside.close();
  });

  /** The real connection code, used with the attacker's name server and a port on which a server is listening. */
  const attacked = (addresses: string[]): Reach => ({
    ...PUBLIC_INTERNET,
    port,
    resolve: async () => addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
  });
  const read = (url: string, addresses: string[] = ["127.0.0.1"]) =>
    createFeedClient("Test", attacked(addresses)).read(url, NONE, 2000);

  test.each(HOSTILE_LINKS)("%s", async (url) => {
    expect((await read(url)).state).toBe("refused_address");
    expect(connections).toHaveLength(0);
  });

  test.each(HOSTILE_ADDRESSES.map((addresses) => [addresses]))("a name that resolves to %j", async (addresses) => {
    expect(await read(LINK, addresses)).toMatchObject({
      state: "refused_address",
      message: "It is on a private network",
    });
    expect(connections).toHaveLength(0);
  });

  test("a second DNS answer changes nothing: we connect to the address that was checked", async () => {
    // An address reserved for documentation, which nobody uses, stands in for a public address.
    const answers = [["198.51.100.7"], ["127.0.0.1"]];
    let lookups = 0;
    const rebinding: Reach = {
      ...attacked([]),
      isAllowed: (address) => address === "198.51.100.7" || isPublic(address),
      resolve: async () => (answers[lookups++] ?? ["127.0.0.1"]).map((address) => ({ address, family: 4 })),
    };
    const response = await createFeedClient("Test", rebinding).read(LINK, NONE, 300);
    expect(["timeout", "network_error"]).toContain(response.state);
    expect([lookups, connections.length]).toEqual([1, 0]);
  });

  test("public addresses are recognised as public", () => {
    for (const address of ["93.184.216.34", "8.8.8.8", "2606:2800:220:1::1", "2a00:1450:4001::200e"]) {
      expect(isPublic(address), address).toBe(true);
    }
  });
});

describe("S-06, R18: a hostile or broken server", () => {
  let platforms: Platforms;
  let reads: (url: string, budgetMs?: number) => Promise<{ state: string }>;
  beforeAll(async () => {
    platforms = await startPlatforms();
    const client = createFeedClient("Test", platforms.reach);
    reads = (url, budgetMs = 2000) => client.read(url, NONE, budgetMs);
  });
  afterAll(() => platforms.close());
  const serve = (reply: FeedReply) => void platforms.replies.set(HOST, reply);
  const forever = (
    write: (response: Parameters<NonNullable<FeedReply["serve"]>>[0]) => void,
    everyMs: number,
  ): FeedReply => ({
    serve: (response) => {
      response.writeHead(200);
      const timer = setInterval(() => write(response), everyMs);
      response.on("close", () => clearInterval(timer));
    },
  });

  test.each<[string, FeedReply, string]>([
    ["silence", { serve: () => {} }, "timeout"],
    ["one byte at a time", forever((response) => response.write("B"), 40), "timeout"],
    ["an endless body", forever((response) => response.write("x".repeat(400_000)), 1), "too_large"],
    [
      "an announced length of five gigabytes",
      { serve: (response) => response.writeHead(200, { "content-length": "5000000000" }).write("x") },
      "too_large",
    ],
    [
      "a compression bomb",
      { body: gzipSync(Buffer.alloc(60_000_000)), headers: { "content-encoding": "gzip" } },
      "too_large",
    ],
    ["a broken archive", { body: "no gzip", headers: { "content-encoding": "gzip" } }, "network_error"],
    [
      "a dropped connection",
      {
        serve: (response) =>
          response.writeHead(200, { "content-length": "500" }).write("BEGIN", () => response.destroy()),
      },
      "network_error",
    ],
    ["endless headers", { headers: { "x-long": "x".repeat(20_000) } }, "network_error"],
    ["a redirect to http", { status: 302, headers: { location: `http://${HOST}/` } }, "refused_address"],
    [
      "a redirect to an IP address",
      { status: 302, headers: { location: "https://169.254.169.254/latest" } },
      "refused_address",
    ],
    ["a redirect to a file", { status: 302, headers: { location: "file:///etc/passwd" } }, "refused_address"],
    ["a redirect to another port", { status: 302, headers: { location: `https://${HOST}:8080/` } }, "refused_address"],
    ["a redirect to nowhere", { status: 302, headers: { location: "https://[" } }, "refused_address"],
    ["a redirect loop", { status: 302, headers: { location: LINK } }, "network_error"],
    ["too many requests", { status: 429, headers: { "retry-after": "60" } }, "http_error"],
  ])("%s", async (_, reply, state) => {
    serve(reply);
    const before = process.memoryUsage().rss;
    // We give up only on a server that never finishes; on a busy machine, any other response may take seconds.
    expect((await reads(LINK, state === "timeout" ? 700 : 20_000)).state).toBe(state);
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  });

  test("a redirect into a private network is refused", async () => {
    const client = createFeedClient("Test", {
      ...platforms.reach,
      resolve: async (host) => [{ address: host === HOST ? "127.0.0.1" : "10.0.0.1", family: 4 }],
    });
    serve({ status: 301, headers: { location: "https://inside.example.com/" } });
    expect((await client.read(LINK, NONE, 1000)).state).toBe("refused_address");
  });

  test("three redirects are followed without changing keys in their URLs, and compressed calendars are unpacked", async () => {
    const body = calendarOf("-//Example//EN", []);
    platforms.replies.set("a.example.com", { status: 301, headers: { location: "https://b.example.com/x?k=%2f%2B" } });
    serve({ body: gzipSync(body), headers: { "content-encoding": "gzip" } });
    platforms.replies.set("b.example.com", (request) =>
      request.url === "/x?k=%2f%2B"
        ? { status: 307, headers: { location: "/next?k=%2f" } }
        : { status: 308, headers: { location: LINK } },
    );
    const answer = await reads("https://a.example.com/");
    expect(answer).toMatchObject({ state: "ok", body: Buffer.from(body), finalHost: HOST });
  });

  test("no failure message contains the link's secret", async () => {
    const failures: FeedReply[] = [
      { serve: (response) => response.destroy() },
      { status: 404 },
      { status: 302, headers: { location: LINK } },
      { status: 302, headers: { location: "https://169.254.169.254/a.ics?s=secret" } },
      { body: "no gzip", headers: { "content-encoding": "gzip" } },
    ];
    for (const failure of failures) {
      serve(failure);
      const failed = await reads(LINK, 20_000);
      expect(failed.state).not.toBe("ok");
      expect(JSON.stringify(failed)).not.toContain("secret");
    }
  });
});
