import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import type { ProblemBody } from "#contract/problem.ts";
import type { RenderedPage } from "#contract/rendered-page.ts";
import { byLanguage, type Language } from "#domain/language/language.ts";

export type Fetch = (input: string, init?: RequestInit) => Promise<Response>;
export type PageRequest = {
  path: string;
  search: string;
  publicUrl: string | null;
  fetch: Fetch;
  newKey: () => string;
};
export type SubmittedForm = {
  form: URLSearchParams;
  files: readonly File[];
  /** Why the form's files were not read; null if they were. */
  refused: { status: number; problem: ProblemBody } | null;
};
type ServerEntry = {
  renderPage: (request: PageRequest) => Promise<RenderedPage>;
  /** A form submitted without JavaScript. */
  submitForm: (request: PageRequest & SubmittedForm) => Promise<RenderedPage>;
  /** Paths of pages that are the same for everyone. The English pages are rendered when the server starts. */
  sharedPaths: readonly string[];
  /** Every page, with `:name` for parameters. */
  pagePatterns: readonly string[];
  /** HTML inserted before every page in demo mode. */
  demoFrame: string;
  /** HTML inserted before the pages of a language that is not published, except pages such as a guest's own booking. */
  draftNote: string;
  /** Paths for search engines, in the given languages. */
  indexedPaths: (languages: readonly Language[]) => string[];
};

type ManifestChunk = { file: string; css?: string[]; assets?: string[]; imports?: string[] };
type AppFiles = { script: string; styles: string; fonts: string[]; preloads: string[] };

export type BuiltSite = ServerEntry & {
  clientDir: string;
  /** Paths of the built files. */
  files: ReadonlySet<string>;
  apps: Record<"site" | "portal", AppFiles>;
  demo: Pick<AppFiles, "script" | "styles">;
  /** The files that a page needs in addition to the site's script, by the page's file. */
  code: (page: string) => string[];
  /** The files with each language's strings, by the part of the site that needs them. */
  texts: TextFiles;
  /** The portal's service worker as served: its code prefixed with the name of this build. */
  worker: string;
};

type TextFiles = Record<Language, Record<string, string>>;

const ENTRIES = { site: "src/web/app/entry-site.tsx", portal: "src/web/app/entry-portal.tsx" };
/** The fonts that every page uses. The other fonts load when a page contains their characters. */
const FIRST_FONTS = { site: /-basic.*\.woff2$/, portal: /-latin-wght-normal.*\.woff2$/ };
const WORKER_ENTRY = "src/worker/service-worker.ts";
const DEMO_ENTRY = "src/web/app/entry-demo.ts";

/** Loads the output of the build. */
export async function loadBuiltSite(distDir: string): Promise<BuiltSite> {
  const clientDir = join(distDir, "client");
  const manifestOf = (app: string): Record<string, ManifestChunk> =>
    JSON.parse(readFileSync(join(clientDir, ".vite", `${app}.json`), "utf8"));
  const manifest = { ...manifestOf("portal"), ...manifestOf("site") };
  const entry: ServerEntry = await import(pathToFileURL(join(distDir, "server", "entry-server.js")).href);
  const filesOf = (source: string, app: keyof typeof ENTRIES): AppFiles => {
    const chunk = manifest[source];
    if (!chunk) throw new Error(`${source} is missing from the build`);
    return {
      script: `/${chunk.file}`,
      preloads: (chunk.imports ?? []).flatMap((name) => manifest[name]?.file ?? []).map((file) => `/${file}`),
      styles: (chunk.css ?? []).map((file) => readFileSync(join(clientDir, file), "utf8")).join("\n"),
      fonts: (chunk.assets ?? []).filter((file) => FIRST_FONTS[app].test(file)).map((file) => `/${file}`),
    };
  };
  const apps = { site: filesOf(ENTRIES.site, "site"), portal: filesOf(ENTRIES.portal, "portal") };
  const codes = new Map<string, string[]>();
  return {
    ...entry,
    clientDir,
    files: filesBelow(clientDir),
    apps,
    demo: filesOf(DEMO_ENTRY, "site"),
    code: (page) => {
      const code = codes.get(page) ?? codeOf(manifest, `src/web/site/${page}.tsx`, apps.site);
      codes.set(page, code);
      return code;
    },
    texts: byLanguage((language) => textFilesIn(manifest, language)),
    worker: workerIn(clientDir, manifest),
  };
}

/** A page's chunk and all its imports, except those of the site's script. */
function codeOf(manifest: Record<string, ManifestChunk>, source: string, site: AppFiles): string[] {
  const found = new Set<string>();
  const add = (name: string) => {
    const chunk = manifest[name];
    if (!chunk || found.has(`/${chunk.file}`)) return;
    found.add(`/${chunk.file}`);
    for (const imported of chunk.imports ?? []) add(imported);
  };
  add(source);
  return [...found].filter((file) => file !== site.script && !site.preloads.includes(file));
}

function textFilesIn(manifest: Record<string, ManifestChunk>, language: Language): Record<string, string> {
  const files = Object.entries(manifest).flatMap(([source, { file }]) => {
    const [, of, area] = /^src\/texts\/(\w+)\/(\w+)\.ts$/.exec(source) ?? [];
    return of === language && area ? [[area, `/${file}`] as const] : [];
  });
  return Object.fromEntries(files);
}

/** Each build of the portal has a different worker, which replaces the previous one. */
function workerIn(clientDir: string, manifest: Record<string, ManifestChunk>): string {
  const file = manifest[WORKER_ENTRY]?.file;
  if (!file) throw new Error(`${WORKER_ENTRY} is not in the build`);
  const build = createHash("sha256").update(JSON.stringify(manifest)).digest("base64url").slice(0, 16);
  return `// Latchkey ${build}\n${readFileSync(join(clientDir, file), "utf8")}`;
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
