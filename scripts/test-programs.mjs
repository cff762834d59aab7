// Installs the browsers and the database for the tests from Debian, if they are missing. `npm test` runs this while it
// installs the npm packages, because each of the two installations keeps only one core busy.
import { missingBrowsers } from "./chromium.mjs";
import { debianInstall } from "./debian.mjs";
import { missingDatabase } from "./postgres.mjs";

const missing = [...missingBrowsers(), ...missingDatabase()];
if (missing.length > 0) debianInstall(...missing);
