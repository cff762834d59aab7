import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { resolveConfig } from "vite";
import { afterEach, beforeEach, expect, test } from "vitest";

/** Runs the real start scripts in a small test project. Its build and its npm can be interrupted. */
let project: string;
const inProject = (...path: string[]) => join(project, ...path);
const read = (...path: string[]) => readFileSync(inProject(...path), "utf8");
/** For each platform, one package that contains Node. */
const { optionalDependencies }: { optionalDependencies: object } = JSON.parse(readFileSync("package.json", "utf8"));
const nodes = Object.keys(optionalDependencies);
const manifest = { name: "small", optionalDependencies };
/** Native code for this platform, on Linux with either of the two C libraries. */
const NATIVE_HERE = ["", "musl"].map(
  (library) => `native/prebuilds/${process.platform}${library}-${process.arch}.node`,
);
/** Files that the test's npm installs. */
const FILES = [
  ...["index.js", "index.js.map", "index.d.ts", "index.d.mts", "map"].map((file) => `other/${file}`),
  ...["lib/index.js", "deps/sqlite3.c"].map((file) => `better-sqlite3/${file}`),
  ...NATIVE_HERE,
  "native/prebuilds/sunos-sparc.node",
];
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), "latchkey-start-"));
  for (const folder of ["scripts", "src"]) mkdirSync(inProject(folder));
  for (const file of ["vite.config.ts", "src/main.ts"]) writeFileSync(inProject(file), "one");
  writeFileSync(inProject("package.json"), JSON.stringify(manifest));
  writeLock("one");
  for (const file of ["bootstrap.mjs", "lean.mjs", "node-package.mjs", "check-node.cjs"])
    copyFileSync(`scripts/${file}`, inProject("scripts", file));
  const cutOff = `
    if (process.env.CUT_OFF === "exit") process.exit(1);
    if (process.env.CUT_OFF) process.kill(process.pid, process.env.CUT_OFF);`;
  writeFileSync(
    inProject("scripts", "build-step.mjs"),
    `import { readFileSync, writeFileSync } from "node:fs";${cutOff}
    const [step, folder] = process.argv.slice(2);
    if (step === "compress") await new Promise((done) => setTimeout(done, Number(process.env.COMPRESS_MS ?? 0)));
    writeFileSync(folder + "/" + (step === "compress" ? ".compressed" : step), readFileSync("src/main.ts"));`,
  );
  writeFileSync(
    inProject("npm.mjs"),
    `import { mkdirSync, readFileSync, writeFileSync } from "node:fs";${cutOff}
    const folder = process.argv.find((word) => word.startsWith("--prefix=")).slice("--prefix=".length);
    const { mark, packages } = JSON.parse(readFileSync(folder + "/package-lock.json", "utf8"));
    for (const path of ["node_modules", ...Object.keys(packages)]) mkdirSync(folder + "/" + path, { recursive: true });
    for (const file of ${JSON.stringify(FILES)}) {
      mkdirSync(folder + "/node_modules/" + file.slice(0, file.lastIndexOf("/")), { recursive: true });
      writeFileSync(folder + "/node_modules/" + file, "");
    }
    // The only check that every npm version makes: it leaves out packages for other operating systems.
    const fits = ({ os = [] }) => !os.includes("!" + process.platform);
    const left = Object.keys(packages).filter((path) => !fits(packages[path]) || packages[path].libc);
    const made = { mark, packages: Object.keys(packages).filter((path) => !left.includes(path)), tools: process.argv.includes("--include=dev") };
    writeFileSync(folder + "/node_modules/made.json", JSON.stringify(made));`,
  );
});
afterEach(() => {
  chmodSync(project, 0o755);
  rmSync(project, { recursive: true });
});

function writeLock(mark: string, nodePackage: object = {}, more: Record<string, object> = {}): void {
  const locked = { other: {}, ...Object.fromEntries(nodes.map((name) => [name, nodePackage])), ...more };
  const inModules = Object.entries(locked).map(([name, entry]) => [`node_modules/${name}`, entry]);
  const packages = { "": manifest, ...Object.fromEntries(inModules) };
  writeFileSync(inProject("package-lock.json"), JSON.stringify({ mark, packages }));
}
function writeOlderNodes(nodePackage: object): void {
  const packages = Object.fromEntries(nodes.map((name) => [name, nodePackage]));
  writeFileSync(inProject("scripts", "older-nodes.json"), JSON.stringify(packages));
}
const installed = () => JSON.parse(read("node_modules", "made.json"));

function run(step: string, env: Record<string, string> = {}, options = {}) {
  const script = `import(${JSON.stringify(inProject("scripts", "bootstrap.mjs"))}).then((start) => start.${step})`;
  const npm = { npm_execpath: inProject("npm.mjs") };
  const { status, stderr } = spawnSync(process.execPath, ["-e", script], {
    env: { ...process.env, ...npm, ...env },
    encoding: "utf8",
    ...options,
  });
  return { status, output: stderr };
}

test("an interrupted install keeps the old packages and is repeated at the next start", () => {
  expect(run("install()").status).toBe(0);
  writeLock("two");
  expect(run("install()", { CUT_OFF: "exit" }).status).toBe(1);
  expect(installed().mark).toBe("one");
  expect(run("install()").status).toBe(0);
  expect(installed().mark).toBe("two");
});

test("an interrupted build keeps the old build and is repeated at the next start", () => {
  expect(run("build()").status).toBe(0);
  writeFileSync(inProject("src", "main.ts"), "two");
  expect(run("build()", { CUT_OFF: "exit" }).status).toBe(1);
  expect(read("dist", "server")).toBe("one");
  expect(run("build()").status).toBe(0);
  expect(["site", "portal", "server", ".compressed"].map((step) => read("dist", step))).toEqual(Array(4).fill("two"));
});

test("an upgrade is built while the site runs, and the next start uses it without building", () => {
  run("build()");
  writeFileSync(inProject("src", "main.ts"), "two");
  expect(run("build({ beside: true })").status).toBe(0);
  expect(read("dist", "server")).toBe("one");
  expect(run("build()", { CUT_OFF: "exit" }).status).toBe(0);
  expect(read("dist", "server")).toBe("two");
});

test("startup does not wait for compression; if compression is interrupted, the next start repeats it", async () => {
  const compressed = () => existsSync(inProject("dist", ".compressed"));
  expect(run("build({ compressLater: true })", { COMPRESS_MS: "1000" }).status).toBe(0);
  expect(compressed()).toBe(false);
  await expect.poll(compressed).toBe(true);
  rmSync(inProject("dist", ".compressed"));
  expect(run("build({ compressLater: true })").status).toBe(0);
  await expect.poll(compressed).toBe(true);
  rmSync(inProject("dist", ".compressed"));
  expect(run("build()").status).toBe(0);
  expect(compressed()).toBe(true);
});

test("if a step is killed for lack of memory, one line reports it and says what to do", () => {
  for (const step of ["build()", "install()"]) {
    const { status, output } = run(step, { CUT_OFF: "SIGKILL" });
    expect([status, output.trim().split("\n").length]).toEqual([1, 1]);
    expect(output).toMatch(/ran out of memory.*(release archive|swap)/);
  }
});

test("startup installs no development tools; they are added when needed and then kept", () => {
  run("install()");
  expect(installed().tools).toBe(false);
  run("install({ tools: true })");
  expect(installed().tools).toBe(true);
  expect(run("install()", { CUT_OFF: "exit" }).status).toBe(0);
});

test("no other Node is downloaded if the machine's own is new enough", () => {
  run("install()");
  // The Node of this process is outside the test project, so the project's scripts treat it as the machine's own Node.
  expect(installed().packages).toEqual(["", "node_modules/other"]);
});

/** Runs a step as if the machine's own Node were too old. */
function runOnOldNode(step: string, env: Record<string, string> = {}) {
  const old = 'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.0.0" } });';
  writeFileSync(inProject("old.cjs"), old);
  return run(step, { NODE_OPTIONS: `-r ${inProject("old.cjs")}`, ...env });
}

/** Installs on an old Node, and returns the files of the package that contains Node. */
function installOnOldNode(env: Record<string, string> = {}): string[] {
  expect(runOnOldNode("install()", env).status).toBe(0);
  expect(installed().packages).toEqual(["", "node_modules/other"]);
  const added = readdirSync(inProject("node_modules")).filter((name) => nodes.includes(name));
  expect(added).toEqual([expect.stringContaining(process.arch)]);
  expect(readdirSync(project).filter((name) => name.startsWith(".install"))).toEqual([]);
  return readdirSync(inProject("node_modules", added.join()), { recursive: true }).map(String).sort();
}

/**
 * A packed package that contains Node, and its entries in the lock file. By default, this Node creates the file `used`.
 */
function packNode(
  script = `[ "$1" = --version ] && echo v26.0.0 && exit\n: > ${inProject("used")}\nexec ${process.execPath} "$@"`,
): { resolved: string; integrity: string } {
  for (const folder of ["bin", "include"]) mkdirSync(inProject("package", folder), { recursive: true });
  for (const file of ["package.json", "include/node.h"]) writeFileSync(inProject("package", file), file);
  writeFileSync(inProject("package", "bin", "node"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const { stdout } = spawnSync("tar", ["-czf", "-", "-C", project, "package"]);
  const integrity = `sha512-${createHash("sha512").update(stdout).digest("base64")}`;
  return { resolved: `data:application/gzip;base64,${stdout.toString("base64")}`, integrity };
}

test("if the machine's own Node is too old, the one for its platform is downloaded without its C headers", () => {
  writeLock("one", packNode());
  expect(installOnOldNode()).toEqual(["bin", "bin/node", "package.json"]);
  // npm then runs on the downloaded Node, on which it is faster.
  expect(existsSync(inProject("used"))).toBe(true);
});

test("if Node cannot be downloaded directly, or the file does not match the lock file, npm installs it", () => {
  const locked = packNode();
  const byNpm: string[] = [];
  writeLock("one", { ...locked, resolved: "http://127.0.0.1:1/node.tgz" });
  expect(installOnOldNode()).toEqual(byNpm);
  writeLock("two", { ...locked, integrity: `sha512-${createHash("sha512").digest("base64")}` });
  expect(installOnOldNode()).toEqual(byNpm);
  for (const setting of ["HTTPS_PROXY", "npm_config_registry"]) {
    writeLock(setting, locked);
    expect(installOnOldNode({ [setting]: "http://127.0.0.1:1" })).toEqual(byNpm);
  }
});

test("on a machine without libatomic, an older Node is downloaded; if that fails, one line says what to install", () => {
  const older = packNode();
  const error = "node: error while loading shared libraries: libatomic.so.1: cannot open shared object file";
  writeLock("one", packNode(`echo "${error}" >&2\nexit 127`));
  writeOlderNodes(older);
  expect(installOnOldNode()).toEqual(["bin", "bin/node", "package.json"]);
  expect(existsSync(inProject("used"))).toBe(true);
  expect(runOnOldNode("build()").status).toBe(0);

  writeOlderNodes({ ...older, resolved: "http://127.0.0.1:1/node.tgz" });
  rmSync(inProject("node_modules"), { recursive: true });
  rmSync(inProject("dist"), { recursive: true });
  expect(installOnOldNode()).toEqual(["bin", "bin/node", "package.json"]);
  const { status, output } = runOnOldNode("build()");
  expect([status, output.trim().split("\n").length]).toEqual([1, 1]);
  expect(output).toMatch(/libatomic.*apt-get install libatomic1/);
});

test.runIf(process.platform === "linux")("packages for another C library are left out by every version of npm", () => {
  const library = existsSync("/etc/alpine-release") ? "musl" : "glibc";
  const either = { glibc: { os: ["linux"], libc: ["glibc"] }, musl: { os: ["linux"], libc: ["musl"] } };
  writeLock("one", {}, either);
  run("install()");
  expect(installed().packages).toEqual(["", "node_modules/other", `node_modules/${library}`]);
});

test("without the development tools, files that only they or other platforms read are removed", () => {
  const isThere = (file: string) => existsSync(inProject("node_modules", file));
  run("install()");
  const needed = ["other/index.js", "other/map", "better-sqlite3/lib/index.js"];
  expect(FILES.filter(isThere).sort()).toEqual([...needed, ...NATIVE_HERE].sort());
  run("install({ tools: true })");
  expect(FILES.filter(isThere)).toEqual(FILES);
});

test("packages installed with another version of Node are reinstalled", () => {
  run("install()");
  const marker = inProject("node_modules", ".latchkey-installed");
  expect(readFileSync(marker, "utf8")).toContain(`${process.platform}-${process.arch} ${process.versions.node} `);
  writeFileSync(marker, readFileSync(marker, "utf8").replace(process.versions.node, "24.8.0"));
  writeFileSync(inProject("node_modules", "made.json"), "{}");
  run("install()");
  expect(installed().mark).toBe("one");
});

test("a read-only folder causes a one-line error", () => {
  // Root can write anywhere.
  const asOtherUser = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  chmodSync(project, 0o555);
  for (const step of ["build()", "install()"]) {
    const { status, output } = run(step, {}, asOtherUser);
    expect([status, output.trim().split("\n").length]).toEqual([1, 1]);
    expect(output).toContain(`cannot write to its own folder ${project}`);
  }
});

test("on an old Node, a one-line message states the required version before anything is installed", () => {
  const old = 'Object.defineProperty(process, "versions", { value: { node: "18.20.4" } });';
  writeFileSync(inProject("old.cjs"), old);
  writeFileSync(inProject("start.mjs"), "this is not JavaScript");
  const args = ["-r", inProject("old.cjs"), "-r", inProject("scripts", "check-node.cjs"), inProject("start.mjs")];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^Latchkey needs Node 20 or newer\. This is Node 18\.20\.4\. .+\n$/);
  expect(existsSync(inProject("node_modules"))).toBe(false);
});

test("every npm script starts with the Node version check", () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync("package.json", "utf8"));
  for (const command of Object.values(scripts)) expect(command).toMatch(/^node -r \.\/scripts\/check-node\.cjs /);
});

test("no part of the build deletes the files of another, because all parts are built into one folder at the same time", async () => {
  for (const mode of ["site", "portal", "server"]) {
    const { build } = await resolveConfig({ build: { ssr: mode === "server" } }, "build", mode);
    expect([mode, build.emptyOutDir]).toEqual([mode, false]);
  }
});
