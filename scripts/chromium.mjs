// Finds a Chromium for the browser tests, or installs one.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { debianInstall } from "./debian.mjs";
import { projectNode, root } from "./bootstrap.mjs";

/** Chromium without a user interface: opening a page takes a third of the CPU time. */
const SHELL = "/usr/bin/chromium-headless-shell";
const PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** The path of a browser; null if no browser is installed and none can be installed. */
export function findChromium() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen && existsSync(chosen)) return chosen;
  return installedChromium() ?? (debianInstall("chromium") ? installedChromium() : null) ?? playwrightsOwn();
}

const installedChromium = () => PLACES.find((place) => existsSync(place)) ?? null;

/** The Debian packages that the browser tests need and that are not installed. */
export function missingBrowsers() {
  if (process.env.CHROMIUM_PATH) return [];
  return [...(installedChromium() ? [] : ["chromium"]), ...(existsSync(SHELL) ? [] : ["chromium-headless-shell"])];
}

/** The headless shell if it exists or can be installed; otherwise, or if CHROMIUM_PATH is set, the browser itself. */
export function findShell(chromium) {
  if (process.env.CHROMIUM_PATH) return chromium;
  return existsSync(SHELL) || (debianInstall("chromium-headless-shell") && existsSync(SHELL)) ? SHELL : chromium;
}

function playwrightsOwn() {
  console.log("Latchkey: downloading a browser for the browser tests …");
  spawnSync(projectNode(), [`${root}/node_modules/@playwright/test/cli.js`, "install", "chromium"], {
    stdio: "inherit",
  });
  const ask = "import('@playwright/test').then(({ chromium }) => console.log(chromium.executablePath()))";
  const result = spawnSync(projectNode(), ["-e", ask], { cwd: root, encoding: "utf8" });
  const path = result.stdout?.trim();
  return path && existsSync(path) ? path : null;
}
