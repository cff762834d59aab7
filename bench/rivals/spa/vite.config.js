import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import shell from "./shared/shell.json" with { type: "json" };

/** The title, and the fonts of the first view. */
const head = {
  name: "head",
  transformIndexHtml: () => [
    { tag: "title", children: shell.name },
    ...shell.fonts.map((href) => ({
      tag: "link",
      attrs: { rel: "preload", href, as: "font", type: "font/woff2", crossorigin: true },
    })),
  ],
};

export default defineConfig({ plugins: [react(), head] });
