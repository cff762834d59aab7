import type { QueryClient } from "@tanstack/react-query";
import { DEFAULT_AVAILABILITY, availabilityQuery, confirmationQuery } from "../api/booking.ts";
import { propertiesQuery, propertyQuery, siteQuery } from "../api/property.ts";
import { paths } from "../lib/paths.ts";
import { type Page, page } from "./preloadable.tsx";

/** What a page says about itself to search engines and tabs. */
export type Head = { title: string; description: string; indexed: boolean };
export type RouteParams = Record<string, string | undefined>;

export type Route = {
  pattern: string;
  page: Page;
  /** Fetches what the page shows, before it is rendered. */
  load: (client: QueryClient, params: RouteParams) => Promise<unknown>;
  head: (client: QueryClient) => Head;
  script: "at-first-touch" | "at-once";
  /** The same bytes for every visitor, until content or day change. */
  shared: boolean;
};

const readOnly = { script: "at-first-touch", shared: true } as const;
const live = { script: "at-once", shared: false } as const;

function loadCottage(client: QueryClient): Promise<unknown> {
  return Promise.all([client.prefetchQuery(propertiesQuery), client.prefetchQuery(siteQuery)]);
}

async function loadBooking(client: QueryClient): Promise<unknown> {
  await Promise.all([client.prefetchQuery(propertyQuery), client.prefetchQuery(siteQuery)]);
  const today = client.getQueryData(siteQuery.queryKey)?.today;
  return today ? client.prefetchQuery(availabilityQuery(today, DEFAULT_AVAILABILITY)) : undefined;
}

function titled(title: string, description?: string): Route["head"] {
  return (client) => {
    const name = cottageName(client);
    return { title: `${title} - ${name}`, description: description ?? metaDescription(client), indexed: true };
  };
}

const cottageName = (client: QueryClient) =>
  client.getQueryData(propertiesQuery.queryKey)?.[0]?.name ??
  client.getQueryData(propertyQuery.queryKey)?.name ??
  "Our cottage";
const metaDescription = (client: QueryClient) => client.getQueryData(siteQuery.queryKey)?.metaDescription ?? "";

const bookingPage = page(async () => (await import("../site/booking-page.tsx")).BookingPage);

export const routes: Route[] = [
  {
    pattern: paths.home,
    page: page(async () => (await import("../site/landing-page.tsx")).LandingPage),
    load: loadCottage,
    head: (client) => ({
      title: `${cottageName(client)} - Your Perfect Forest Retreat`,
      description: metaDescription(client),
      indexed: true,
    }),
    ...readOnly,
  },
  { pattern: paths.book, page: bookingPage, load: loadBooking, head: titled("Book your stay"), ...live },
  { pattern: paths.bookings, page: bookingPage, load: loadBooking, head: titled("Book your stay"), ...live },
  {
    pattern: paths.directBooking,
    page: page(async () => (await import("../site/direct-booking-page.tsx")).DirectBookingPage),
    load: loadBooking,
    head: titled("Book direct"),
    ...live,
  },
  {
    pattern: "/booking/confirmation/:bookingId",
    page: page(async () => (await import("../site/confirmation-page.tsx")).ConfirmationPage),
    load: async (client, { bookingId = "" }) =>
      Promise.all([client.prefetchQuery(siteQuery), client.prefetchQuery(confirmationQuery(bookingId))]),
    head: () => ({ title: "Your booking", description: "", indexed: false }),
    ...live,
  },
];

export const notFoundRoute: Route = {
  pattern: "*",
  page: page(async () => (await import("../site/not-found-page.tsx")).NotFoundPage),
  load: loadCottage,
  head: () => ({ title: "404 Page Not Found", description: "", indexed: false }),
  script: "at-first-touch",
  shared: false,
};
