import type { TestApp } from "./test-app.ts";

/** A channel with an address for our calendar; answers the path. */
export async function openChannel(server: TestApp, cookie: string, platform: string): Promise<string> {
  const opened = await server.send("POST", "/api/admin/feeds", { channel: platform }, { cookie });
  const feed = opened.json.feeds.find((one: { platform: string }) => one.platform === platform);
  return feed.path;
}
