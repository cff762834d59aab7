// Builds files for browsers (also in compressed form), and the server with the module that renders its pages.
// With --watch: again at every change, without compression.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build } from "vite";

const COMPRESSED = /\.(js|css|svg|json|txt|webmanifest)$/;

if (process.argv.includes("--watch")) {
  const always = { watch: {}, emptyOutDir: false };
  const apps = ["site", "portal"].map((mode) => build({ mode, build: always }));
  await Promise.all([...apps, build({ build: { ...always, ssr: true } })]);
} else {
  await build({ mode: "site", logLevel: "warn" });
  await build({ mode: "portal", logLevel: "warn" });
  await build({ logLevel: "warn", build: { ssr: true } });
  await compress("dist/client");
}

/** Files are compressed once here, as small as can be, and not on each request. */
async function compress(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && COMPRESSED.test(entry.name));
  await Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      const bytes = await readFile(path);
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
      await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, quality));
      await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
    }),
  );
}
