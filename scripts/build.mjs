// npm run build: installs and builds beside a running site; its next start takes the new build.
// With --now, in a folder where nothing runs and everything is installed: the build is in dist at once.
import { build, install } from "./bootstrap.mjs";

const now = process.argv.includes("--now");
if (!now) install();
build({ beside: !now });
