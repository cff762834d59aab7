// npm run check: what to run before every commit; seconds, no browser, no server.
import { install } from "./bootstrap.mjs";
import { CHECKS, runSteps, vitestStep } from "./steps.mjs";

install({ tools: true });
const unit = vitestStep("unit and architecture", ["--exclude", "src/server/**"]);
process.exit(runSteps([...CHECKS, unit]) ? 0 : 1);
