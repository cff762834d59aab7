import type { RenderedPage } from "#contract/rendered-page.ts";
import { isDrawing } from "#domain/property/picture-address.ts";
import { shareUrl } from "#domain/media/picture.ts";
import { dehydrate, type QueryClient } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import type { PublicStatus } from "../booking/booking-request.ts";
import { submitStayForm, type SubmittedForm } from "../booking/submit-stay-form.ts";
import { submitBookingForm } from "../booking/submit-booking-form.ts";
import { submitPayForm } from "../booking/submit-pay-form.ts";
import { submitFindForm } from "../site/submit-find-form.ts";
import { submitRatingForm } from "../site/submit-rating-form.ts";
import { DEFAULT_LANGUAGE, type Language, LANGUAGES } from "#domain/language/language.ts";
import { ApiError, createQueryClient, type Fetch, inLanguageOf } from "../api/client.ts";
import { siteQuery } from "../api/property.ts";
import { pathIn, splitLanguage } from "#domain/language/language-path.ts";
import { paths } from "../lib/paths.ts";
import { ALL_TEXTS, withTextsOf } from "./all-texts.ts";
import { App } from "./app.tsx";
import { findRoute } from "./find-route.ts";
import { portalPage } from "./portal-page.ts";
import { requestedTexts } from "../lib/need-texts.ts";
import type { FormResult, FormReturn, PageState } from "../lib/page-state.ts";
import { headTags } from "./head.ts";
import { CONFIRMATION, PAY, RATE, type Route, routes } from "./routes.tsx";

export { textAreas } from "./all-texts.ts";

export type PageRequest = {
  path: string;
  search: string;
  /** Without a trailing slash; null if it is not configured. */
  publicUrl: string | null;
  fetch: Fetch;
  newKey: () => string;
};

const sharedInEnglish: readonly string[] = routes.filter((route) => route.shared).map((route) => route.pattern);

/** In every language, with English first. */
export const sharedPaths: readonly string[] = LANGUAGES.flatMap((language) =>
  sharedInEnglish.map((path) => pathIn(language, path)),
);

/** With `:name` for parameters. */
export const pagePatterns: readonly string[] = routes.map((route) => route.pattern);

/** If a screen has a second path, that path is left out. */
const indexedInEnglish: readonly string[] = [...sharedInEnglish, paths.book, paths.directBooking];

export const indexedPaths = (languages: readonly Language[]): string[] =>
  languages.flatMap((language) => indexedInEnglish.map((path) => pathIn(language, path)));

/** The pages of the public site are complete without JavaScript; the portal's are not. */
export async function renderPage(request: PageRequest): Promise<RenderedPage> {
  return portalPage(request.path) ?? renderSite(request, null, null);
}

/** The status of the bookings that each booking form creates (SPEC 4). */
const FORMS: Record<string, PublicStatus> = {
  [paths.book]: "upcoming",
  [paths.bookings]: "upcoming",
  [paths.directBooking]: "confirmed",
};

/** Handles a form that the browser has submitted without the help of a script. */
export async function submitForm(request: PageRequest & SubmittedForm): Promise<RenderedPage> {
  const { form } = request;
  const { language, path } = splitLanguage(request.path);
  const fetch = fetchIn(language, request.fetch);
  const { route, params } = findRoute(path);
  const { bookingId = "", token = "" } = params;
  const respond = async (result: FormResult): Promise<RenderedPage> =>
    result.ok
      ? { ...(await renderSite(request, null, null)), redirect: result.to }
      : renderSite(request, result.returned, result.status);
  switch (route.pattern) {
    case CONFIRMATION:
      return respond(await submitStayForm(bookingId, request, language, fetch));
    case PAY:
      return respond(await submitPayForm(bookingId, form, language, fetch));
    case RATE:
      return respond(await submitRatingForm(token, form, language, fetch));
    case paths.findBooking:
      return respond(await submitFindForm(form, language, fetch));
  }
  const status = FORMS[route.pattern];
  if (!status) return renderSite(request, null, 405);
  return respond(await submitBookingForm(form, status, language, fetch));
}

async function renderSite(
  request: PageRequest,
  form: FormReturn | null,
  formStatus: number | null,
): Promise<RenderedPage> {
  const { search, publicUrl } = request;
  const { language, path } = splitLanguage(request.path);
  const { route, params } = findRoute(path);
  const client = createQueryClient(fetchIn(language, request.fetch));
  await Promise.all([route.page.preload(), route.load(client, params, search, form)]);

  // Errors and their statuses are included, because the browser must render the same page as the server.
  const queries = dehydrate(client, {
    shouldDehydrateQuery: (query) => query.state.status !== "pending",
    shouldRedactErrors: () => false,
  });
  const state: PageState = { queries, formKey: route.shared ? "" : request.newKey(), form };
  const address = { path: request.path, search: search.slice(1) };
  const drawn = withTextsOf(language, () => ({
    body: renderToString(<App client={client} state={state} address={address} />),
    head: route.head(client),
    refresh: route.refresh?.(client, params, search) ?? null,
  }));
  const { preloads, html } = liftPreloads(drawn.body);
  const status = formStatus ?? statusOf(client, route);
  const picturesFrom = route.picturesFrom?.(client) ?? null;
  const site = client.getQueryData(siteQuery.queryKey);
  const notice = site?.setupNotice ?? "";
  const others = site?.languages ?? [];
  const languages = others.length > 0 ? [DEFAULT_LANGUAGE, ...others] : [];
  const draft = language !== DEFAULT_LANGUAGE && !others.includes(language);
  const head = {
    ...drawn.head,
    // Sample content and unpublished languages should not appear in search results.
    indexed: drawn.head.indexed && notice === "" && !draft,
    share: drawn.head.share && shareOf(client, drawn.head.share),
  };
  return {
    status,
    redirect: null,
    head: preloads + headTags(head, publicUrl, { language, languages }),
    indexed: head.indexed,
    banner: notice
      ? `<aside aria-label="${ALL_TEXTS[language].other.notice}" class="bg-sunken p-2 text-center">${notice}</aside>`
      : "",
    html,
    state: JSON.stringify(state),
    // The page with the detailed map does not wait for the first touch to load its script, because on a phone the first
    // touch may already be the tap on the map's button.
    script: picturesFrom ? "at-once" : route.script,
    shared: route.shared && status === 200,
    app: "site",
    picturesFrom,
    formTo: route.formTo?.(client, params) ?? null,
    language,
    code: route.page.file,
    texts: ["frame", ...route.page.texts, ...requestedTexts(form !== null, search)],
    // Guests read their own pages in an unpublished language too, for example if the host entered their booking in it.
    draft: draft && drawn.head.indexed,
    refresh: drawn.refresh,
  };
}

/** API responses are in the page's language. */
function fetchIn(language: Language, fetch: Fetch): Fetch {
  if (language === DEFAULT_LANGUAGE) return fetch;
  return (input, init) => fetch(input, inLanguageOf(language, init));
}

/** React writes the preload of the page's first picture before the body; a browser finds it sooner in the head. */
function liftPreloads(body: string): { preloads: string; html: string } {
  const preloads = /^(?:<link rel="preload"[^>]*>)*/.exec(body)?.[0] ?? "";
  return { preloads, html: body.slice(preloads.length) };
}

/** A page whose data could not be loaded returns the error's status. */
function statusOf(client: QueryClient, route: Route): number {
  if (route.pattern === "*") return 404;
  const failed = client
    .getQueryCache()
    .getAll()
    .map((query) => query.state.error)
    .find((error) => error !== null);
  if (!failed) return 200;
  return failed instanceof ApiError ? failed.status : 500;
}

/**
 * A photograph of the host's, cropped for link previews, because social networks do not show SVG. The sample cottage's
 * picture is used only while the site still shows that drawing.
 */
function shareOf(client: QueryClient, drawn: string): string | undefined {
  const site = client.getQueryData(siteQuery.queryKey);
  if (!site) return drawn;
  const main = site.photos.filter((photo) => photo.isMain);
  const urls = [site.hero, ...main.map((photo) => ({ imageUrl: photo.url }))].map(({ imageUrl }) => imageUrl);
  const shown = [...urls, ...site.photos.map((photo) => photo.url)];
  const ready = shown.flatMap((url) => site.pictures.find((photo) => photo.url === url && photo.shareReady) ?? []);
  const [photo] = ready;
  if (photo) return shareUrl(photo.url, photo);
  return isDrawing(site.hero.imageUrl) ? drawn : undefined;
}

/** SPEC 2: before every page in demo mode. */
export const demoFrame =
  `<div id="demo-loading" class="demo-loading" role="status">Loading...</div>` +
  `<aside class="demo-note" aria-label="Demo">Demo: the bookings and guests are made up, and the portal is read-only.</aside>`;

/**
 * For public pages in an unpublished language. They are meant for the host and translators, but a guest whose booking
 * is in that language gets links to them.
 */
export const draftNote =
  `<aside lang="en" aria-label="Draft" class="border-b border-line-strong bg-sunken px-5 py-2 text-center text-sm text-ink print:hidden">` +
  `Draft: this language is not switched on. Only guests whose booking is in this language get links to its pages, and search engines don't list them.</aside>`;
