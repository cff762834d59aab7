import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPageCache } from "./page-cache.ts";

const pageOf = (name: string) =>
  Array.from({ length: 2000 }, (_, n) => `<p>${name} ${n * 7919}: ${(n * 104_729) % 977}</p>`).join("");
const validUntil = Date.parse("2027-01-02T00:00:00Z");

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

async function given() {
  const cache = createPageCache(() => new Date("2027-01-01T00:00:00Z"));
  const server = createServer((request, response) => {
    if (!cache.serve(request, response)) response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const add = async (path: string, html: string) => {
    cache.add(path, Promise.resolve({ html, headers: {} }), validUntil);
    await cache.settled(path);
  };
  /** What a browser receives: the status, the text and the number of compressed bytes. */
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { "accept-encoding": "br" } });
    const text = await response.text();
    return { status: response.status, text, bytes: Number(response.headers.get("content-length")) };
  };
  return { cache, add, get, [Symbol.asyncDispose]: async () => void server.close() };
}

test("pages are cached at once, and compressed further once no page has been added for 10 seconds", async () => {
  await using site = await given();
  await site.add("/", pageOf("night"));
  const first = await site.get("/");
  expect(first).toMatchObject({ status: 200, text: pageOf("night") });
  expect(first.bytes).toBeLessThan(first.text.length);
  vi.advanceTimersByTime(9000);
  await site.add("/book", pageOf("night"));
  vi.advanceTimersByTime(9000);
  expect(await site.get("/")).toEqual(first);
  vi.advanceTimersByTime(1000);
  for (const path of ["/", "/book"]) {
    await vi.waitFor(async () => expect((await site.get(path)).bytes).toBeLessThan(first.bytes), { timeout: 20_000 });
    expect((await site.get(path)).text).toBe(first.text);
  }
});

test("after a change, no visitor gets the old page, even if it was about to be compressed further", async () => {
  await using site = await given();
  await site.add("/", pageOf("night"));
  vi.advanceTimersByTime(10_000);
  site.cache.clear();
  expect((await site.get("/")).status).toBe(404);
  await site.add("/", pageOf("day"));
  const changed = await site.get("/");
  expect(changed.text).toBe(pageOf("day"));
  vi.advanceTimersByTime(10_000);
  await vi.waitFor(async () => expect((await site.get("/")).bytes).toBeLessThan(changed.bytes), { timeout: 20_000 });
  expect((await site.get("/")).text).toBe(changed.text);
});
