import type { FastifyInstance } from "fastify";
import { escapeHtml } from "#domain/text/escape-html.ts";
import { NOTHING_ALLOWED } from "./security-headers.ts";

export type DiscoveryNeeds = {
  /** The public URL of the site. Without a public URL, there is no sitemap. */
  publicUrl: string | null;
  /** Paths for search engines. */
  paths: () => Promise<readonly string[]>;
  cottageName: () => Promise<string>;
};

const HOUR_CACHE = "public, max-age=3600";

/** Files for machines: the sitemap, robots.txt and the web app manifests. */
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
  text("/sitemap.xml", "application/xml; charset=utf-8", async () =>
    publicUrl ? sitemap(publicUrl, await paths()) : null,
  );
  text("/manifest.webmanifest", "application/manifest+json", async () => JSON.stringify(manifest(await cottageName())));
  text("/admin/app.webmanifest", "application/manifest+json", async () =>
    JSON.stringify(portalManifest(await cottageName())),
  );
}

/** Confirmations and the portal are not disallowed here, because a crawler has to fetch them to see their `noindex`. */
function robots(publicUrl: string | null): string {
  const lines = ["User-agent: *", "Disallow: /api/"];
  if (publicUrl) lines.push("", `Sitemap: ${publicUrl}/sitemap.xml`);
  return `${lines.join("\n")}\n`;
}

/** https://www.sitemaps.org/protocol.html; the entities of `escapeHtml` are valid in XML. */
function sitemap(publicUrl: string, paths: readonly string[]): string {
  const urls = paths.map((path) => `<url><loc>${escapeHtml(publicUrl + path)}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join("")}</urlset>\n`;
}

/** The colours are `--color-page` and `--color-forest` of the light theme. */
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

/** The portal as its own app. A phone shows only a short name below the icon. */
function portalManifest(name: string) {
  return {
    ...manifest(name),
    name: `${name}: host portal`,
    short_name: "Host portal",
    id: "/admin/",
    start_url: "/admin/dashboard",
    scope: "/admin/",
    display: "standalone",
  };
}
