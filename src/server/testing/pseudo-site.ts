import { resolve } from "node:path";
import { loadBuiltSite } from "../http/built-site.ts";
import { GUEST } from "./given.ts";
import { startTestApp, type TestApp } from "./test-app.ts";

/** A server that renders its pages from the source that is being tested. */
export async function startPseudoSite(overrides: Parameters<typeof startTestApp>[1] = {}): Promise<TestApp> {
  const site = await loadBuiltSite(resolve("dist"));
  const { renderPage, submitForm } = await import("#web/app/entry-server.tsx");
  const server = await startTestApp("sqlite", { ...overrides, site: { ...site, renderPage, submitForm } });
  await server.app.start();
  return server;
}

/** Names, codes and units that are the same in every language. */
const NAMES =
  /Facebook|Instagram|Apple Maps|OpenStreetMap|Google Calendar|Google|Mozilla|Apple|Microsoft|Outlook|WiFi|WhatsApp|Stripe|\b(?:Kandy|Colombo)\b|LK-[A-Z0-9]+|\b(?:px|USD|STOP)\b/g;

/** Returns a function that finds untranslated words on a page, apart from names and text by the host or the guest. */
export async function plainWordsFinder(server: TestApp, cookie: string, more: readonly string[] = []) {
  const content = await server.send("GET", "/api/admin/content/property", undefined, { cookie });
  const ownWords = [...stringsIn(content.json), GUEST.name, GUEST.email, GUEST.phone, ...more].toSorted(
    (a, b) => b.length - a.length,
  );
  return (page: string) => plainWords(page, ownWords);
}

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return value.trim().length > 2 ? [value, value.replace(/<[^>]*>/g, "")] : [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

function plainWords(page: string, ownWords: readonly string[]): string[] {
  const html = page.replaceAll(/<aside lang="en"[^]*?<\/aside>/g, " ");
  const attributes = [...html.matchAll(/ (?:alt|aria-label|title|placeholder|abbr)="([^"]*)"/g)].map(
    ([, words]) => words,
  );
  const about = [...html.matchAll(/<meta (?:name|property)="[\w:]*(?:title|description)" content="([^"]*)"/g)].map(
    ([, words]) => words,
  );
  const text = html
    .replaceAll(/<(script|style)[^>]*>[^]*?<\/\1>/g, " ")
    // A label on the map may have two lines.
    .replaceAll(/<\/tspan><tspan[^>]*>/g, " ")
    .replaceAll(/<[^>]*>/g, "\n");
  let rest = [text, ...attributes, ...about]
    .join("\n")
    .replaceAll("&amp;", "&")
    .replaceAll(/&#x27;|&#39;/g, "'")
    .replaceAll("&quot;", '"');
  for (const words of ownWords) rest = rest.replaceAll(words, " ");
  rest = rest.replaceAll(/https?:\/\/\S+|\S+@\S+/g, " ").replaceAll(NAMES, " ");
  return rest.match(/[A-Za-z]{2,}/g) ?? [];
}
