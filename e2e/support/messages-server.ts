import { resolve } from "node:path";
import { test as base } from "@playwright/test";
import { loadBuiltSite } from "#server/http/built-site.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";

/** With its pages and a clock that the journey moves. Its messages stay on this machine, as in the demo. */
export const test = base.extend<{ server: TestApp; baseURL: string }>({
  server: async ({}, use) => {
    const server = await startTestApp("sqlite", {
      site: await loadBuiltSite(resolve("dist")),
      outbox: { everyMs: 50 },
      config: { localMailbox: true },
    });
    await server.app.start();
    await use(server);
    await server.close();
  },
  baseURL: async ({ server }, use) => use(server.url),
});

/** The host's session, for a browser. */
export async function hostCookie(server: TestApp): Promise<{ name: string; value: string; url: string }> {
  const [name = "", value = ""] = (await server.signIn()).split("=");
  return { name, value, url: server.url };
}
