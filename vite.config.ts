import { globSync } from "node:fs";
import { resolve } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type ESTree, type Plugin } from "vite";

/**
 * Three builds: the browser files of the site and of the portal, built separately so that the portal does not affect
 * how the site's files are split; and the server, with the module that renders its pages. Bundled, the server starts in
 * half the time and uses 38 MB less memory than from source (docs/decisions/0003).
 */
const INPUTS: Record<string, string[]> = {
  site: ["src/web/app/entry-site.tsx", "src/web/app/entry-demo.ts", ...textFiles()],
  // The service worker imports nothing, so it is one file.
  portal: ["src/web/app/entry-portal.tsx", "src/worker/service-worker.ts"],
};

/** The text files that visitors' browsers load; only the server and the portal use the others. */
function textFiles(): string[] {
  return globSync(
    "src/texts/*/{frame,stay,booking,problems,direct,own,landing,info,nothing,pictures,places,map,other}.ts",
  );
}

/** What every page of the site needs, in one file: many small files would add 3 kB to a booking page. */
const BASE =
  /(?:rolldown|node_modules)\/(runtime|react|react-dom|scheduler|wouter|regexparam|zod|clsx)\/|src\/(contract\/(endpoint|fields)|domain\/(calendar\/(local-date|written-date)|media\/picture|booking\/cancellation)|web\/(lib\/(paths|format-date|use-hydrated|site-query|picture-sizes|say|format-money)|site\/photos|ui\/(picture|photo-strip|button|field|toast-store)|api\/client))\.tsx?$/;

/** The number and date formats of languages other than English, in one file. */
const FORMATS = /src\/texts\/(?:page-formats|plural)\.ts$/;

/**
 * The portal's first screens, with everything they need, in one file: on a phone, forty small files would wait for each
 * other.
 */
const FIRST_SCREENS = /src\/web\/admin\/(?:portal|dashboard-page|login-page)\.tsx$/;

/**
 * Few of the portal's screens validate data with schemas, and the first ones do not, so the schemas are in a separate
 * file (8 kB). Modules that a schema needs stay where they are.
 */
const SCHEMAS = /node_modules\/zod\/|src\/contract\/fields\.ts$/;

/**
 * Small modules that several of the portal's other screens share, in one file, because the first file lists every file
 * with its hash, which does not compress.
 */
const SHARED = { test: /\/src\//, minShareCount: 2, maxModuleSize: 900 };

/**
 * The server validates a call with its schemas; a browser needs only the call's method and path. The schemas are
 * removed from the browsers' files, together with zod and the rules and texts that only they use; for this, separate
 * schemas and the domain's constants are marked as free of side effects, because the bundler cannot detect that.
 */
const callsWithoutSchemas: Plugin = {
  name: "calls-without-schemas",
  transform: {
    filter: { id: /\/src\/(?:contract|domain|web)\/.+\.tsx?$/ },
    handler(code, id) {
      refuseCutSchemas(code, id);
      if (id.includes("/src/web/")) return;
      const program = this.parse(code);
      const textOf = (part: ESTree.Argument | undefined) => part && code.slice(part.start, part.end);
      const cuts = valuesIn(program)
        .filter((value) => isEndpoint(value))
        .map(({ start, end, arguments: [method, path] }) => ({
          start,
          end,
          put: `({ method: ${textOf(method)}, path: ${textOf(path)} })`,
        }));
      const marks = standaloneSchemas(program).map(({ start, end }) => ({
        start,
        end,
        put: `/* @__PURE__ */ (() => (${code.slice(start, end)}))()`,
      }));
      let lean = code;
      // Edits from the end, so that earlier positions stay valid.
      for (const { start, end, put } of [...cuts, ...marks].toSorted((a, b) => b.start - a.start)) {
        lean = lean.slice(0, start) + put + lean.slice(end);
      }
      return { code: lean, map: null, moduleSideEffects: false };
    },
  },
};

/** Vite's own helper for loading code on demand covers more cases (base paths, nonces, errors) and is 0.4 kB larger. */
const plainPreload: Plugin = {
  name: "plain-preload",
  enforce: "pre",
  load: {
    filter: { id: /vite\/preload-helper/ },
    handler: () => `
      const asked = {};
      const ask = (file) => new Promise((done) => {
        const link = document.createElement("link");
        link.rel = file.endsWith(".css") ? "stylesheet" : "modulepreload";
        link.href = "/" + file;
        // Scripts are only preloaded, without waiting; rendering waits for the style sheets.
        if (link.rel === "stylesheet") link.onload = link.onerror = done;
        else done();
        document.head.append(link);
      });
      export const __vitePreload = (load, files = []) =>
        Promise.all(files.map((file) => (asked[file] ??= ask(file)))).then(load);`,
  },
};

/** The types do not reflect the removal: browser code that needs a schema imports a separate one. */
function refuseCutSchemas(code: string, id: string): void {
  const use = /\.(?:params|query|body|response)\.(?:safeParse|parse|shape)\b/.exec(code);
  if (use)
    throw new Error(
      `${id} uses ${use[0]}, which browsers do not have: the schemas of API calls are removed from their files`,
    );
}

/** The expressions of the module's constants. */
function valuesIn(program: ESTree.Program): ESTree.Expression[] {
  return program.body
    .flatMap((statement) => (statement.type === "ExportNamedDeclaration" ? (statement.declaration ?? []) : [statement]))
    .flatMap((declared) => (declared.type === "VariableDeclaration" ? declared.declarations : []))
    .flatMap(({ init }) => init ?? []);
}

const isEndpoint = (value: ESTree.Expression): value is ESTree.CallExpression =>
  value.type === "CallExpression" && value.callee.type === "Identifier" && value.callee.name === "endpoint";

function standaloneSchemas(program: ESTree.Program): ESTree.Expression[] {
  const made = ["CallExpression", "ObjectExpression", "NewExpression"];
  return valuesIn(program).filter((value) => made.includes(value.type) && !isEndpoint(value));
}

/**
 * V8 stores a source file with one byte per character, or two if even one character is outside Latin-1. Such characters
 * are replaced with escapes if that takes less memory: 101 of them had doubled the memory that the largest file takes
 * up (now 1.6 MB). Only strings and regular expressions contain them.
 */
const oneByteSource: Plugin = {
  name: "one-byte-source",
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== "chunk") continue;
      const escaped = file.code.replaceAll(
        /[^\0-\xff]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
      );
      if (escaped.length < 2 * file.code.length) file.code = escaped;
    }
  },
};

export default defineConfig(({ command, isSsrBuild, mode }) => ({
  plugins: [
    react(),
    tailwindcss(),
    ...(["site", "portal"].includes(mode) ? [callsWithoutSchemas, plainPreload] : []),
    ...(isSsrBuild ? [oneByteSource] : []),
  ],
  // Otherwise the server would include React's development build, and run it unless NODE_ENV is set to "production".
  define: command === "serve" ? {} : { "process.env.NODE_ENV": JSON.stringify("production") },
  resolve: {
    alias: {
      "use-sync-external-store/shim/index.js": resolve("src/web/lib/use-sync-external-store.ts"),
      // The one development server also serves the portal, which needs the whole library.
      ...(mode === "portal" || command === "serve"
        ? {}
        : { "@tanstack/react-query": resolve("src/web/lib/site-query.tsx") }),
    },
  },
  ssr: command === "serve" ? {} : { noExternal: true, external: ["better-sqlite3", "pg-native", "sharp"] },
  publicDir: mode === "site" ? "public" : false,
  build: isSsrBuild
    ? {
        outDir: "dist/server",
        emptyOutDir: false,
        target: "node24",
        rolldownOptions: {
          // V8 keeps the source of all code in memory. Function names are kept, so that the stack traces that hosts
          // send us are readable.
          output: { minify: { compress: true, mangle: { keepNames: true }, codegen: true } },
          input: {
            main: "src/server/main.ts",
            "sharp-resizer": "src/server/media/sharp-resizer.ts",
            "argon-hasher": "src/server/auth/argon-hasher.ts",
            "calendar-process": "src/server/channels/ical/calendar-process.ts",
            "mail-process": "src/server/conversation/mail-process.ts",
            cli: "src/server/cli.ts",
            "entry-server": "src/web/app/entry-server.tsx",
          },
        },
      }
    : {
        outDir: "dist/client",
        // The site and the portal are built into the same new folder, and either may finish first.
        emptyOutDir: false,
        manifest: `.vite/${mode}.json`,
        // The document names the files of its page (`server/http/document.ts`).
        modulePreload: mode === "site" ? false : { polyfill: false },
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: INPUTS[mode] ?? [],
          // Texts are loaded by their names.
          preserveEntrySignatures: mode === "site" ? "exports-only" : false,
          output: {
            // A first file lists the names of all later ones, and hashes do not compress. Seven hexadecimal
            // digits (28 bits) still tell the versions of a file apart.
            hashCharacters: "hex",
            entryFileNames: "assets/[name]-[hash:7].js",
            chunkFileNames: "assets/[name]-[hash:7].js",
            assetFileNames: "assets/[name]-[hash:7][extname]",
            codeSplitting: {
              groups: [
                ...(mode === "site"
                  ? []
                  : [{ name: "schemas", test: SCHEMAS, priority: 1, includeDependenciesRecursively: false }]),
                { name: "base", test: mode === "site" ? BASE : FIRST_SCREENS },
                mode === "site" ? { name: "formats", test: FORMATS } : { name: "shared", ...SHARED },
              ],
            },
          },
        },
      },
}));
