// npm run dev: builds again and restarts whenever a source changes. The same build and the same server as npm start,
// but messages stay on this machine.
import { spawn } from "node:child_process";
import { install, projectNode } from "./bootstrap.mjs";

install();
const start = (args) =>
  spawn(projectNode(), args, { stdio: "inherit", env: { LOG_LEVEL: "debug", LOCAL_MAILBOX: "true", ...process.env } });
const builder = start(["scripts/build.mjs", "--watch"]);
builder.on("exit", (code) => process.exit(code ?? 1));
const server = start(["--watch", "--watch-preserve-output", "dist/server/main.js"]);
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => {
    builder.kill();
    server.kill();
  });
}
