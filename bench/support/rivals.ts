import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { PublicProperty, PublicSite } from "#contract/property.ts";
import { BOOKING_WINDOW_DAYS } from "#domain/booking/limits.ts";
import { FORMATS, fileName, srcSet, widthsOf } from "#domain/media/picture.ts";
import { freePort } from "../../scripts/free-port.mjs";

/** Apart from the product: the rivals have their own package.json files. */
const FOLDER = resolve("node_modules/.cache/latchkey/rivals");
const DATA = join(FOLDER, "data");
const CLIENT = "dist/client";
const STARTED_WITHIN_MS = 20_000;

type Ours = { url: string; dataDir: string };
type Rival = { name: string; url: string; child: ChildProcess };

/**
 * The same site as ordinary apps in bench/rivals, with our text, style sheet, fonts and pictures:
 * - Next.js: App Router, server components, its standalone server. The landing page is prerendered. The booking page is
 *   rendered for each visit, and only its form and the menu run in the browser. `next/image` creates its own files from
 *   our largest JPEG.
 * - A React single-page app, built by Vite and served, compressed, by Fastify. It fetches the content and the free nights
 *   from an API.
 *
 * Neither has the other features of our site (languages, validation, drafts, booking without JavaScript), which favours
 * these apps.
 */
export async function startRivals(ours: Ours): Promise<Rival[]> {
  const shell = await writeData(ours);
  const next = prepare("next", shell, ours.dataDir);
  const spa = prepare("spa", shell, ours.dataDir);
  runNode(next, ["node_modules/next/dist/bin/next", "build"]);
  runNode(spa, ["node_modules/vite/bin/vite.js", "build"]);
  const standalone = join(next, ".next/standalone");
  cpSync(join(next, "public"), join(standalone, "public"), { recursive: true });
  cpSync(join(next, ".next/static"), join(standalone, ".next/static"), { recursive: true });
  return Promise.all([start("Next.js", standalone), start("React SPA", spa)]);
}

/** Unlike the content, this is part of an app's files. */
type Shell = { name: string; styles: string; fonts: string[] };

/** What would be in the rivals' database. */
async function writeData({ url }: Ours): Promise<Shell> {
  const html = await (await fetch(`${url}/`)).text();
  const read = async (path: string) => (await fetch(url + path)).json();
  const site: PublicSite = await read("/api/site");
  const [property]: PublicProperty[] = await read("/api/properties/public");
  const until = new Date(Date.parse(site.today) + BOOKING_WINDOW_DAYS * 86_400_000).toISOString().slice(0, 10);
  const nights = await read(`/api/availability?from=${site.today}&to=${until}`);
  const pictures = site.pictures.map((picture) => ({
    ...picture,
    original: `${dirname(picture.url)}/${fileName(widthsOf(picture.width).at(-1) ?? picture.width, "jpg")}`,
    files: FORMATS.map((format) => ({
      type: format === "jpg" ? "image/jpeg" : `image/${format}`,
      srcSet: srcSet(picture.url, picture.width, format),
    })),
  }));
  mkdirSync(DATA, { recursive: true });
  writeFileSync(join(DATA, "content.json"), JSON.stringify({ property, site: { ...site, pictures } }));
  writeFileSync(join(DATA, "nights.json"), JSON.stringify(nights));
  return {
    name: property?.name ?? "",
    styles: /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? "",
    fonts: [...html.matchAll(/<link rel="preload" href="([^"]+)" as="font"/g)].map(([, file = ""]) => file),
  };
}

/** Copies an app's sources, adds our files, and installs the packages if they have changed. */
function prepare(name: "next" | "spa", { styles, ...shell }: Shell, dataDir: string): string {
  const folder = join(FOLDER, name);
  const installed = join(folder, "node_modules/.installed");
  const lock = readFileSync(join("bench/rivals", name, "package-lock.json"), "utf8");
  mkdirSync(folder, { recursive: true });
  for (const file of globSync("{*,.next}", { cwd: folder, exclude: ["node_modules"] }))
    rmSync(join(folder, file), { recursive: true });
  cpSync(join("bench/rivals", name), folder, { recursive: true });
  cpSync("bench/rivals/shared", join(folder, "shared"), { recursive: true });
  if (!existsSync(installed) || readFileSync(installed, "utf8") !== lock) {
    npm(folder, ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]);
    writeFileSync(installed, lock);
  }
  writeFileSync(join(folder, "shared/site.css"), styles);
  writeFileSync(join(folder, "shared/shell.json"), JSON.stringify(shell));
  const files = ["ridge.svg", "favicon.svg", "drawings", ...globSync("assets/*.woff2", { cwd: CLIENT })];
  for (const file of files) cpSync(join(CLIENT, file), join(folder, "public", file), { recursive: true });
  cpSync(join(dataDir, "pictures"), join(folder, "public/pictures"), { recursive: true });
  return folder;
}

const environment = { ...process.env, DATA, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };

function runNode(folder: string, args: string[]): void {
  console.log(`building ${basename(folder)} …`);
  execFileSync(process.execPath, args, { cwd: folder, env: environment, stdio: ["ignore", "ignore", "inherit"] });
}

/** The npm that started this process, or else the one on the PATH. */
function npm(folder: string, args: string[]): void {
  console.log(`installing ${basename(folder)} …`);
  const cli = process.env["npm_execpath"];
  const [program, first] = cli?.endsWith("js") ? [process.execPath, [cli]] : ["npm", []];
  execFileSync(program, [...first, ...args, `--prefix=${folder}`], { cwd: folder, stdio: "inherit" });
}

async function start(name: string, folder: string): Promise<Rival> {
  const port = await freePort();
  const env = { ...environment, PORT: String(port), HOSTNAME: "127.0.0.1" };
  const child: ChildProcess = spawn(process.execPath, ["server.js"], {
    cwd: folder,
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  // Even if the run fails.
  process.once("exit", () => child.kill());
  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + STARTED_WITHIN_MS;
  while (!(await answers(url))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`${name} did not start`);
    await new Promise((done) => setTimeout(done, 100));
  }
  return { name, url, child };
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}
