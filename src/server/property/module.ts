import { HOUSE_CANCELLATION } from "#domain/booking/cancellation.ts";
import { dayAt, momentOf, type TimeZone } from "#domain/calendar/time-zone.ts";
import { addDays, type LocalDate } from "#domain/calendar/local-date.ts";
import type { Db } from "../database/connect.ts";
import type { Mount } from "../http/mount.ts";
import type { Clock } from "../runtime/clock.ts";
import type { StoredProperty } from "./ports.ts";
import { mountProperty, type PropertyRouteNeeds } from "./routes.ts";
import { startingProperty, startingSite } from "./starting-content.ts";
import { createPropertyStore } from "./store.ts";

/** A change of the zone in the settings shows after this, on every instance. */
const REMEMBERED_MS = 1000;

export function createPropertyModule({ db, clock }: { db: Db; clock: Clock }) {
  const store = createPropertyStore(db);

  async function cottage(): Promise<StoredProperty> {
    const property = await store.read();
    if (!property) throw new Error("The property row is missing; was the database set up?");
    return property;
  }

  /** Asked for on every call about dates, and nearly always the same: remembered for a second. */
  let known: { zone: TimeZone; day: LocalDate; from: number; until: number } | null = null;
  async function cottageDay() {
    const now = clock();
    const at = now.getTime();
    if (!known || at < known.from || at >= known.until) {
      const zone = (await cottage()).timeZone;
      const day = dayAt(now, zone);
      const midnight = momentOf(addDays(day, 1), "00:00", zone).getTime();
      known = { zone, day, from: at, until: Math.min(at + REMEMBERED_MS, midnight) };
    }
    return known;
  }

  return {
    addStartingContent: () => store.addIfEmpty(startingProperty, startingSite),
    mount: (mount: Mount, tileMap: PropertyRouteNeeds["tileMap"], pictures: PropertyRouteNeeds["pictures"]) =>
      mountProperty(mount, { store, clock, tileMap, pictures }),
    contentTexts: store.contentTexts,
    timeZone: async () => (await cottageDay()).zone,
    today: async () => (await cottageDay()).day,
    /** Call when the zone may have changed; other processes notice within a second. */
    forgetTimeZone: () => {
      known = null;
    },
    facts: cottage,
    /** What a booking freezes: rate and cancellation policy as they are now. */
    houseTerms: async () => {
      const { rateCents, timeZone, checkInTime } = await store.readTerms();
      return { rateCents, timeZone, policy: { ...HOUSE_CANCELLATION, checkInTime, timeZone } };
    },
  };
}
