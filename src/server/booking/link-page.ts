import { createHash } from "node:crypto";
import type { Language } from "#domain/language/language.ts";
import { escapeHtml } from "#domain/text/escape-html.ts";

export type LinkPage = { language: Language; cottage: string; title: string; text: string; button: string };

/** The colours are those of the site (`web/styles/theme.css`). */
const STYLE = `
:root{color-scheme:light dark;background:var(--page);--page:#fbf6ec;--ink:#17342d;--soft:#4a6259;--accent:#1f4d43;--on:#fffdf8;--focus:#8a4830}
@media(prefers-color-scheme:dark){:root{--page:#0f1f1b;--ink:#f3ede0;--soft:#b7c9c0;--accent:#e9c178;--on:#10211d;--focus:#e8a483}}
body{margin:0;color:var(--ink);font:1.0625rem/1.65 system-ui,sans-serif;overflow-wrap:break-word}
main{max-width:34rem;margin:0 auto;padding:clamp(2rem,12vh,8rem) 1.25rem 3rem}
.cottage,h1{font-family:Georgia,serif;font-weight:500;line-height:1.2;text-wrap:balance}
.cottage{margin:0 0 2rem;font-size:1.25rem;color:var(--soft)}
h1{margin:0 0 1rem;font-size:2rem}
button{min-height:2.75rem;margin-top:.5rem;border:1px solid transparent;border-radius:2rem;padding:.5rem 1.5rem;background:var(--accent);color:var(--on);font:inherit;font-weight:600;cursor:pointer}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
@keyframes later{from,to{visibility:hidden}}
.sending .manual{animation:later 3s}
`;

/**
 * Sends the form at once, so that people have to do nothing. A page that the browser has only loaded in advance, or in a
 * background tab, is not visible and waits. While the page is still loading, the browser leaves it out of the history.
 * If the next page takes long, the button appears after all (`later`).
 */
const SEND = `(()=>{const go=()=>{if(document.visibilityState!=="visible")return;removeEventListener("visibilitychange",go,true);document.body.className="sending";document.forms[0].submit()};addEventListener("visibilitychange",go,true);go()})()`;

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/**
 * The URL contains a secret, so the page is not cached or indexed and loads nothing, and the secret is not in the
 * `Referer` of the next page. The origin is still sent, because browsers without `Sec-Fetch-Site` would otherwise send
 * the form with `Origin: null`, which is refused.
 */
export const LINK_HEADERS = {
  "cache-control": "no-store",
  "x-robots-tag": "noindex",
  "referrer-policy": "strict-origin",
};

export const LINK_PAGE_HEADERS = {
  ...LINK_HEADERS,
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": `default-src 'none'; script-src ${hashOf(SEND)}; style-src ${hashOf(STYLE)}; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
};

/**
 * The page to which a link in an email leads if opening the link changes something. Its form posts to the page's own
 * URL.
 */
export function linkPage({ language, cottage, title, text, button }: LinkPage): string {
  const [name, heading] = [escapeHtml(cottage), escapeHtml(title)];
  return (
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${heading} - ${name}</title><style>${STYLE}</style></head>` +
    `<body><main><p class="cottage">${name}</p><h1>${heading}</h1>` +
    `<div class="manual"><p>${escapeHtml(text)}</p><form method="post"><button type="submit">${escapeHtml(button)}</button></form></div></main>` +
    `<script>${SEND}</script></body></html>`
  );
}
