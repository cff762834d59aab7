import type { RenderedPage } from "#contract/rendered-page.ts";
import { LOCALES } from "#domain/language/locales.ts";
import { type BuiltSite, sha256Source } from "./built-site.ts";
import { pagePolicy } from "./security-headers.ts";

/** The credentials for automatic sign-in in demo mode. */
export type DemoCredentials = { username: string; password: string };

export type HtmlDocument = { html: string; headers: Record<string, string> };

/**
 * Loads the page's script on the visitor's first interaction; until then, this is the only script that runs on the
 * page, except in the demo. A pointer that merely rests where the page appears does not count as an interaction.
 */
function atFirstTouch(script: string): string {
  return `(()=>{const e=["pointermove","touchstart","keydown","focusin"],go=()=>{for(const n of e)removeEventListener(n,go);import(${JSON.stringify(script)})};for(const n of e)addEventListener(n,go,{passive:true})})()`;
}

/** How long a tap is stored while the script loads, in ms. */
const REPLAY_WITHIN_MS = 4000;

/**
 * Stores taps on elements with `data-replay` before the page is hydrated, marks the elements as waiting, and repeats
 * the taps after hydration. If the script does not load in time, the first tap does what it would do without
 * JavaScript.
 */
const REPLAY = `(()=>{const kept=[];const tap=e=>{const t=e.target.closest?.("[data-replay]");if(!t||e.metaKey||e.ctrlKey||e.shiftKey)return;e.preventDefault();e.stopPropagation();kept.push(t);t.setAttribute("data-waiting","");if(kept.length<2)setTimeout(go,${REPLAY_WITHIN_MS},true)};const go=late=>{removeEventListener("click",tap,true);removeEventListener("hydrated",go);for(const t of kept.splice(0).slice(0,late===true?1:99))setTimeout(()=>{t.removeAttribute("data-waiting");t.click()})};addEventListener("click",tap,true);addEventListener("hydrated",go)})()`;

/**
 * Loads the script of a page with a form or a detailed map once the page is painted, so that the script does not
 * compete with the first picture. A page in a background tab is not painted, so it loads the script at once.
 */
const LOAD_ONCE_PAINTED = `{const load=()=>document.body.append(document.getElementById("scripts").content);document.hidden?load():requestAnimationFrame(()=>setTimeout(load))}`;

const SITE_AT_ONCE = `${REPLAY};${LOAD_ONCE_PAINTED}`;

/** Theme colours and icons. The two colours are `--color-page` of the light and the dark theme. */
const ICONS_AND_COLOURS =
  `<meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbf6ec">` +
  `<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0f1f1b">` +
  `<link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="icon" href="/favicon.ico" sizes="32x32">` +
  `<link rel="apple-touch-icon" href="/icons/apple-touch-icon.png">`;
/** On a home screen, the site and the portal are two separate apps. */
const MANIFESTS = { site: "/manifest.webmanifest", portal: "/admin/app.webmanifest" };

/**
 * Pictures from other sites seldom have the headers that COEP requires. In this mode these headers are not required,
 * and such pictures are requested without cookies.
 */
const FOREIGN_PICTURES = { "cross-origin-embedder-policy": "credentialless" };

/**
 * Combines a rendered page and the built files into a document. The inline styles and scripts of the site, and those of
 * the portal, have the same bytes on every page. The policy lists their hashes, so a page can be cached for everyone.
 */
export function createDocumentWriter(
  site: BuiltSite,
  { secure, demo, uploadsTo }: { secure: boolean; demo: DemoCredentials | null; uploadsTo: string | null },
) {
  const boot = { site: atFirstTouch(site.apps.site.script), portal: atFirstTouch(site.apps.portal.script) };
  const demoStyles = demo ? [sha256Source(site.demo.styles)] : [];
  const demoHead = demo ? `<style>${site.demo.styles}</style>` : "";
  const demoBody = demo
    ? `${site.demoFrame}<script type="application/json" id="demo">${escapeJson(JSON.stringify(demo))}</script>` +
      `<script type="module" src="${site.demo.script}"></script>`
    : "";
  const policyOf = (app: RenderedPage["app"], picturesFrom: string | null, formTo: string | null = null) =>
    pagePolicy(
      {
        scripts: [sha256Source(boot[app]), ...(app === "site" ? [sha256Source(SITE_AT_ONCE)] : [])],
        styles: [sha256Source(site.apps[app].styles), ...demoStyles],
      },
      secure,
      picturesFrom,
      app === "portal" ? uploadsTo : null,
      formTo,
    );
  const spoken = ({ language }: RenderedPage) => ({
    language,
    locale: LOCALES[language],
    texts: site.texts[language],
  });
  /** Tells the site's script the page's language and files, which the script cannot know by itself. */
  const pageFiles = (page: RenderedPage, code: readonly string[]) =>
    page.app === "site" && page.script !== "none"
      ? `<script type="application/json" id="files">${JSON.stringify({ ...spoken(page), code })}</script>`
      : "";
  const policies = { site: policyOf("site", null), portal: policyOf("portal", null) };

  const codeOf = (page: RenderedPage) => (page.app === "site" ? site.code(page.code) : []);
  const atOnce = (page: RenderedPage) => {
    const { script, preloads } = site.apps[page.app];
    const texts = page.texts.flatMap((area) => site.texts[page.language][area] ?? []);
    return (
      `<script type="module" src="${script}" fetchpriority="low"></script>` +
      [...preloads, ...codeOf(page), ...texts]
        .map((file) => `<link rel="modulepreload" href="${file}" fetchpriority="low">`)
        .join("")
    );
  };

  return (page: RenderedPage): HtmlDocument => {
    const files = site.apps[page.app];
    const script =
      page.script === "none"
        ? ""
        : page.script === "at-once"
          ? page.app === "site"
            ? `<template id="scripts">${atOnce(page)}</template><script>${SITE_AT_ONCE}</script>`
            : atOnce(page)
          : `<script>${boot[page.app]}</script>`;
    const fonts = files.fonts
      .map((file) => `<link rel="preload" href="${file}" as="font" type="font/woff2" crossorigin>`)
      .join("");
    const html =
      `<!doctype html><html lang="${page.language}"><head><meta charset="utf-8">` +
      `<meta name="viewport" content="width=device-width, initial-scale=1">${page.head}${fonts}${ICONS_AND_COLOURS}` +
      `<link rel="manifest" href="${MANIFESTS[page.app]}">` +
      `<style>${files.styles}</style>${demoHead}</head><body>${demoBody}${page.banner}${page.draft ? site.draftNote : ""}<div id="root">${page.html}</div>` +
      `<script type="application/json" id="state">${escapeJson(page.state)}</script>${pageFiles(page, codeOf(page))}${script}</body></html>`;
    return {
      html,
      headers: {
        "content-type": "text/html; charset=utf-8",
        "content-security-policy":
          page.picturesFrom || page.formTo
            ? policyOf(page.app, page.picturesFrom, page.formTo?.origin)
            : policies[page.app],
        ...(page.picturesFrom ? FOREIGN_PICTURES : {}),
        // Repeats the robots meta tag for programs that look only at headers.
        ...(page.indexed ? {} : { "x-robots-tag": "noindex" }),
        ...(page.formTo?.withReferrer ? { "referrer-policy": "strict-origin-when-cross-origin" } : {}),
        ...(page.refresh ? { refresh: `${page.refresh.afterS}; url=${page.refresh.to}` } : {}),
      },
    };
  };
}

/** JSON inside HTML must not end the script element. */
function escapeJson(json: string): string {
  return json.replaceAll("<", "\\u003c").replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}
