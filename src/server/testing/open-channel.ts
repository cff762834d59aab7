import { PROPERTY_ID } from "#domain/booking/booking.ts";
import type { Platform } from "#domain/channels/channel.ts";
import { connectDatabase } from "../database/connect.ts";
import { createLogger } from "../runtime/logger.ts";
import type { TestApp } from "./test-app.ts";

/** A connected channel that is not read, with an address for our calendar; answers the path. */
export async function openChannel(server: TestApp, cookie: string, platform: Platform): Promise<string> {
  const { db, close } = connectDatabase(server.sameDatabase, createLogger("silent"));
  const at = server.clock().toISOString();
  await db
    .insertInto("channel")
    .values({
      id: `channel-${platform}`,
      property_id: PROPERTY_ID,
      platform,
      name: platform,
      mode: "everything",
      state: "paused",
      import_url: null,
      import_hash: null,
      connected_at: at,
      next_run_at: "9999-12-31T00:00:00.000Z",
    })
    .execute();
  await close();
  const opened = await server.send("POST", "/api/admin/feeds", { channel: `channel-${platform}` }, { cookie });
  const feed = opened.json.feeds.find((one: { platform: string }) => one.platform === platform);
  return feed.path;
}
