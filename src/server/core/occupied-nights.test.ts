import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PROPERTY_ID } from "#domain/booking/booking.ts";
import { toLocalDate } from "#domain/calendar/local-date.ts";
import { PLATFORMS } from "#domain/channels/channel.ts";
import {
  EVENT_KINDS,
  holdsItsNights,
  isStay,
  EXCLUSION_REASONS,
  STAY_STATES,
  HOST_OVERRIDES,
} from "#domain/channels/imported-stay.ts";
import { engines } from "../testing/engines.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { countsAsStay, isPlatformStay, occupiedSpans } from "./occupied-nights.ts";

const NIGHT = { starts_on: toLocalDate("2027-01-01"), ends_on: toLocalDate("2027-01-02") };
const AT = "2026-11-21T06:00:00.000Z";

/**
 * Every combination of platform, kind, host override, state and reason for exclusion; there are few enough to try them
 * all.
 */
const ALL = PLATFORMS.flatMap((platform) =>
  EVENT_KINDS.flatMap((kind) =>
    [null, ...HOST_OVERRIDES].flatMap((hostOverride) =>
      STAY_STATES.flatMap((state) =>
        [null, ...EXCLUSION_REASONS].map((exclusion) => ({ platform, kind, hostOverride, state, exclusion })),
      ),
    ),
  ),
).map((stay, n) => ({ ...stay, id: `stay-${n}` }));

describe.each(engines)("occupied nights on %s", (engine) => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp(engine);
    const { db } = server;
    for (const platform of PLATFORMS) {
      await db
        .insertInto("channel")
        .values({
          id: platform,
          property_id: PROPERTY_ID,
          platform,
          name: platform,
          mode: "everything",
          state: "paused",
          import_url: null,
          import_hash: null,
          connected_at: AT,
          disconnected_at: null,
          next_run_at: AT,
        })
        .execute();
    }
    const words = { summary: "", code: "", link: "", feed_guest: "", phone_digits: "" };
    const rows = ALL.map(({ id, platform, kind, hostOverride, state, exclusion }) => ({
      ...NIGHT,
      ...words,
      id,
      channel_id: platform,
      property_id: PROPERTY_ID,
      uid: id,
      occurrence: "",
      kind,
      verdict: hostOverride,
      state,
      spared: exclusion,
      holds_nights: holdsItsNights({ state, exclusion }) ? (1 as const) : (0 as const),
      first_seen_at: AT,
      last_seen_at: AT,
    }));
    await db.transaction().execute(async (trx) => {
      const holding = rows.find(({ holds_nights }) => holds_nights === 1);
      await trx
        .insertInto("occupied_night")
        .values({ property_id: PROPERTY_ID, night: NIGHT.starts_on, channel_stay_id: holding?.id ?? "" })
        .execute();
      for (let from = 0; from < rows.length; from += 100)
        await trx
          .insertInto("channel_stay")
          .values(rows.slice(from, from + 100))
          .execute();
    });
  });
  afterAll(() => server.close());

  const stays = () =>
    server.db
      .selectFrom("channel_stay")
      .innerJoin("channel", "channel.id", "channel_stay.channel_id")
      .select("channel_stay.id");
  const sorted = (rows: { id: string }[]) => rows.map(({ id }) => id).toSorted();

  test("the query and the domain agree on which records are stays, for every combination", async () => {
    expect(sorted(await stays().where(isPlatformStay).execute())).toEqual(sorted(ALL.filter(isStay)));
    expect(sorted(await stays().where(countsAsStay).execute())).toEqual(
      sorted(ALL.filter((stay) => isStay(stay) && holdsItsNights(stay))),
    );
  });

  test("the query and the domain agree on which records occupy nights", async () => {
    const spans = await occupiedSpans(server.db, NIGHT.starts_on);
    expect(sorted(spans)).toEqual(sorted(ALL.filter(holdsItsNights)));
  });
});
