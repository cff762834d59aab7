// The development server: the real server from source, with pages served by Vite. Changes under src/web appear in the
// browser at once; changes to server files restart this process (`node --watch`).
//
// Pages differ from production: the site uses the full query library, as the portal does; nothing is compressed or
// cached; and there is no content security policy, because Vite inserts inline styles. The browser tests use the built
// pages, which do have that policy.
import { readdirSync, readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { relative, resolve } from "node:path";
import { createServer } from "vite";
import { LANGUAGES } from "../src/domain/language/language.ts";
import { serve } from "../src/server/serve.ts";

const vite = await createServer({
  appType: "custom",
  configLoader: "native",
  logLevel: "warn",
  server: { middlewareMode: true },
  optimizeDeps: { entries: ["src/web/app/entry-*.tsx"] },
  plugins: [entriesWithFastRefresh()],
});
const ENTRIES = {
  site: "/src/web/app/entry-site.tsx",
  portal: "/src/web/app/entry-portal.tsx",
  demo: "/src/web/app/entry-demo.ts",
};

await serve({ loadSite, overrides: { cli: "src/server/cli.ts" }, prepare });

async function loadSite() {
  const pages = () => vite.ssrLoadModule("/src/web/app/entry-server.tsx");
  const { sharedPaths, pagePatterns, indexedPaths, demoFrame, draftNote, textAreas } = await pages();
  const draw = async (rendering) => {
    const page = await rendering;
    // Without this link, the page would be unstyled until its script runs.
    const head = `${page.head}<link rel="stylesheet" href="/src/web/styles/${page.app}.css">`;
    // The site's script does not contain pages that have no script, and would show "404 Page Not Found" instead.
    return { ...page, head, shared: false, script: page.script === "none" ? "none" : "at-once" };
  };
  const filesOf = (name) => ({ script: `/@entry/${name}`, styles: "", fonts: [], preloads: [] });
  return {
    renderPage: async (request) => draw((await pages()).renderPage(request)),
    submitForm: async (request) => draw((await pages()).submitForm(request)),
    sharedPaths,
    pagePatterns,
    indexedPaths,
    demoFrame,
    draftNote,
    clientDir: resolve("public"),
    files: publicFiles(),
    apps: { site: filesOf("site"), portal: filesOf("portal") },
    demo: filesOf("demo"),
    code: () => [],
    texts: Object.fromEntries(
      LANGUAGES.map((language) => [
        language,
        Object.fromEntries(textAreas.map((area) => [area, `/src/texts/${language}/${area}.ts`])),
      ]),
    ),
    worker: stripTypeScriptTypes(readFileSync("src/worker/service-worker.ts", "utf8")),
  };
}

/** Vite serves its own files, and the server serves everything else. */
function prepare({ http: { server } }) {
  const listeners = server.listeners("request");
  server.removeAllListeners("request");
  server.on("request", (request, response) => {
    // Turns off compression. (`draw` marks no page as shared, so none is cached.)
    delete request.headers["accept-encoding"];
    const writeHead = response.writeHead.bind(response);
    response.writeHead = (status, headers) => {
      if (headers && !Array.isArray(headers)) delete headers["content-security-policy"];
      response.removeHeader("content-security-policy");
      return writeHead(status, headers);
    };
    vite.middlewares(request, response, () => listeners.forEach((listener) => listener(request, response)));
  });
}

/** Adds what Vite's HTML transform would add before a page's entry: Vite's client and React Fast Refresh. */
function entriesWithFastRefresh() {
  const PREFIX = "/@entry/";
  return {
    name: "entries-with-fast-refresh",
    resolveId: (id) => (id.startsWith(PREFIX) ? id : null),
    load(id) {
      const entry = id.startsWith(PREFIX) ? ENTRIES[id.slice(PREFIX.length)] : undefined;
      if (!entry) return null;
      return `
        import "/@vite/client";
        import { injectIntoGlobalHook } from "/@react-refresh";
        injectIntoGlobalHook(window);
        window.$RefreshReg$ = () => {};
        window.$RefreshSig$ = () => (type) => type;
        await import("${entry}");
      `;
    },
  };
}

function publicFiles() {
  const files = readdirSync("public", { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Set(
    files.map((entry) => `/${relative("public", `${entry.parentPath}/${entry.name}`).replaceAll("\\", "/")}`),
  );
}
