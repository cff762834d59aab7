import { HOUSE_CANCELLATION } from "#domain/booking/cancellation.ts";
import { dayAt, type TimeZone } from "#domain/calendar/time-zone.ts";
import type { Db } from "../database/connect.ts";
import type { Mount } from "../http/mount.ts";
import type { Clock } from "../runtime/clock.ts";
import type { StoredProperty } from "./ports.ts";
import { mountProperty } from "./routes.ts";
import { startingProperty, startingSite } from "./starting-content.ts";
import { createPropertyStore } from "./store.ts";

export function createPropertyModule({ db, clock }: { db: Db; clock: Clock }) {
  const store = createPropertyStore(db);

  async function cottage(): Promise<StoredProperty> {
    const property = await store.read();
    if (!property) throw new Error("The property row is missing; was the database set up?");
    return property;
  }

  /** The zone hardly ever changes and is asked for on every availability call: remembered for a second. */
  let zone: { name: TimeZone; until: number } | null = null;
  async function timeZone(): Promise<TimeZone> {
    const now = clock().getTime();
    if (!zone || now >= zone.until) zone = { name: (await cottage()).timeZone, until: now + 1000 };
    return zone.name;
  }

  return {
    addStartingContent: () => store.addIfEmpty(startingProperty, startingSite),
    mount: (mount: Mount) => mountProperty(mount, { store, clock }),
    timeZone,
    today: async () => dayAt(clock(), await timeZone()),
    /** Call when the zone may have changed; other processes notice within a second. */
    forgetTimeZone: () => {
      zone = null;
    },
    facts: cottage,
    /** What a booking freezes: rate and cancellation policy as they are now. */
    houseTerms: async () => {
      const [{ rateCents, timeZone }, { houseTimes }] = await Promise.all([cottage(), store.readSite()]);
      const policy = { ...HOUSE_CANCELLATION, checkInTime: houseTimes.checkInFrom, timeZone };
      return { rateCents, timeZone, policy };
    },
  };
}
