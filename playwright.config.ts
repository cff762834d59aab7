import { defineConfig } from "@playwright/test";
import { DESKTOP, ON_A_PHONE, ON_THE_DESKTOP, PHONE } from "./e2e/support/widths.ts";

/** `npm test` finds or installs a browser and says where it is. */
const executablePath = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";

export default defineConfig({
  testDir: "e2e",
  outputDir: "node_modules/.cache/e2e",
  globalSetup: "./e2e/support/global-setup.ts",
  // Node runs the TypeScript. Playwright would compile it and the built site before the first test, which takes 10 s.
  build: { external: ["**/*"] },
  // All tests in a file run in one worker, which starts the file's own server only once.
  fullyParallel: false,
  // Journeys spend part of their time waiting, for example for a debounced request.
  workers: 3,
  // A shared machine stalls for seconds now and then. Tests that need a second attempt are listed in the summary.
  retries: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env["CI"]),
  reporter: [["list"]],
  use: {
    browserName: "chromium",
    locale: "en-US",
    timezoneId: "America/Los_Angeles",
    // A second attempt is recorded, with screenshots. The option `screenshot: "only-on-failure"` would also take one at
    // the end of each test that passes.
    trace: "on-first-retry",
    // Requests from a page controlled by the portal's service worker bypass `page.route`; push.e2e.ts allows the
    // worker.
    serviceWorkers: "block",
    launchOptions: {
      executablePath,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  projects: [
    { name: "phone", ...ON_A_PHONE, use: { viewport: PHONE, hasTouch: true } },
    { name: "desktop", ...ON_THE_DESKTOP, use: { viewport: DESKTOP } },
  ],
});
