// The development server: the real server, from source, with pages by Vite. A change under src/web is in the browser at once;
// a change in the server's own files restarts this process (`node --watch`).
//
// Two things differ from production. The site uses the whole query library, as the portal does. And there is no content
// security policy, because Vite puts styles into the page; the tests run against the built pages, which have it.
import { readdirSync } from "node:fs";
import { relative, resolve } from "node:path";
import { createServer } from "vite";
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
  const { sharedPaths, pagePatterns, indexedPaths, demoFrame } = await pages();
  const draw = async (rendering) => {
    const page = await rendering;
    // With the page, so that it does not show unstyled until its script runs.
    const head = `${page.head}<link rel="stylesheet" href="/src/web/styles/${page.app}.css">`;
    return { ...page, head, shared: false, script: "at-once" };
  };
  const filesOf = (name) => ({ script: `/@entry/${name}`, styles: "", fonts: [], preloads: [] });
  return {
    renderPage: async (request) => draw((await pages()).renderPage(request)),
    submitForm: async (request) => draw((await pages()).submitForm(request)),
    sharedPaths,
    pagePatterns,
    indexedPaths,
    demoFrame,
    clientDir: resolve("public"),
    files: publicFiles(),
    apps: { site: filesOf("site"), portal: filesOf("portal") },
    demo: filesOf("demo"),
  };
}

/** Vite answers for its own files, the server for everything else. */
function prepare({ http: { server } }) {
  const listeners = server.listeners("request");
  server.removeAllListeners("request");
  server.on("request", (request, response) => {
    // Nothing is compressed, and no page is kept: what is shown is always what was last saved.
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

/** What Vite's own HTML transform would put into the page: its client and React's fast refresh, before the entry. */
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
