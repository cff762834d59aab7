import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";

/** What the web room renders for one request. `web` and `server` know each other by this shape only. */
export type RenderedPage = {
  status: number;
  /** Set when the visitor is to go elsewhere. */
  redirect: string | null;
  /** Tags for the head, complete and escaped. */
  head: string;
  /** False for what search engines should leave out. */
  indexed: boolean;
  html: string;
  /** The page's data for the browser, as JSON. */
  state: string;
  /** Read-only pages load their script at the first touch, pages with forms at once. */
  script: "at-first-touch" | "at-once";
  /** The same for every visitor until content or day change. */
  shared: boolean;
  app: "site" | "portal";
  /** The one foreign origin that the page may fetch pictures from; null nearly everywhere. */
  picturesFrom: string | null;
};

export type Fetch = (input: string, init?: RequestInit) => Promise<Response>;
export type PageRequest = {
  path: string;
  search: string;
  publicUrl: string | null;
  fetch: Fetch;
  newKey: () => string;
};
type ServerEntry = {
  renderPage: (request: PageRequest) => Promise<RenderedPage>;
  /** A form that came without a script. */
  submitForm: (request: PageRequest & { form: URLSearchParams }) => Promise<RenderedPage>;
  /** Paths that are the same for everybody, to be rendered before the first visitor comes. */
  sharedPaths: readonly string[];
  /** Every page, with `:name` for what differs: what tests over all pages are generated from. */
  pagePatterns: readonly string[];
  /** HTML before every page in demo mode. */
  demoFrame: string;
  /** Paths that search engines should know. */
  indexedPaths: readonly string[];
};

type ManifestChunk = { file: string; css?: string[]; assets?: string[]; imports?: string[] };
type AppFiles = { script: string; styles: string; fonts: string[]; preloads: string[] };

export type BuiltSite = ServerEntry & {
  clientDir: string;
  /** Paths of the built files. */
  files: ReadonlySet<string>;
  apps: Record<"site" | "portal", AppFiles>;
  demo: Pick<AppFiles, "script" | "styles">;
};

const ENTRIES = { site: "src/web/app/entry-site.tsx", portal: "src/web/app/entry-portal.tsx" };
const DEMO_ENTRY = "src/web/app/entry-demo.ts";

/** Loads what `npm start` has built. */
export async function loadBuiltSite(distDir: string): Promise<BuiltSite> {
  const clientDir = join(distDir, "client");
  const manifestOf = (app: string): Record<string, ManifestChunk> =>
    JSON.parse(readFileSync(join(clientDir, ".vite", `${app}.json`), "utf8"));
  const manifest = { ...manifestOf("portal"), ...manifestOf("site") };
  const entry: ServerEntry = await import(pathToFileURL(join(distDir, "server", "entry-server.js")).href);
  const filesOf = (source: string): AppFiles => {
    const chunk = manifest[source];
    if (!chunk) throw new Error(`${source} is not in the build`);
    return {
      script: `/${chunk.file}`,
      preloads: (chunk.imports ?? []).flatMap((name) => manifest[name]?.file ?? []).map((file) => `/${file}`),
      styles: (chunk.css ?? []).map((file) => readFileSync(join(clientDir, file), "utf8")).join("\n"),
      fonts: (chunk.assets ?? []).filter((file) => /-latin-wght-normal.*\.woff2$/.test(file)).map((file) => `/${file}`),
    };
  };
  return {
    renderPage: entry.renderPage,
    submitForm: entry.submitForm,
    sharedPaths: entry.sharedPaths,
    pagePatterns: entry.pagePatterns,
    demoFrame: entry.demoFrame,
    indexedPaths: entry.indexedPaths,
    clientDir,
    files: filesBelow(clientDir),
    apps: { site: filesOf(ENTRIES.site), portal: filesOf(ENTRIES.portal) },
    demo: filesOf(DEMO_ENTRY),
  };
}

function filesBelow(folder: string): ReadonlySet<string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter(
    (entry) => entry.isFile() && !/\.(br|gz)$|[/\\]\.vite/.test(join(entry.parentPath, entry.name)),
  );
  return new Set(
    files.map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/")}`),
  );
}

export function sha256Source(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
