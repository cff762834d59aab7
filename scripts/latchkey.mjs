// npm run latchkey -- <command>: what the host of the machine does without a browser.
import { become, install } from "./bootstrap.mjs";

install();
await become("src/server/cli.ts");
