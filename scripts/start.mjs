// npm start: everything from a fresh clone to a serving site. npm run demo: the same with sample data in a folder of its own.
import { become, build, install } from "./bootstrap.mjs";

if (process.argv.includes("--demo")) {
  process.env.DEMO_MODE = "true";
  process.env.DATA_DIR ??= "./data-demo";
}
install();
build();
become("dist/server/main.js");
