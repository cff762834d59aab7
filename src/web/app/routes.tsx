import type { QueryClient } from "@tanstack/react-query";
import type { GuestPayment } from "#contract/payments.ts";
import { MAX_RELOADS, RELOAD_EVERY_S } from "#domain/payments/times.ts";
import { DEFAULT_AVAILABILITY, LANDING_AVAILABILITY, availabilityQuery } from "../api/booking.ts";
import { propertiesQuery, propertyQuery, siteQuery } from "../api/property.ts";
import { publicPricesQuery } from "../api/public-prices.ts";
import { inLanguage, paths } from "../lib/paths.ts";
import { say } from "../lib/say.ts";
import type { Cottage } from "../site/cottage.ts";
import type { Question } from "../site/questions.ts";
import { breadcrumbs, frequentQuestions, lodging } from "../site/structured-data.ts";
import type { Head, StructuredData } from "./head.ts";
import type { FormReturn } from "../lib/page-state.ts";
import { type Page, page } from "./preloadable.tsx";

export type RouteParams = Record<string, string | undefined>;

export type Route = {
  pattern: string;
  page: Page;
  /** Fetches the page's data before it is rendered on the server. */
  load: (client: QueryClient, params: RouteParams, search: string, form?: FormReturn | null) => Promise<unknown>;
  head: (client: QueryClient) => Head;
  script: "at-first-touch" | "at-once" | "none";
  /** Whether every visitor gets the same bytes until the date or public data (content, prices, free nights) changes. */
  shared: boolean;
  /** The only foreign origin from which the page may load pictures, if any. */
  picturesFrom?: (client: QueryClient) => string | null;
  /** The only foreign origin to which the page's form may be submitted. */
  formTo?: (client: QueryClient, params: RouteParams) => { origin: string; withReferrer: boolean } | null;
  /** When the browser loads the next page, and which page it loads. */
  refresh?: (client: QueryClient, params: RouteParams, search: string) => { afterS: number; to: string } | null;
};

const readOnly = { script: "at-first-touch", shared: true } as const;
const live = { script: "at-once", shared: false } as const;

// API functions that only one or two pages use are loaded with those pages, so that visitors to other pages do not
// download them.
const pictures = () => import("../api/shown-pictures.ts");
const ownStay = () => import("../api/own-stay.ts");
const ratings = () => import("../api/ratings.ts");
const payments = () => import("../api/payments.ts");

/** Loaded on the server when the guest information page is first requested. */
let questions: ((cottage: Cottage) => Question[]) | null = null;

function loadCottage(client: QueryClient): Promise<unknown> {
  return Promise.all([client.prefetchQuery(propertiesQuery), client.prefetchQuery(siteQuery)]);
}

async function loadLanding(client: QueryClient): Promise<unknown> {
  await Promise.all([loadCottage(client), client.prefetchQuery(publicPricesQuery)]);
  const today = client.getQueryData(siteQuery.queryKey)?.today;
  return today ? client.prefetchQuery(availabilityQuery(today, LANDING_AVAILABILITY)) : undefined;
}

async function loadBooking(
  client: QueryClient,
  _params: RouteParams,
  _search: string,
  form?: FormReturn | null,
): Promise<unknown> {
  await Promise.all([
    client.prefetchQuery(propertyQuery),
    client.prefetchQuery(siteQuery),
    client.prefetchQuery(publicPricesQuery),
    import.meta.env.SSR && form?.values.code ? prefetchCodedQuote(client, form.values) : undefined,
  ]);
  const today = client.getQueryData(siteQuery.queryKey)?.today;
  return today ? client.prefetchQuery(availabilityQuery(today, DEFAULT_AVAILABILITY)) : undefined;
}

async function loadCalendar(client: QueryClient): Promise<unknown> {
  const today = client.getQueryData(siteQuery.queryKey)?.today;
  return Promise.all([
    client.prefetchQuery(publicPricesQuery),
    today ? client.prefetchQuery(availabilityQuery(today, DEFAULT_AVAILABILITY)) : undefined,
  ]);
}

/** For a form with a discount code that is returned to a browser without JavaScript. */
async function prefetchCodedQuote(client: QueryClient, { code = "", ...values }: FormReturn["values"]): Promise<void> {
  const { codedQuote } = await import("../booking/shown-price.ts");
  const { checkInDate = "", checkOutDate = "", guestCount = "" } = values;
  const { enabled, query } = codedQuote({ checkInDate, checkOutDate, guestCount, code });
  if (enabled) await client.prefetchQuery(query);
}

/** Browsers need only the title when they navigate, so the rest is left out of their code. */
function titled(
  heading: () => string,
  more: (client: QueryClient) => Partial<Omit<Head, "title">> | false = () => ({}),
): Route["head"] {
  return (client) => {
    const name = cottageName(client);
    const title = heading();
    const head = { title: `${title} - ${name}`, description: "", indexed: true };
    if (!import.meta.env.SSR) return head;
    const about = more(client);
    return {
      ...head,
      description: metaDescription(client),
      structured: about && about.path ? [breadcrumbs(name, title, about.path)] : [],
      ...about,
    };
  };
}

/** For a page with its own picture in shared links. */
const described = (description: string, path: string) => ({ description, path, share: `/share${path}.png` });

function textPage(
  texts: () => { title: string; about: string },
  path: string,
): Pick<Route, "pattern" | "head" | "script" | "shared"> {
  const head = titled(
    () => texts().title,
    () => ({ description: texts().about, path, share: "/share/home.png" }),
  );
  return { pattern: path, head, script: "none", shared: true };
}

/** Empty until the cottage's data is loaded. Browsers do not get this code. */
function fromCottage(client: QueryClient, say: (cottage: Cottage) => StructuredData): StructuredData[] {
  const property = client.getQueryData(propertiesQuery.queryKey)?.[0];
  const site = client.getQueryData(siteQuery.queryKey);
  return property && site ? [say({ property, site })] : [];
}

const cottageName = (client: QueryClient) =>
  client.getQueryData(propertiesQuery.queryKey)?.[0]?.name ??
  client.getQueryData(propertyQuery.queryKey)?.name ??
  say.frame.nameless;
function taglineOf(client: QueryClient): string {
  const tagline = client.getQueryData(siteQuery.queryKey)?.pageTexts.tagline;
  return tagline ? ` - ${tagline}` : "";
}
const metaDescription = (client: QueryClient) => client.getQueryData(siteQuery.queryKey)?.metaDescription ?? "";

export const CONFIRMATION = "/booking/confirmation/:bookingId";
/** Has no script, because the form leads to the provider with or without one. */
export const PAY = "/booking/pay/:bookingId";
export const RECEIPT = "/booking/receipt/:bookingId/:number";
export const RATE = "/rate/:token";

/** Only for the server, because the page has no script. */
function shownPayment(client: QueryClient, bookingId: string): GuestPayment | undefined {
  const path = `/api/bookings/${encodeURIComponent(bookingId)}/payment`;
  const queries = client.getQueryCache().getAll();
  const found = queries.find((query) => String(query.queryKey[0]).startsWith(path));
  // The query key names the endpoint, so the data is a response from that endpoint.
  return found?.state.data as GuestPayment | undefined;
}

function providerOf(client: QueryClient, bookingId: string) {
  const provider = shownPayment(client, bookingId)?.provider;
  return provider ? { origin: provider.formTo, withReferrer: provider.wantsReferrer } : null;
}

function nextLookAt(client: QueryClient, bookingId: string, search: string) {
  const looked = Number(new URLSearchParams(search).get("looked") ?? 0);
  if (shownPayment(client, bookingId)?.state !== "checking" || !(looked < MAX_RELOADS)) return null;
  return { afterS: RELOAD_EVERY_S, to: `${inLanguage(paths.pay(bookingId))}?back=paid&looked=${looked + 1}` };
}

const bookingHead = titled(
  () => say.booking.title,
  () => import.meta.env.SSR && { path: paths.book, share: "/share/home.png" },
);
const bookingPage = page(
  "booking-page",
  ["stay", "booking"],
  async () => (await import("../site/booking-page.tsx")).BookingPage,
);

/** A browser requests pages without a script from the server and does not need their code. */
const serverRoutes: Route[] = import.meta.env.SSR
  ? [
      {
        pattern: PAY,
        page: page("pay-page", ["stay"], async () => (await import("../site/pay-page.tsx")).PayPage),
        load: async (client, { bookingId = "" }, search) => {
          const { backOf, paymentQuery } = await payments();
          return Promise.all([loadCottage(client), client.prefetchQuery(paymentQuery(bookingId, backOf(search)))]);
        },
        head: () => ({ title: say.pay.tab, description: "", indexed: false }),
        formTo: (client, { bookingId = "" }) => providerOf(client, bookingId),
        refresh: (client, { bookingId = "" }, search) => nextLookAt(client, bookingId, search),
        script: "none",
        shared: false,
      },
      {
        pattern: RECEIPT,
        page: page("receipt-page", ["stay"], async () => (await import("../site/receipt-page.tsx")).ReceiptPage),
        load: async (client, { bookingId = "", number = "" }) => {
          const { receiptQuery } = await payments();
          return Promise.all([loadCottage(client), client.prefetchQuery(receiptQuery(bookingId, number))]);
        },
        head: () => ({ title: say.pay.receiptTab, description: "", indexed: false }),
        script: "none",
        shared: false,
      },
      {
        ...textPage(() => say.terms, paths.terms),
        page: page("terms-page", [], async () => (await import("../site/terms-page.tsx")).TermsPage),
        load: loadTerms,
      },
      {
        ...textPage(() => say.terms.policy, paths.cancellation),
        page: page(
          "cancellation-page",
          [],
          async () => (await import("../site/cancellation-page.tsx")).CancellationPage,
        ),
        load: loadTerms,
      },
      {
        ...textPage(() => say.privacy, paths.privacy),
        page: page("privacy-page", [], async () => (await import("../site/privacy-page.tsx")).PrivacyPage),
        load: loadCottage,
      },
      {
        pattern: paths.credits,
        page: page(
          "credits-page",
          ["nothing", "other"],
          async () => (await import("../site/credits-page.tsx")).CreditsPage,
        ),
        load: async (client) => {
          const { creditsQuery } = await pictures();
          return Promise.all([loadCottage(client), client.prefetchQuery(creditsQuery)]);
        },
        head: (client) => ({ ...titled(() => say.other.credits.title)(client), indexed: false }),
        script: "none",
        shared: false,
      },
      {
        pattern: paths.findBooking,
        page: page(
          "find-booking-page",
          ["own"],
          async () => (await import("../site/find-booking-page.tsx")).FindBookingPage,
        ),
        load: async (client) => {
          const { linkDeliveryQuery } = await import("../api/find-booking.ts");
          return Promise.all([loadCottage(client), client.prefetchQuery(linkDeliveryQuery)]);
        },
        head: () => ({ title: say.own.find.title, description: "", indexed: false }),
        script: "none",
        shared: false,
      },
    ]
  : [];

async function loadTerms(client: QueryClient): Promise<unknown> {
  const { termsQuery } = await import("../api/terms.ts");
  return Promise.all([loadCottage(client), client.prefetchQuery(termsQuery)]);
}

export const routes: Route[] = [
  {
    pattern: paths.home,
    page: page(
      "landing-page",
      ["nothing", "pictures", "stay", "landing"],
      async () => (await import("../site/landing-page.tsx")).LandingPage,
    ),
    load: loadLanding,
    head: (client) => ({
      title: cottageName(client) + taglineOf(client),
      description: "",
      indexed: true,
      ...(import.meta.env.SSR && {
        description: metaDescription(client),
        path: paths.home,
        share: "/share/home.png",
        structured: fromCottage(client, lodging),
      }),
    }),
    ...readOnly,
  },
  {
    pattern: paths.attractions,
    page: page(
      "attractions-page",
      ["nothing", "pictures", "places"],
      async () => (await import("../site/attractions-page.tsx")).AttractionsPage,
    ),
    load: async (client) => {
      const { attractionImagesQuery } = await pictures();
      return Promise.all([loadCottage(client), client.prefetchQuery(attractionImagesQuery)]);
    },
    head: titled(
      () => say.places.attractions.title,
      (client) =>
        import.meta.env.SSR &&
        described(
          client.getQueryData(siteQuery.queryKey)?.pageTexts.attractionsDescription || say.places.attractions.about,
          paths.attractions,
        ),
    ),
    ...readOnly,
  },
  {
    pattern: paths.houseRules,
    page: page(
      "house-rules-page",
      ["nothing", "info"],
      async () => (await import("../site/house-rules-page.tsx")).HouseRulesPage,
    ),
    load: loadCottage,
    head: titled(
      () => say.info.houseRules.title,
      () => import.meta.env.SSR && described(say.info.houseRules.about, paths.houseRules),
    ),
    ...readOnly,
  },
  {
    pattern: paths.location,
    page: page(
      "location-page",
      ["nothing", "places"],
      async () => (await import("../site/location-page.tsx")).LocationPage,
    ),
    load: loadCottage,
    head: titled(
      () => say.places.location.title,
      () => import.meta.env.SSR && described(say.places.location.about, paths.location),
    ),
    picturesFrom: (client) => {
      const url = client.getQueryData(siteQuery.queryKey)?.tileMap?.url;
      return url && URL.canParse(url) ? new URL(url).origin : null;
    },
    ...readOnly,
  },
  {
    pattern: paths.guestInfo,
    page: page(
      "guest-info-page",
      ["nothing", "info"],
      async () => (await import("../site/guest-info-page.tsx")).GuestInfoPage,
    ),
    load: async (client) => {
      // A browser loads the questions with the page that uses them.
      if (import.meta.env.SSR) ({ questions } = await import("../site/questions.ts"));
      return loadCottage(client);
    },
    head: (client) => {
      const head = titled(
        () => say.info.guestInfo.title,
        () => import.meta.env.SSR && described(say.info.guestInfo.about, paths.guestInfo),
      )(client);
      if (!import.meta.env.SSR) return head;
      const structured = fromCottage(client, (cottage) => frequentQuestions(questions?.(cottage) ?? []));
      return { ...head, structured: [...(head.structured ?? []), ...structured] };
    },
    ...readOnly,
  },
  { pattern: paths.book, page: bookingPage, load: loadBooking, head: bookingHead, ...live },
  // The same screen under its second path. Its canonical URL is /book, and the sitemap leaves it out.
  { pattern: paths.bookings, page: bookingPage, load: loadBooking, head: bookingHead, ...live },
  {
    pattern: paths.directBooking,
    page: page(
      "direct-booking-page",
      ["stay", "booking", "direct"],
      async () => (await import("../site/direct-booking-page.tsx")).DirectBookingPage,
    ),
    load: loadBooking,
    head: titled(
      () => say.direct.tab,
      () => import.meta.env.SSR && { path: paths.directBooking, share: "/share/home.png" },
    ),
    ...live,
  },
  {
    pattern: CONFIRMATION,
    page: page(
      "confirmation-page",
      ["stay", "own"],
      async () => (await import("../site/confirmation-page.tsx")).ConfirmationPage,
    ),
    load: async (client, { bookingId = "" }, search, form) => {
      const { loadOwnStay } = await ownStay();
      return Promise.all([loadCottage(client), loadOwnStay(client, { bookingId, search, form }, loadCalendar)]);
    },
    head: () => ({ title: say.own.tab, description: "", indexed: false }),
    ...live,
  },
  ...serverRoutes,
  {
    pattern: RATE,
    page: page("rate-page", ["stay", "own"], async () => (await import("../site/rate-page.tsx")).RatePage),
    load: async (client, { token = "" }) => {
      const { ratingQuery } = await ratings();
      return Promise.all([loadCottage(client), client.prefetchQuery(ratingQuery(token))]);
    },
    head: () => ({ title: say.own.rate.tab, description: "", indexed: false }),
    ...live,
  },
];

export const notFoundRoute: Route = {
  pattern: "*",
  page: page("not-found-page", ["other"], async () => (await import("../site/not-found-page.tsx")).NotFoundPage),
  load: loadCottage,
  head: () => ({ title: say.other.notFound.title, description: "", indexed: false }),
  script: "at-first-touch",
  shared: false,
};
