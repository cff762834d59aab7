import { resolve } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/**
 * Three builds: the site's files and the portal's files for browsers, each by itself so that guests fetch nothing that is
 * shaped by what the portal shares with them; and the server with the module that renders its pages. Bundled, the server starts in
 * half the time and keeps 38 MB less in memory than from source (docs/decisions/0003).
 */
const INPUTS: Record<string, string[]> = {
  site: ["src/web/app/entry-site.tsx", "src/web/app/entry-demo.ts"],
  portal: ["src/web/app/entry-portal.tsx"],
};

/** What every page of the site needs, in one file: many small ones cost a booking page 3 kB. */
const BASE =
  /node_modules\/(react|react-dom|scheduler|wouter|regexparam|zod|@tanstack|clsx)\/|src\/(contract\/(endpoint|fields)|domain\/(calendar\/local-date|media\/picture|booking\/cancellation)|web\/(lib\/(paths|format-date|use-scripted)|ui\/(picture|button|field)|api\/client))\.tsx?$/;

export default defineConfig(({ isSsrBuild, mode }) => ({
  plugins: [react(), tailwindcss()],
  // Left to the environment, React would carry and run its development half on the server.
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
  resolve: {
    alias: { "use-sync-external-store/shim/index.js": resolve("src/web/lib/use-sync-external-store.ts") },
  },
  ssr: { noExternal: true, external: ["better-sqlite3", "pg-native", "sharp"] },
  publicDir: mode === "site" ? "public" : false,
  build: isSsrBuild
    ? {
        outDir: "dist/server",
        emptyOutDir: true,
        target: "node24",
        rolldownOptions: {
          // The engine keeps the text of all code in memory. Names stay: a stack trace is all that a host can send us.
          output: { minify: { compress: true, mangle: { keepNames: true }, codegen: true } },
          input: {
            main: "src/server/main.ts",
            "sharp-resizer": "src/server/media/sharp-resizer.ts",
            "argon-hasher": "src/server/auth/argon-hasher.ts",
            "calendar-process": "src/server/channels/ical/calendar-process.ts",
            cli: "src/server/cli.ts",
            "entry-server": "src/web/app/entry-server.tsx",
          },
        },
      }
    : {
        outDir: "dist/client",
        emptyOutDir: mode === "site",
        manifest: `.vite/${mode}.json`,
        modulePreload: { polyfill: false },
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: INPUTS[mode] ?? [],
          ...(mode === "site" ? { output: { codeSplitting: { groups: [{ name: "base", test: BASE }] } } } : {}),
        },
      },
}));
