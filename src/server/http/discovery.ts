import type { FastifyInstance } from "fastify";
import { NOTHING_ALLOWED } from "./security-headers.ts";

export type DiscoveryNeeds = {
  /** Where guests reach the site; without it there is no address that a search engine could be told. */
  publicUrl: string | null;
  /** Paths that search engines should know. */
  paths: readonly string[];
  cottageName: () => Promise<string>;
};

const HOUR_CACHE = "public, max-age=3600";

/** What machines ask of a site: the list of its pages, which of them to read, and how it looks on a home screen. */
export function mountDiscovery(app: FastifyInstance, { publicUrl, paths, cottageName }: DiscoveryNeeds): void {
  const text = (url: string, type: string, body: () => Promise<string | null>) =>
    app.get(url, { config: { access: "anyone" } }, async (_request, reply) => {
      const content = await body();
      return reply
        .code(content === null ? 404 : 200)
        .headers({ "content-type": type, "cache-control": HOUR_CACHE, "content-security-policy": NOTHING_ALLOWED })
        .send(content ?? "");
    });

  text("/robots.txt", "text/plain; charset=utf-8", async () => robots(publicUrl));
  text("/sitemap.xml", "application/xml; charset=utf-8", async () => (publicUrl ? sitemap(publicUrl, paths) : null));
  text("/manifest.webmanifest", "application/manifest+json", async () => JSON.stringify(manifest(await cottageName())));
}

/** Confirmations and portal are not shut here: a crawler has to read their `noindex` to obey it. */
function robots(publicUrl: string | null): string {
  const lines = ["User-agent: *", "Disallow: /api/"];
  if (publicUrl) lines.push("", `Sitemap: ${publicUrl}/sitemap.xml`);
  return `${lines.join("\n")}\n`;
}

/** https://www.sitemaps.org/protocol.html */
function sitemap(publicUrl: string, paths: readonly string[]): string {
  const urls = paths.map((path) => `<url><loc>${escapeXml(publicUrl + path)}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join("")}</urlset>\n`;
}

function escapeXml(value: string): string {
  return value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;").replaceAll("'", "&apos;");
}

/** The colours are `--color-page` and `--color-forest` of the theme by day. */
function manifest(name: string) {
  return {
    name,
    short_name: name,
    id: "/",
    start_url: "/",
    scope: "/",
    display: "browser",
    lang: "en",
    background_color: "#fbf6ec",
    theme_color: "#173d35",
    icons: [
      { src: "/icons/icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "/icons/icon-512.png", sizes: "512x512", type: "image/png" },
      { src: "/icons/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
      { src: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
    ],
  };
}
