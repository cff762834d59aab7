import { propertyById, publicProperties, type PublicProperty, siteContent } from "#contract/property.ts";
import { PROPERTY_ID } from "#domain/booking/booking.ts";
import type { StayRules } from "#domain/booking/stay-rules.ts";
import { cancellationWords } from "#domain/pricing/cancellation-text.ts";
import { priceRange } from "#domain/pricing/price-range.ts";
import { dayAt } from "#domain/calendar/time-zone.ts";
import { rateText } from "#domain/property/property.ts";
import { publicAttractions, publicContent } from "#domain/property/public-content.ts";
import { samplePieces } from "#domain/property/samples.ts";
import { payNote } from "#domain/payments/pay-note.ts";
import type { PaymentTerms } from "#domain/payments/plan.ts";
import { extrasText, nightRate, partyText } from "#domain/pricing/charges.ts";
import type { Testimonial } from "#domain/property/site-content.ts";
import type { PictureFacts } from "#domain/media/picture.ts";
import type { TileMap } from "#domain/settings/tile-map.ts";
import type { Mount } from "../http/mount.ts";
import { notFound } from "../http/problem.ts";
import type { Clock } from "../runtime/clock.ts";
import { versionOf } from "../runtime/version-of.ts";
import type { RenderMarkdown } from "./markdown-renderer.ts";
import type { PropertyStore, ShownProperty } from "./ports.ts";

export type PropertyRouteNeeds = {
  store: PropertyStore;
  clock: Clock;
  render: RenderMarkdown;
  tileMap: () => Promise<TileMap | null>;
  stayRules: () => Promise<StayRules & { guestRetention: number; paymentTerms: PaymentTerms }>;
  /** Who takes card payments; left out where nothing is paid online. */
  paidBy?: string;
  /** Whether guests can choose WhatsApp messages. */
  whatsapp: boolean;
  /** Guests' ratings; the published ones are shown beside the testimonials that the host has entered. */
  ratings: () => Promise<{ published: Testimonial[]; rating: { average: number; count: number } | null }>;
  /** In demo mode everything is a sample and says so. */
  demo: boolean;
  /** The details of the site's pictures, by address. */
  pictures: () => Promise<{ pictures: (PictureFacts & { url: string })[]; hasPictureCredits: boolean }>;
};

/** A guest must not take samples for the host's own words. */
const SETUP_NOTICE = "Sample content: this site is being set up.";

export function mountProperty(
  mount: Mount,
  { store, clock, render, demo, tileMap, paidBy, stayRules, ratings, whatsapp, pictures }: PropertyRouteNeeds,
): void {
  const publicView = async ({ samples, ...property }: ShownProperty): Promise<PublicProperty> => ({
    ...property,
    localAttractions: publicAttractions(property.localAttractions, samples),
    rate: rateText(property.rateCents, property.currency),
    descriptionHtml: await render(property.description),
  });

  mount(
    publicProperties,
    async () => {
      const property = await store.readShown();
      return property ? [await publicView(property)] : [];
    },
    undefined,
    { sameForAll: true },
  );

  mount(
    propertyById,
    async ({ params }) => {
      const property = params.id === String(PROPERTY_ID) ? await store.readShown() : null;
      return property ? publicView(property) : notFound("This property does not exist.");
    },
    undefined,
    { sameForAll: true },
  );

  mount(siteContent, async () => {
    // Prices and rules belong to the property.
    const property = await store.read();
    if (!property) return notFound("No property has been set up yet.");
    const [stored, samples, secrets, map, rules, said, shown, prices] = await Promise.all([
      store.readSite(),
      store.readSamples(),
      store.readSecrets(),
      tileMap(),
      stayRules(),
      ratings(),
      pictures(),
      store.readPrices(),
    ]);
    const site = publicContent(stored, samples, demo, versionOf);
    const { location: gettingHere, ...beside } = stored;
    const content = { ...property, ...secrets, ...beside, gettingHere };
    const { location } = site;
    const today = dayAt(clock(), property.timeZone);
    const range = priceRange(prices, today);
    return {
      ...site,
      testimonials: [...said.published, ...site.testimonials],
      rating: said.rating,
      setupNotice: !demo && samplePieces(content, samples, versionOf).length > 0 ? SETUP_NOTICE : "",
      nightRate: nightRate(rateText(property.rateCents, prices.currency), prices, range),
      extras: extrasText(prices),
      party: partyText(prices),
      payNote: payNote(paidBy ? rules.paymentTerms : null, site.offer.payNote),
      location: { ...location, directionsHtml: await render(location.directions) },
      ...shown,
      whatsappMessages: whatsapp,
      tileMap: map,
      mostGuests: prices.guests.sleeps,
      ...cancellationWords(prices),
      ...(paidBy ? { paidBy } : {}),
      nightPrices: { currency: prices.currency, ...range },
      stayRules: rules,
      retentionMonths: rules.guestRetention,
      today,
      timeZone: property.timeZone,
    };
  });
}
