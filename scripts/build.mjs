// npm run build: installs and builds while the site keeps running; the next start uses the new build.
// With --now, builds into dist directly. Only for a folder with all packages installed and no running site.
import { build, install } from "./bootstrap.mjs";

const now = process.argv.includes("--now");
if (!now) install();
build({ beside: !now });
