import { propertyById, publicProperties, type PublicProperty, siteContent } from "#contract/property.ts";
import { PROPERTY_ID } from "#domain/booking/booking.ts";
import { dayAt } from "#domain/calendar/time-zone.ts";
import { type Property, rateText } from "#domain/property/property.ts";
import type { Mount } from "../http/mount.ts";
import { notFound } from "../http/problem.ts";
import type { Clock } from "../runtime/clock.ts";
import type { PropertyStore } from "./ports.ts";

export function mountProperty(mount: Mount, { store, clock }: { store: PropertyStore; clock: Clock }): void {
  mount(publicProperties, async () => {
    const property = await store.read();
    return property ? [publicView(property)] : [];
  });

  mount(propertyById, async ({ params }) => {
    const property = params.id === String(PROPERTY_ID) ? await store.read() : null;
    return property ? publicView(property) : notFound("There is no such property.");
  });

  mount(siteContent, async () => {
    const [property, site] = await Promise.all([store.read(), store.readSite()]);
    if (!property) return notFound("There is no property yet.");
    return { ...site, today: dayAt(clock(), property.timeZone), timeZone: property.timeZone };
  });
}

function publicView(property: Property): PublicProperty {
  return { ...property, rate: rateText(property.rateCents) };
}
