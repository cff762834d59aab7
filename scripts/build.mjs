// npm run build: installs and builds while the site keeps running; the next start uses the new build. With --now,
// replaces dist at once and installs nothing. Use it only if all packages are installed and no site is running.
import { build, install } from "./bootstrap.mjs";

const now = process.argv.includes("--now");
if (!now) await install();
await build({ beside: !now });
