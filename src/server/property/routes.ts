import { propertyById, publicProperties, type PublicProperty, siteContent } from "#contract/property.ts";
import { PROPERTY_ID } from "#domain/booking/booking.ts";
import type { StayRules } from "#domain/booking/stay-rules.ts";
import { cancellationWords } from "#domain/pricing/cancellation-text.ts";
import { priceRange } from "#domain/pricing/price-range.ts";
import { dayAt } from "#domain/calendar/time-zone.ts";
import { rateText } from "#domain/property/property.ts";
import type { Testimonial } from "#domain/property/site-content.ts";
import type { PictureFacts } from "#domain/media/picture.ts";
import type { TileMap } from "#domain/settings/tile-map.ts";
import type { Mount } from "../http/mount.ts";
import { notFound } from "../http/problem.ts";
import type { Clock } from "../runtime/clock.ts";
import type { RenderMarkdown } from "./markdown-renderer.ts";
import type { PropertyStore, ShownProperty } from "./ports.ts";

export type PropertyRouteNeeds = {
  store: PropertyStore;
  clock: Clock;
  render: RenderMarkdown;
  tileMap: () => Promise<TileMap | null>;
  stayRules: () => Promise<StayRules & { guestRetention: number }>;
  /** Who takes card payments; left out where nothing is paid online. */
  paidBy?: string;
  /** Whether guests can choose WhatsApp messages. */
  whatsapp: boolean;
  /** Published guest reviews, in addition to the testimonials that the host has entered. */
  ratings: () => Promise<Testimonial[]>;
  /** The details of the site's pictures, by address. */
  pictures: () => Promise<{ pictures: (PictureFacts & { url: string })[]; hasPictureCredits: boolean }>;
};

export function mountProperty(
  mount: Mount,
  { store, clock, render, tileMap, paidBy, stayRules, ratings, whatsapp, pictures }: PropertyRouteNeeds,
): void {
  const publicView = async (property: ShownProperty): Promise<PublicProperty> => ({
    ...property,
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
    const [site, map, rules, said, shown, prices] = await Promise.all([
      store.readSite(),
      tileMap(),
      stayRules(),
      ratings(),
      pictures(),
      store.readPrices(),
    ]);
    const { location } = site;
    const today = dayAt(clock(), property.timeZone);
    return {
      ...site,
      testimonials: [...said, ...site.testimonials],
      location: { ...location, directionsHtml: await render(location.directions) },
      ...shown,
      whatsappMessages: whatsapp,
      tileMap: map,
      mostGuests: prices.guests.sleeps,
      ...cancellationWords(prices),
      ...(paidBy ? { paidBy } : {}),
      nightPrices: { currency: prices.currency, ...priceRange(prices, today) },
      stayRules: rules,
      retentionMonths: rules.guestRetention,
      today,
      timeZone: property.timeZone,
    };
  });
}
