// npm run latchkey -- <command>: administers the installation on the command line.
import { existsSync } from "node:fs";
import { become, install } from "./bootstrap.mjs";

await install();
// A release archive contains the built product instead of the sources.
become(existsSync("src") ? "src/server/cli.ts" : "dist/server/cli.js");
