import { dayAt, momentOf, type TimeZone } from "#domain/calendar/time-zone.ts";
import { addDays, type LocalDate } from "#domain/calendar/local-date.ts";
import type { Database } from "../database/connect.ts";
import { isDrawing } from "#domain/property/picture-address.ts";
import type { PriceDocument } from "#domain/pricing/price-document.ts";
import type { Mount } from "../http/mount.ts";
import type { Clock } from "../runtime/clock.ts";
import type { ChangeNeeds } from "./change-content.ts";
import { mountContent, problemOf } from "./content-routes.ts";
import { createContentStore } from "./content-store.ts";
import { createMarkdownRenderer } from "./markdown-renderer.ts";
import type { MissingPictures, RecordAct, StoredProperty, UndoPicture } from "./ports.ts";
import { mountProperty, type PropertyRouteNeeds } from "./routes.ts";
import { startingProperty, startingSite } from "./starting-content.ts";
import { readPrices, savePrices } from "./prices.ts";
import { createPropertyStore } from "./store.ts";

/** A change of the zone in the settings shows after this, on every instance. */
const REMEMBERED_MS = 1000;

type MountNeeds = Pick<PropertyRouteNeeds, "tileMap" | "stayRules" | "ratings" | "whatsapp" | "pictures"> & {
  missingPictures: MissingPictures;
  record: RecordAct;
  undoPicture: UndoPicture;
  hoursChanged: ChangeNeeds["hoursChanged"];
  /** Kept pages say something old from now on. */
  contentChanged: () => void;
};

export function createPropertyModule({ database, clock }: { database: Database; clock: Clock }) {
  const store = createPropertyStore(database.db);
  const contents = createContentStore(database);
  const render = createMarkdownRenderer();

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

  function saverOfPrices(needs: ChangeNeeds) {
    return async (document: PriceDocument, version: string, actor: string) => {
      const result = await savePrices(needs, document, version, actor);
      return result.ok ? { changeId: result.changeId } : problemOf(result);
    };
  }

  return {
    addStartingContent: () => store.addIfEmpty(startingProperty, startingSite),
    mount: (
      mount: Mount,
      { missingPictures, record, undoPicture, hoursChanged, contentChanged: changed, ...beside }: MountNeeds,
    ) => {
      mountProperty(mount, { store, clock, render, ...beside });
      const changing = { missingPictures, record, undoPicture, hoursChanged, changed };
      mountContent(mount, { contents, clock, render, ...changing });
      return { savePrices: saverOfPrices({ contents, clock, ...changing }) };
    },
    prices: store.readPrices,
    /** With the version that a save has to send back. */
    savedPrices: () => readPrices(contents),
    contentTexts: store.contentTexts,
    /** A long text of the host's as safe HTML. */
    renderMarkdown: render,
    timeZone: async () => (await cottageDay()).zone,
    today: async () => (await cottageDay()).day,
    /** Call when the zone may have changed; other processes notice within a second. */
    forgetTimeZone: () => {
      known = null;
    },
    facts: cottage,
    /** What a guest may know when the stay is near, longer texts as HTML. */
    arrivalNotes: async () => {
      const [{ wifiPassword, checkInInstructions }, site] = await Promise.all([store.readSecrets(), store.readSite()]);
      return {
        checkOutBy: site.houseTimes.checkOutBy,
        directionsHtml: await render(site.location.directions),
        instructionsHtml: await render(checkInInstructions),
        wifiPassword,
      };
    },
    /** The first steps of a new host: invented words and drawings are no cottage. */
    setup: [
      {
        id: "price",
        title: "Set your price and describe your cottage",
        href: "/admin/content?tab=property",
        done: () => contents.everChanged(["rateCents", "description", "name", "location"]),
      },
      {
        id: "first-photo",
        title: "Add your first photo",
        href: "/admin/content?tab=photos",
        done: async () => (await store.readSite()).photos.some((photo) => !isDrawing(photo.url)),
      },
    ],
    /** What a booking freezes: the prices, and from when its cancellation steps are counted. */
    houseTerms: async () => {
      const [prices, { timeZone, checkInTime }] = await Promise.all([store.readPrices(), store.readTerms()]);
      return { prices, timeZone, checkInTime };
    },
  };
}
