import * as contract from "#contract/property.ts";
import type { PublicProperty, PublicSite } from "#contract/property.ts";
import { PROPERTY_ID } from "#domain/booking/booking.ts";
import type { StayRules } from "#domain/booking/limits.ts";
import { priceRange } from "#domain/pricing/night.ts";
import { dayAt } from "#domain/calendar/time-zone.ts";
import { publicAttractions, publicContent, sampleContact } from "#domain/property/public-content.ts";
import { samplePieces } from "#domain/property/samples.ts";
import { type PaymentTerms, paidInFullUntil } from "#domain/payments/plan.ts";
import type { PictureFacts } from "#domain/media/picture.ts";
import type { Language } from "#domain/language/language.ts";
import { shownIn } from "#domain/property/translations.ts";
import { textsIn } from "#texts/server-texts.ts";
import type { TileMap } from "#domain/settings/tile-map.ts";
import type { Mount } from "../http/mount.ts";
import { notFound } from "../http/problem.ts";
import type { Clock } from "../runtime/clock.ts";
import { versionOf } from "../runtime/version-of.ts";
import type { RenderMarkdown } from "./markdown-renderer.ts";
import type { ShownProperty, TranslateContent } from "./ports.ts";
import type { PropertyStore } from "./store.ts";

export type PropertyRouteNeeds = {
  store: PropertyStore;
  clock: Clock;
  render: RenderMarkdown;
  translate: TranslateContent;
  tileMap: () => Promise<TileMap | null>;
  stayRules: () => Promise<
    StayRules & {
      guestRetention: number;
      backupRetention: number;
      /** Whether a guest's booking is now a request, and the number of hours in which the host answers it. */
      requests: { asksHost: "always" | "maybe" | "never"; answerHours: number };
      paymentTerms: PaymentTerms;
    }
  >;
  /** The site's published languages other than English. */
  languages: () => Promise<Language[]>;
  /** The name of the payment provider; omitted if none is configured. */
  paidBy?: string;
  /** Whether guests can choose WhatsApp messages. */
  whatsapp: boolean;
  /** Guests' ratings. Published ratings are shown beside the testimonials that the host has entered. */
  ratings: (
    language: Language,
  ) => Promise<{ published: PublicSite["testimonials"]; rating: { average: number; count: number } | null }>;
  /** In demo mode, sample reviews are shown and the notices about samples are hidden. */
  demo: boolean;
  /** The details of the site's pictures, by URL. */
  pictures: () => Promise<{ pictures: (PictureFacts & { url: string })[]; hasPictureCredits: boolean }>;
};

export function mountProperty(
  mount: Mount,
  {
    store,
    clock,
    render,
    translate,
    demo,
    tileMap,
    languages,
    paidBy,
    stayRules,
    ratings,
    whatsapp,
    pictures,
  }: PropertyRouteNeeds,
): void {
  const publicView = async ({ samples, ...property }: ShownProperty, language: Language): Promise<PublicProperty> => {
    const shown = { ...property, localAttractions: publicAttractions(property.localAttractions, samples) };
    const { content, english } = await translate(shown, language);
    return {
      ...content,
      ...(english.length > 0 ? { english } : {}),
      rate: textsIn(language).house.rate(property.rateCents, property.currency),
      descriptionHtml: await render(content.description),
    };
  };

  mount(
    contract.publicProperties,
    async (_input, call) => {
      const property = await store.readShown();
      return property ? [await publicView(property, call.language)] : [];
    },
    undefined,
    { sameForAll: true },
  );

  mount(
    contract.propertyById,
    async ({ params }, call) => {
      const property = params.id === String(PROPERTY_ID) ? await store.readShown() : null;
      return property ? publicView(property, call.language) : notFound("This property does not exist.");
    },
    undefined,
    { sameForAll: true },
  );

  const rangeOf = keepingLast(priceRange);

  mount(contract.siteContent, async (_input, call) => {
    // The prices and rules are stored with the property.
    const property = await store.read();
    if (!property) return notFound("No property has been set up yet.");
    const [stored, samples, secrets, map, published, rules, reviews, shown, prices] = await Promise.all([
      store.readSite(),
      store.readSamples(),
      store.readSecrets(),
      tileMap(),
      languages(),
      stayRules(),
      ratings(call.language),
      pictures(),
      store.readPrices(),
    ]);
    const { location: written, ...beside } = stored;
    const samplesIn = { ...property, ...secrets, ...beside, gettingHere: written };
    const site = publicContent(stored, samples, demo, versionOf);
    // The terms have their own endpoint (terms-routes.ts); only their pages load them.
    const { location: guide, directionsIn, terms: _terms, cancellationTerms: _cancellationTerms, ...texts } = site;
    const { content, english } = await translate({ ...texts, gettingHere: guide }, call.language);
    const { gettingHere: location, ...shownTexts } = content;
    const directions = shownIn(directionsIn, call.language, guide.directions);
    const inEnglish = directions.language === call.language ? english : [...english, directions.text];
    const { house } = textsIn(call.language);
    const today = dayAt(clock(), property.timeZone);
    const range = rangeOf(prices, today);
    const lowest = house.rate(range.lowestCents, prices.currency);
    const nightRate = range.lowestCents < range.highestCents ? house.fromRate(lowest) : lowest;
    const terms = paidBy ? rules.paymentTerms : null;
    const ownNote = shownTexts.offer.payNote;
    const noteOn = (paid: PaymentTerms | null) => {
      const onPayment = house.payNote(paid, ownNote);
      const { asksHost, answerHours } = rules.requests;
      if (asksHost === "never") return onPayment;
      const request = asksHost === "always" ? house.requestFirst(answerHours) : house.checkFirst(answerHours);
      // A note that the host has not translated would be in a different language from the sentence before it.
      const sentences = [request, ...(english.includes(onPayment) ? [] : [onPayment])];
      return sentences.join(" ").trimEnd();
    };
    return {
      ...shownTexts,
      ...(inEnglish.length > 0 ? { english: inEnglish } : {}),
      sampleContact: demo ? [] : sampleContact(stored, samples, versionOf),
      testimonials: [...reviews.published, ...shownTexts.testimonials],
      rating: reviews.rating,
      setupNotice: !demo && samplePieces(samplesIn, samples, versionOf).length > 0 ? house.setupNotice : "",
      nightRate,
      price: house.price(nightRate, prices),
      extras: house.extras(prices),
      payNote: noteOn(terms),
      ...(terms && terms.paymentMode !== "off" && terms.firstPart !== "all"
        ? {
            payInFull: {
              until: paidInFullUntil(terms.balanceDays, today),
              note: noteOn({ ...terms, paymentMode: "required", firstPart: "all" }),
            },
          }
        : {}),
      location: { ...location, directions: directions.text, directionsHtml: await render(directions.text) },
      ...shown,
      whatsappMessages: whatsapp,
      tileMap: map,
      mostGuests: prices.guests.sleeps,
      ...house.cancellation(prices),
      ...(published.length > 0 ? { languages: published } : {}),
      ...(paidBy ? { paidBy } : {}),
      nightPrices: { currency: prices.currency, ...range },
      stayRules: rules,
      retentionMonths: rules.guestRetention,
      backupDays: rules.backupRetention,
      today,
      timeZone: property.timeZone,
    };
  });
}

/** All bookable nights are evaluated again only when a price, a rule or the day has changed. */
function keepingLast<A extends readonly unknown[], R>(evaluate: (...given: A) => R): (...given: A) => R {
  let last: { key: string; result: R } | null = null;
  return (...given) => {
    const key = JSON.stringify(given);
    if (last?.key !== key) last = { key, result: evaluate(...given) };
    return last.result;
  };
}
