// npm start: installs, builds and runs the site. npm run demo: the same with sample data, in a separate folder.
import { become, build, install } from "./bootstrap.mjs";

if (process.argv.includes("--demo")) {
  process.env.DEMO_MODE = "true";
  process.env.DATA_DIR ??= "./data-demo";
  // Unless a provider is set up, guests of the demo pay with a simulated one, which moves no real money.
  process.env.LOCAL_BANK ??= "unless-provider";
}
await install();
await build({ compressLater: true });
become("dist/server/main.js");
