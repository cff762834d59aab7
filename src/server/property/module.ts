import { dayAt, momentOf, type TimeZone } from "#domain/calendar/time-zone.ts";
import { DEFAULT_LANGUAGE, type Language, LANGUAGES } from "#domain/language/language.ts";
import { contentIn } from "#domain/property/host-texts.ts";
import { shownIn, type Translations } from "#domain/property/translations.ts";
import { addDays, type LocalDate } from "#domain/calendar/local-date.ts";
import type { Database } from "../database/connect.ts";
import { NO_SAMPLES, type Piece, textForGuests } from "#domain/property/samples.ts";
import { versionOf } from "../runtime/version-of.ts";
import { isDrawing } from "#domain/property/picture-address.ts";
import type { PriceDocument } from "#domain/pricing/price-document.ts";
import type { Mount } from "../http/mount.ts";
import type { Clock } from "../runtime/clock.ts";
import type { ChangeNeeds } from "./change-content.ts";
import { mountContent, problemOf } from "./content-routes.ts";
import { createContentStore } from "./content-store.ts";
import { createMarkdownRenderer } from "./markdown-renderer.ts";
import type { RecordAct } from "../core/host.ts";
import type { MissingPictures, StoredProperty, TranslateContent, UndoPicture } from "./ports.ts";
import { mountProperty, type PropertyRouteNeeds } from "./routes.ts";
import { mountTerms, type TermsNeeds } from "./terms-routes.ts";
import { startingProperty, startingSamples, startingSite } from "./starting-content.ts";
import { readPrices, savePrices } from "./prices.ts";
import { createPropertyStore } from "./store.ts";

/** A changed time zone takes effect on every instance within this time. */
const REMEMBERED_MS = 1000;

type MountNeeds = TermsNeeds &
  Pick<
    PropertyRouteNeeds,
    "tileMap" | "languages" | "paidBy" | "stayRules" | "ratings" | "whatsapp" | "pictures" | "demo"
  > & {
    missingPictures: MissingPictures;
    record: RecordAct;
    undoPicture: UndoPicture;
    hoursChanged: ChangeNeeds["hoursChanged"];
    /** Called when cached pages are outdated. */
    contentChanged: () => void;
  };

type Needs = { database: Database; clock: Clock; demo?: boolean };

export function createPropertyModule({ database, clock, demo = false }: Needs) {
  const store = createPropertyStore(database.db);
  const contents = createContentStore(database);
  const render = createMarkdownRenderer();

  /** Does not run a query if there is nothing to translate. */
  const translate: TranslateContent = async (content, language) =>
    language === DEFAULT_LANGUAGE ? { content, english: [] } : contentIn(content, language, await contents.read());

  async function cottage(): Promise<StoredProperty> {
    const property = await store.read();
    if (!property) throw new Error("The property row is missing; was the database set up?");
    return property;
  }

  /** Cached for a second, because every request about dates needs the time zone and it hardly ever changes. */
  let known: { zone: TimeZone; day: LocalDate; midnight: number; from: number; until: number } | null = null;
  /** Counts how often the time zone may have changed. */
  let changes = 0;
  async function cottageDay() {
    const now = clock();
    const at = now.getTime();
    if (!known || at < known.from || at >= known.until) {
      const begun = changes;
      const zone = (await cottage()).timeZone;
      if (begun !== changes) return cottageDay();
      const day = dayAt(now, zone);
      const midnight = momentOf(addDays(day, 1), "00:00", zone).getTime();
      known = { zone, day, midnight, from: at, until: Math.min(at + REMEMBERED_MS, midnight) };
    }
    return known;
  }

  return {
    addStartingContent: () => store.addIfEmpty(startingProperty, startingSite, startingSamples()),
    mount: (
      mount: Mount,
      { missingPictures, record, undoPicture, hoursChanged, contentChanged: changed, ...beside }: MountNeeds,
    ) => {
      mountProperty(mount, { store, clock, render, translate, ...beside });
      mountTerms(mount, { store, render, translate, ...beside });
      const changing = { missingPictures, record, undoPicture, hoursChanged, changed };
      mountContent(mount, { contents, clock, render, demo: beside.demo, ...changing });
      return {
        savePrices: async (document: PriceDocument, version: string, by: { actor: string; confirmed: boolean }) => {
          const result = await savePrices({ contents, clock, ...changing }, document, version, by);
          return result.ok ? { changeId: result.changeId } : problemOf(result);
        },
      };
    },
    prices: store.readPrices,
    currency: async () => (await store.readPrices()).currency,
    preparationNights: async () => (await store.readPrices()).preparationNights,
    /** Includes the version that a save request has to send back. */
    savedPrices: () => readPrices(contents),
    contentTexts: store.contentTexts,
    /** Converts one of the host's long text fields to safe HTML. */
    renderMarkdown: render,
    timeZone: async () => (await cottageDay()).zone,
    today: async () => (await cottageDay()).day,
    /**
     * The time, in ms, at which the pages next have to stop offering a day of arrival: midnight, or the time of day at
     * which the minimum notice rules out one more day.
     */
    nightsValidUntil: async () => {
      const { notice } = await store.readPrices();
      const { day, zone, midnight } = await cottageDay();
      const lastCall = notice?.until ? momentOf(day, notice.until, zone).getTime() : midnight;
      return lastCall > clock().getTime() ? Math.min(lastCall, midnight) : midnight;
    },
    /** Call this when the time zone may have changed. Other processes notice the change within a second. */
    forgetTimeZone: () => {
      changes += 1;
      known = null;
    },
    facts: cottage,
    /** What guests see of the property beside their booking. */
    factsIn: async (language: Language) => {
      const { name, location, imageUrl } = await cottage();
      const { content, english } = await translate({ name, location, imageUrl }, language);
      return { ...content, ...(english.length > 0 ? { english } : {}) };
    },
    /** What guests may know shortly before the stay, with long text fields as HTML and the languages they are in. */
    arrivalNotes: async (language: Language) => {
      const [{ wifiPassword, checkInInstructions }, site, samples] = await Promise.all([
        store.readSecrets(),
        store.readSite(),
        demo ? NO_SAMPLES : store.readSamples(),
      ]);
      const shown = async (piece: Piece, text: string, translations: Translations) => {
        const found = shownIn(translations, language, textForGuests(piece, text, samples, versionOf));
        return { html: await render(found.text), language: found.language };
      };
      return {
        checkOutBy: site.houseTimes.checkOutBy,
        directions: await shown("directions", site.location.directions, site.directionsIn),
        instructions: await shown("guestInfo", checkInInstructions, site.checkInInstructionsIn),
        wifiPassword,
      };
    },
    /** What guests pay and when, in the host's own words, in each language into which the host has translated it. */
    payNotes: async () => {
      const all = await contents.read();
      const { payNote } = all.offer;
      const notes: { en: string } & Partial<Record<Language, string>> = { en: payNote };
      for (const language of LANGUAGES) {
        const { content, english } = contentIn({ offer: { payNote } }, language, all);
        if (english.length === 0) notes[language] = content.offer.payNote;
      }
      return notes;
    },
    /**
     * The first set-up steps, in the order of the list. Sample content and sample drawings do not count as completing
     * these steps.
     */
    setup: [
      {
        id: "description",
        title: "Describe your cottage",
        hint: "Choose its time zone in Settings, too.",
        href: "/admin/content?tab=property",
        done: async () => {
          const [{ description }, samples] = await Promise.all([cottage(), store.readSamples()]);
          return textForGuests("cottage", description, samples, versionOf) !== "";
        },
      },
      {
        id: "first-photo",
        title: "Add your first photo",
        href: "/admin/content?tab=photos",
        done: async () => (await store.readSite()).photos.some((photo) => !isDrawing(photo.url)),
      },
      {
        id: "price",
        title: "Set your prices and currency",
        href: "/admin/prices",
        done: () => contents.everChanged(["rateCents", "prices"]),
      },
    ],
    bookingTerms: store.readTerms,
  };
}
