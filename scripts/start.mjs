// npm start: installs, builds and runs the site. npm run demo: the same with sample data, in a separate folder.
import { become, build, install } from "./bootstrap.mjs";

if (process.argv.includes("--demo")) {
  process.env.DEMO_MODE = "true";
  process.env.DATA_DIR ??= "./data-demo";
  // Turns on the simulated payment provider: guests of the demo can pay, and no real money moves.
  if (!process.env.STRIPE_SECRET_KEY) process.env.LOCAL_BANK ??= "true";
}
await install();
await build({ compressLater: true });
become("dist/server/main.js");
