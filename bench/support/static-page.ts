import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { PICTURE_PATH } from "#domain/media/picture.ts";

/** The same markup, styles and pictures without scripts or data, precompressed and served from memory. */
type Given = { html: string; clientDir: string; dataDir?: string };
process.once("message", ({ html, clientDir, dataDir = clientDir }: Given) => {
  const page = brotliCompressSync(withoutScript(html));
  const files = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
    const type = TYPES[extname(path)];
    if (!type) {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8", "content-encoding": "br" }).end(page);
      return;
    }
    const packed = PACKED.has(extname(path));
    const folder = path.startsWith(PICTURE_PATH) ? dataDir : clientDir;
    const file = files.get(path) ?? readFileSync(join(folder, packed ? `${path}.br` : path));
    files.set(path, file);
    response.writeHead(200, { "content-type": type, ...(packed ? { "content-encoding": "br" } : {}) }).end(file);
  });
  server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
});

const TYPES: Record<string, string> = {
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".ico": "image/x-icon",
  ".webmanifest": "application/manifest+json",
};
const PACKED = new Set([".svg"]);

function withoutScript(html: string): string {
  return html
    .replaceAll(/<script\b[^>]*>.*?<\/script>/gs, "")
    .replaceAll(/<link rel="(?:modulepreload|manifest)"[^>]*>/g, "");
}
