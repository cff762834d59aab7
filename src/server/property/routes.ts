import { propertyById, publicProperties, type PublicProperty, siteContent } from "#contract/property.ts";
import { PROPERTY_ID } from "#domain/booking/booking.ts";
import type { StayRules } from "#domain/booking/stay-rules.ts";
import { priceRange } from "#domain/pricing/price-range.ts";
import { dayAt } from "#domain/calendar/time-zone.ts";
import { type Property, rateText } from "#domain/property/property.ts";
import type { Testimonial } from "#domain/property/site-content.ts";
import type { PictureFacts } from "#domain/media/picture.ts";
import type { TileMap } from "#domain/settings/tile-map.ts";
import type { Mount } from "../http/mount.ts";
import { notFound } from "../http/problem.ts";
import type { Clock } from "../runtime/clock.ts";
import type { RenderMarkdown } from "./markdown-renderer.ts";
import type { PropertyStore } from "./ports.ts";

export type PropertyRouteNeeds = {
  store: PropertyStore;
  clock: Clock;
  render: RenderMarkdown;
  tileMap: () => Promise<TileMap | null>;
  stayRules: () => Promise<StayRules & { guestRetention: number }>;
  /** Whether guests can ask for messages by WhatsApp. */
  whatsapp: boolean;
  /** Guests' own words that the host shows, beside the testimonials that the host has written down. */
  ratings: () => Promise<Testimonial[]>;
  /** What the site shows of the pictures, each with its address. */
  pictures: () => Promise<{ pictures: (PictureFacts & { url: string })[]; hasPictureCredits: boolean }>;
};

export function mountProperty(
  mount: Mount,
  { store, clock, render, tileMap, stayRules, ratings, whatsapp, pictures }: PropertyRouteNeeds,
): void {
  const publicView = async (property: Property): Promise<PublicProperty> => ({
    ...property,
    rate: rateText(property.rateCents),
    descriptionHtml: await render(property.description),
  });

  mount(publicProperties, async () => {
    const property = await store.read();
    return property ? [await publicView(property)] : [];
  });

  mount(propertyById, async ({ params }) => {
    const property = params.id === String(PROPERTY_ID) ? await store.read() : null;
    return property ? publicView(property) : notFound("There is no such property.");
  });

  mount(siteContent, async () => {
    // Prices and rules are the property's, and cannot be read without one.
    const property = await store.read();
    if (!property) return notFound("There is no property yet.");
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
      nightPrices: { currency: prices.currency, ...priceRange(prices, today) },
      stayRules: rules,
      retentionMonths: rules.guestRetention,
      today,
      timeZone: property.timeZone,
    };
  });
}
