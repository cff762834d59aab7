import { parse } from "regexparam";
import type { RenderedPage } from "#contract/rendered-page.ts";
import { DEFAULT_LANGUAGE } from "#domain/language/language.ts";
import { PORTAL_PATTERNS } from "../lib/portal-patterns.ts";

const screens = PORTAL_PATTERNS.map((pattern) => parse(pattern).pattern);

const NO_SCRIPT = `<noscript><p class="p-8">The host portal needs JavaScript. Turn it on in your browser and load this page again.</p></noscript>`;

/** On a slow connection, the script may take several seconds or never arrive. */
const LOADING =
  `<main class="p-8 noscript:hidden"><h1 class="animate-late font-serif text-xl">Loading the portal...</h1>` +
  `<p class="mt-3 [animation:late_0s_linear_15s_both]">This is taking longer than usual. Check your connection, then load this page again.</p></main>`;

/**
 * The portal is rendered in the browser, so the HTML of its pages contains only what is shown until its script runs.
 * Null for the public site's paths.
 */
export function portalPage(path: string): RenderedPage | null {
  if (path !== "/admin" && !path.startsWith("/admin/")) return null;
  return {
    status: screens.some((screen) => screen.test(path)) ? 200 : 404,
    redirect: null,
    head: `<title>Host portal</title><meta name="robots" content="noindex">`,
    indexed: false,
    banner: "",
    html: LOADING + NO_SCRIPT,
    state: "{}",
    language: DEFAULT_LANGUAGE,
    code: "",
    texts: [],
    draft: false,
    script: "at-once",
    shared: false,
    app: "portal",
    picturesFrom: null,
    formTo: null,
    refresh: null,
  };
}
