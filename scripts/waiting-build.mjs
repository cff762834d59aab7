import { existsSync } from "node:fs";
import { join } from "node:path";

/**
 * Tests run the build in `dist`. If a newer build waits beside it for the next start of the site (`npm run build`),
 * they would test outdated code; returns what to do then, or null.
 */
export function waitingBuild(folder) {
  const isComplete = (build) => existsSync(join(folder, build, ".built-from"));
  if (!isComplete("dist") || !isComplete("dist-next")) return null;
  return "dist is outdated: a newer build waits in dist-next. If no site is running from this folder, run `node scripts/build.mjs --now`, which replaces dist.";
}
