// npm run latchkey -- <command>: what the host of the machine does without a browser.
import { existsSync } from "node:fs";
import { become, install } from "./bootstrap.mjs";

install();
// A release archive holds the built product only.
become(existsSync("src") ? "src/server/cli.ts" : "dist/server/cli.js");
