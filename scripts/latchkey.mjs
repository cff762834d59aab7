// npm run latchkey -- <command>: what the host of the machine does without a browser.
import { become, install } from "./bootstrap.mjs";

install();
become("src/server/cli.ts");
