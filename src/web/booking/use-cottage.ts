import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { PublicProperty, PublicSite } from "#contract/property.ts";
import { isLocalDate, type LocalDate, toLocalDate } from "#domain/calendar/local-date.ts";
import { createSellingCalendar, type SellingCalendar } from "#domain/pricing/selling-calendar.ts";
import { availabilityQuery, DEFAULT_AVAILABILITY } from "../api/booking.ts";
import { AS_RENDERED } from "../api/client.ts";
import { propertyQuery, siteQuery } from "../api/property.ts";
import { publicPricesQuery } from "../api/public-prices.ts";

/** The cottage's data for a booking screen. */
export type Cottage = {
  property: PublicProperty;
  site: PublicSite;
  /** The current date at the property. It comes from the server and never from the browser. */
  today: LocalDate;
  /** The nights that cannot be booked; null if they are unknown. The server checks them again in any case. */
  unavailable: ReadonlySet<LocalDate> | null;
  /** The prices and rules for every day, with the nights in `unavailable` marked as taken. */
  selling: SellingCalendar;
  /** Fetches the prices and taken nights again. */
  refresh: () => Promise<unknown>;
  /** Called after a booking, so that guests who return to the form see the current state. */
  nightsWereSold: () => void;
};

/** Loads the cottage for a booking screen: `undefined` while it loads, null if that fails. */
export function useCottage(): Cottage | null | undefined {
  const client = useQueryClient();
  const property = useQuery({ ...propertyQuery, ...AS_RENDERED });
  const site = useQuery({ ...siteQuery, ...AS_RENDERED });
  const prices = useQuery({ ...publicPricesQuery, ...AS_RENDERED });
  const day = site.data?.today;
  const wholeTime = availabilityQuery(day ?? "2000-01-01", DEFAULT_AVAILABILITY);
  const nights = useQuery({ ...wholeTime, enabled: Boolean(day) });
  const unavailable = useMemo(
    () => (nights.data ? new Set(nights.data.unavailable.filter(isLocalDate)) : null),
    [nights.data],
  );
  const today = nights.data?.today ?? day;
  const document = prices.data?.prices;
  const selling = useMemo(
    () => (document && today ? createSellingCalendar(document, unavailable ?? NONE, toLocalDate(today)) : undefined),
    [document, today, unavailable],
  );
  // Keep the last data if a refetch fails, because a form with input must never be removed.
  if (property.isLoadingError || site.isLoadingError || prices.isLoadingError) return null;
  if (!property.data || !site.data || !selling) return undefined;
  return {
    property: property.data,
    site: site.data,
    today: selling.today,
    unavailable,
    selling,
    refresh: () => Promise.all([property.refetch(), prices.refetch(), nights.refetch()]),
    nightsWereSold: () => void client.invalidateQueries({ queryKey: wholeTime.queryKey, refetchType: "none" }),
  };
}

const NONE: ReadonlySet<LocalDate> = new Set();
