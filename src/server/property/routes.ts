import { propertyById, publicProperties, type PublicProperty, siteContent } from "#contract/property.ts";
import { PROPERTY_ID } from "#domain/booking/booking.ts";
import { dayAt } from "#domain/calendar/time-zone.ts";
import { type Property, rateText } from "#domain/property/property.ts";
import type { PictureFacts } from "#domain/media/picture.ts";
import type { TileMap } from "#domain/settings/tile-map.ts";
import type { Mount } from "../http/mount.ts";
import { notFound } from "../http/problem.ts";
import type { Clock } from "../runtime/clock.ts";
import type { PropertyStore } from "./ports.ts";

export type PropertyRouteNeeds = {
  store: PropertyStore;
  clock: Clock;
  tileMap: () => Promise<TileMap | null>;
  /** What the site shows of the pictures, by address. */
  pictures: () => Promise<Record<string, PictureFacts>>;
};

export function mountProperty(mount: Mount, { store, clock, tileMap, pictures }: PropertyRouteNeeds): void {
  mount(publicProperties, async () => {
    const property = await store.read();
    return property ? [publicView(property)] : [];
  });

  mount(propertyById, async ({ params }) => {
    const property = params.id === String(PROPERTY_ID) ? await store.read() : null;
    return property ? publicView(property) : notFound("There is no such property.");
  });

  mount(siteContent, async () => {
    const [property, site, map, shown] = await Promise.all([store.read(), store.readSite(), tileMap(), pictures()]);
    if (!property) return notFound("There is no property yet.");
    const today = dayAt(clock(), property.timeZone);
    return { ...site, pictures: shown, tileMap: map, today, timeZone: property.timeZone };
  });
}

function publicView(property: Property): PublicProperty {
  return { ...property, rate: rateText(property.rateCents) };
}
