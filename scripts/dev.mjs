// npm run dev: builds again and restarts whenever a source changes. The same build and the same server as npm start,
// but messages stay on this machine.
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { build, install, projectNode } from "./bootstrap.mjs";

install({ tools: true });
build();
// What is in dist from now on is not what `npm start` would build.
rmSync("dist/.built-from");
const env = { LOG_LEVEL: "debug", LOCAL_MAILBOX: "true", ...process.env };
const start = (args) => spawn(projectNode(), args, { stdio: "inherit", env });
const children = [
  ...["site", "portal", "server"].map((step) => start(["scripts/build-step.mjs", step, "dist", "--watch"])),
  start(["--watch", "--watch-preserve-output", "dist/server/main.js"]),
];
/** One that ends takes the others along: Ctrl+C, or a build that cannot go on, leaves nothing running. */
const stop = () => children.forEach((child) => child.kill());
for (const child of children) child.on("exit", (code) => (stop(), (process.exitCode ||= code ?? 0)));
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, stop);
