import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { PublicProperty, PublicSite } from "#contract/property.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import { guestCalendar, type SellingCalendar } from "#domain/pricing/selling-calendar.ts";
import { availabilityQuery, DEFAULT_AVAILABILITY } from "../api/booking.ts";
import { AS_RENDERED } from "../api/client.ts";
import { propertyQuery, siteQuery } from "../api/property.ts";
import { publicPricesQuery } from "../api/public-prices.ts";

export type Cottage = {
  property: PublicProperty;
  site: PublicSite;
  /** The current date at the property. It comes from the server. */
  today: LocalDate;
  /** The server checks the prices, the rules and the taken nights again. */
  selling: SellingCalendar;
  /** False if it is not known which nights cannot be booked. */
  nightsKnown: boolean;
  refresh: () => Promise<unknown>;
  /** For guests who return to the form after booking. */
  nightsWereSold: () => void;
};

/** `undefined` while the data loads, null if that fails. */
export function useCottage(): Cottage | null | undefined {
  const client = useQueryClient();
  const property = useQuery({ ...propertyQuery, ...AS_RENDERED });
  const site = useQuery({ ...siteQuery, ...AS_RENDERED });
  const prices = useQuery({ ...publicPricesQuery, ...AS_RENDERED });
  const day = site.data?.today;
  const wholeTime = availabilityQuery(day ?? "2000-01-01", DEFAULT_AVAILABILITY);
  const nights = useQuery({ ...wholeTime, enabled: Boolean(day) });
  const known = nights.data;
  const document = prices.data?.prices;
  const selling = useMemo(
    () =>
      document && day ? guestCalendar(document, known ?? { today: day, unavailable: [], tooSoon: [] }) : undefined,
    [document, day, known],
  );
  // Keep the last data if a refetch fails, because a form with input must never be removed.
  if (property.isLoadingError || site.isLoadingError || prices.isLoadingError) return null;
  if (!property.data || !site.data || !selling) return undefined;
  return {
    property: property.data,
    site: site.data,
    today: selling.today,
    selling,
    nightsKnown: Boolean(known),
    refresh: () => Promise.all([property.refetch(), prices.refetch(), nights.refetch()]),
    nightsWereSold: () => void client.invalidateQueries({ queryKey: wholeTime.queryKey, refetchType: "none" }),
  };
}
