import { useQuery } from "@tanstack/react-query";
import type { PublicProperty, PublicSite } from "#contract/property.ts";
import { isLocalDate, type LocalDate, toLocalDate } from "#domain/calendar/local-date.ts";
import { availabilityQuery, DEFAULT_AVAILABILITY } from "../api/booking.ts";
import { AS_RENDERED } from "../api/client.ts";
import { propertyQuery, siteQuery } from "../api/property.ts";

/** What a booking screen knows of the cottage. */
export type Cottage = {
  property: PublicProperty;
  site: PublicSite;
  /** The cottage's own day, as its server says; never the browser's. */
  today: LocalDate;
  /** Nights that cannot be booked; null while that is not known. The server has the last word anyway. */
  unavailable: ReadonlySet<LocalDate> | null;
  /** Asks again which nights are gone. */
  refresh: () => Promise<unknown>;
};

/** Loads the cottage for a booking screen: `undefined` while it loads, null when it cannot be had. */
export function useCottage(): Cottage | null | undefined {
  const property = useQuery({ ...propertyQuery, ...AS_RENDERED });
  const site = useQuery({ ...siteQuery, ...AS_RENDERED });
  const day = site.data?.today;
  const nights = useQuery({ ...availabilityQuery(day ?? "2000-01-01", DEFAULT_AVAILABILITY), enabled: Boolean(day) });
  if (property.isError || site.isError) return null;
  if (!property.data || !site.data) return undefined;
  return {
    property: property.data,
    site: site.data,
    today: toLocalDate(nights.data?.today ?? site.data.today),
    unavailable: nights.data ? new Set(nights.data.unavailable.filter(isLocalDate)) : null,
    refresh: nights.refetch,
  };
}
