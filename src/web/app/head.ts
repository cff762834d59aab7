import { escapeHtml } from "#domain/text/escape-html.ts";
import { DEFAULT_LANGUAGE, type Language } from "#domain/language/language.ts";
import { LOCALES } from "#domain/language/locales.ts";
import { pathIn } from "#domain/language/language-path.ts";

/** A JSON-LD object. */
export type StructuredData = { "@type": string } & Record<string, unknown>;

export type Head = {
  title: string;
  description: string;
  indexed: boolean;
  /** The canonical path. */
  path?: string;
  /** The path of the link preview's picture, 1200 by 630 pixels. */
  share?: string | undefined;
  structured?: StructuredData[];
};

type PageLanguages = {
  language: Language;
  /** With English first; empty if there is only English. */
  languages: readonly Language[];
};

/**
 * `publicUrl` is the site's public URL, if configured. The host name in a request can be anything, and a cached page
 * would show it to everybody. Therefore, without PUBLIC_URL, the tags that need an absolute URL are omitted, and the
 * other tags use paths.
 */
export function headTags(
  head: Head,
  publicUrl: string | null,
  { language, languages }: PageLanguages = { language: DEFAULT_LANGUAGE, languages: [] },
): string {
  const { title, description, indexed, path, share } = head;
  const tags = [`<title>${escapeHtml(title)}</title>`];
  const meta = (kind: "name" | "property", name: string, content: string) =>
    tags.push(`<meta ${kind}="${name}" content="${escapeHtml(content)}">`);

  if (description) meta("name", "description", description);
  if (!indexed) {
    meta("name", "robots", "noindex");
    return tags.join("");
  }
  meta("property", "og:type", "website");
  for (const one of languages) {
    meta("property", one === language ? "og:locale" : "og:locale:alternate", LOCALES[one].replace("-", "_"));
  }
  meta("property", "og:title", title);
  if (description) meta("property", "og:description", description);
  meta("name", "twitter:card", "summary_large_image");
  if (publicUrl !== null && path !== undefined) {
    const addressIn = (one: Language) => escapeHtml(publicUrl + pathIn(one, path));
    const address = publicUrl + pathIn(language, path);
    tags.push(`<link rel="canonical" href="${escapeHtml(address)}">`);
    for (const one of languages) tags.push(`<link rel="alternate" hreflang="${one}" href="${addressIn(one)}">`);
    if (languages.length > 0) {
      tags.push(`<link rel="alternate" hreflang="x-default" href="${addressIn(DEFAULT_LANGUAGE)}">`);
    }
    meta("property", "og:url", address);
    if (share) {
      meta("property", "og:image", publicUrl + share);
      meta("property", "og:image:width", "1200");
      meta("property", "og:image:height", "630");
    }
  }
  for (const data of head.structured ?? []) {
    const json = JSON.stringify({ "@context": "https://schema.org", ...data }, (key, value: unknown) =>
      publicUrl !== null && ADDRESSES.has(key) ? absolute(value, publicUrl) : value,
    );
    tags.push(`<script type="application/ld+json">${json.replaceAll("<", "\\u003c")}</script>`);
  }
  return tags.join("");
}

/** The fields of structured data that may contain paths of this site, which become absolute URLs. */
const ADDRESSES: ReadonlySet<string> = new Set(["@id", "url", "item", "image"]);

function absolute(value: unknown, publicUrl: string): unknown {
  if (Array.isArray(value)) return value.map((one) => absolute(one, publicUrl));
  return typeof value === "string" && value.startsWith("/") ? publicUrl + value : value;
}
