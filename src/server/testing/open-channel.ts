import { PROPERTY_ID } from "#domain/booking/booking.ts";
import type { Platform } from "#domain/channels/channel.ts";
import { eachDay, type LocalDate } from "#domain/calendar/local-date.ts";
import type { Db } from "../database/connect.ts";
import { randomId } from "../runtime/ids.ts";
import type { TestApp } from "./test-app.ts";

/** Connects a channel that is never read, and gives it a URL for our calendar. Returns the path of that URL. */
export async function openChannel(server: TestApp, cookie: string, platform: Platform): Promise<string> {
  const at = server.clock().toISOString();
  await server.db
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
  const opened = await server.send("POST", "/api/admin/feeds", { channel: `channel-${platform}` }, { cookie });
  const feed = opened.json.feeds.find((one: { platform: string }) => one.platform === platform);
  return feed.path;
}

/** Inserts a stay as an import would. The nights of the stay must be free. */
export async function importStay(
  db: Db,
  channelId: string,
  { checkInDate, checkOutDate }: { checkInDate: LocalDate; checkOutDate: LocalDate },
): Promise<void> {
  const id = randomId();
  const at = "2026-11-20T10:00:00.000Z";
  await db.transaction().execute(async (trx) => {
    const nights = eachDay(checkInDate, checkOutDate);
    await trx
      .insertInto("occupied_night")
      .values(nights.map((night) => ({ property_id: PROPERTY_ID, night, channel_stay_id: id })))
      .execute();
    await trx
      .insertInto("channel_stay")
      .values({
        id,
        channel_id: channelId,
        property_id: PROPERTY_ID,
        uid: `${id}@example.com`,
        occurrence: "",
        starts_on: checkInDate,
        ends_on: checkOutDate,
        kind: "unknown",
        verdict: null,
        state: "active",
        spared: null,
        holds_nights: 1,
        summary: "CLOSED - Not available",
        code: "",
        link: "",
        feed_guest: "",
        phone_digits: "",
        first_seen_at: at,
        last_seen_at: at,
        missing_since: null,
        booking_id: null,
        amount_cents: null,
      })
      .execute();
  });
}
