// Runs one build step into a folder: node scripts/build-step.mjs site | portal | server | compress <folder>
import { readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const COMPRESSED = /\.(js|css|svg|json|txt|webmanifest)$/;
const [step, folder] = process.argv.slice(2);

if (step === "compress") {
  // Stays in this folder even if it is renamed when a newer build replaces it.
  process.chdir(folder);
  await compress("client");
  await writeFile(".compressed", "");
} else {
  const { build } = await import("vite");
  const outDir = join(folder, step === "server" ? "server" : "client");
  await build({
    ...(step === "server" ? {} : { mode: step }),
    logLevel: "warn",
    build: { outDir, ssr: step === "server" },
  });
}

/** Compresses files once, at the maximum level, instead of on each request. Two at a time, to limit memory use. */
async function compress(client) {
  const entries = await readdir(client, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && COMPRESSED.test(entry.name)).values();
  const work = async () => {
    for (const entry of files) await compressFile(join(entry.parentPath, entry.name));
  };
  await Promise.all([work(), work()]);
}

async function compressFile(path) {
  const bytes = await readFile(path);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  await writeWhole(`${path}.br`, await promisify(brotliCompress)(bytes, quality));
  await writeWhole(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
}

/** The site may be running, and it must never see a partly written file. */
async function writeWhole(path, bytes) {
  const part = `${path}.${process.pid}`;
  await writeFile(part, bytes);
  await rename(part, path);
}
