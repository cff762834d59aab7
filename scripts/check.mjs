// npm run check: quick checks to run before every commit, without browser or server.
import { install } from "./bootstrap.mjs";
import { CHECKS, runSteps, vitestStep } from "./steps.mjs";

install({ tools: true });
const unit = vitestStep("unit and architecture", ["--exclude", "src/server/**"]);
process.exit(runSteps([...CHECKS, unit]) ? 0 : 1);
