// npm run check: quick checks to run before every commit, which need no PostgreSQL, build or browser.
import { readdirSync } from "node:fs";
import { install } from "./bootstrap.mjs";
import { CHECKS, runSteps, vitestStep } from "./steps.mjs";

const NEED_A_SERVER = ["access-matrix", "dev-server", "host-acts", "start"].map((name) => `test/${name}.test.ts`);

await install({ tools: true });
const rooms = readdirSync("src").filter((room) => room !== "server");
const others = readdirSync("test")
  .map((name) => `test/${name}`)
  .filter((path) => path.endsWith(".test.ts") && !NEED_A_SERVER.includes(path));
const unit = vitestStep("unit and architecture", [...rooms.map((room) => `src/${room}/`), ...others]);
process.exit((await runSteps([...CHECKS, unit])) ? 0 : 1);
