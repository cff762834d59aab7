// npm run dev: runs the server from source with Vite. Page changes appear in the browser at once; server changes
// restart the server. Emails and WhatsApp messages stay on this machine.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { install, projectNode, root } from "./bootstrap.mjs";

await install({ tools: true });
const local = { LOCAL_MAILBOX: "true", LOCAL_BANK: "unless-provider" };
// With it, Node does not strip and compile the types of unchanged files again at each restart.
const cache = { NODE_COMPILE_CACHE: join(root, "node_modules", ".cache", "node") };
const env = { LOG_LEVEL: "debug", NODE_ENV: "development", ...cache, ...local, ...process.env };
const restartOn = ["src/server", "src/domain", "src/contract", "src/texts"].map((path) => `--watch-path=${path}`);
const args = [...restartOn, "--watch-preserve-output", "scripts/dev-server.mjs"];
const server = spawn(projectNode(), args, { stdio: "inherit", env });
server.on("exit", (code) => (process.exitCode = code ?? 0));
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => server.kill(signal));
