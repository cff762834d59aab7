import { spawnSync } from "node:child_process";
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
import { afterEach, beforeEach, expect, test } from "vitest";

/** Runs the real start scripts in a small test project. Its build and its npm can be interrupted. */
let project: string;
const inProject = (...path: string[]) => join(project, ...path);
const read = (...path: string[]) => readFileSync(inProject(...path), "utf8");
/** One package with Node for each platform. */
const { optionalDependencies }: { optionalDependencies: object } = JSON.parse(readFileSync("package.json", "utf8"));
const nodes = Object.keys(optionalDependencies);
const manifest = { name: "small", optionalDependencies };
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), "latchkey-start-"));
  for (const folder of ["scripts", "src"]) mkdirSync(inProject(folder));
  for (const file of ["vite.config.ts", "src/main.ts"]) writeFileSync(inProject(file), "one");
  writeFileSync(inProject("package.json"), JSON.stringify(manifest));
  writeLock("one");
  for (const file of ["bootstrap.mjs", "lean.mjs", "check-node.cjs"])
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
    const made = { mark, packages: Object.keys(packages), tools: process.argv.includes("--include=dev") };
    writeFileSync(folder + "/node_modules/made.json", JSON.stringify(made));`,
  );
});
afterEach(() => {
  chmodSync(project, 0o755);
  rmSync(project, { recursive: true });
});

function writeLock(mark: string): void {
  const paths = ["other", ...nodes].map((name) => [`node_modules/${name}`, {}]);
  const packages = { "": manifest, ...Object.fromEntries(paths) };
  writeFileSync(inProject("package-lock.json"), JSON.stringify({ mark, packages }));
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
  return { status, said: stderr };
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

test("a start does not wait for compression; if compression is interrupted, the next start repeats it", async () => {
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
    const { status, said } = run(step, { CUT_OFF: "SIGKILL" });
    expect([status, said.trim().split("\n").length]).toEqual([1, 1]);
    expect(said).toMatch(/ran out of memory.*(release archive|swap)/);
  }
});

test("a start installs no development tools; they are added when needed and then kept", () => {
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

test("if the machine's own Node is too old, the one for its platform is installed with the other packages", () => {
  const old = 'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.0.0" } });';
  writeFileSync(inProject("old.cjs"), old);
  expect(run("install()", { NODE_OPTIONS: `-r ${inProject("old.cjs")}` }).status).toBe(0);
  expect(installed().packages).toEqual(["", "node_modules/other"]);
  const added = readdirSync(inProject("node_modules")).filter((name) => nodes.includes(name));
  expect(added).toEqual([expect.stringContaining(process.arch)]);
  expect(readdirSync(project).filter((name) => name.startsWith(".install"))).toEqual([]);
});

test("packages installed with another Node are reinstalled", () => {
  run("install()");
  const marker = inProject("node_modules", ".latchkey-installed");
  expect(readFileSync(marker, "utf8")).toContain(`${process.platform}-${process.arch} ${process.versions.node} `);
  writeFileSync(marker, readFileSync(marker, "utf8").replace(process.versions.node, "24.8.0"));
  writeFileSync(inProject("node_modules", "made.json"), "{}");
  run("install()");
  expect(installed().mark).toBe("one");
});

test("a read-only folder gives a one-sentence error", () => {
  // Root can write anywhere.
  const asOtherUser = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  chmodSync(project, 0o555);
  for (const step of ["build()", "install()"]) {
    const { status, said } = run(step, {}, asOtherUser);
    expect([status, said.trim().split("\n").length]).toEqual([1, 1]);
    expect(said).toContain(`cannot write to its own folder ${project}`);
  }
});

test("an old Node gets a one-line message with the required version, before anything is installed", () => {
  const old = 'Object.defineProperty(process, "versions", { value: { node: "18.20.4" } });';
  writeFileSync(inProject("old.cjs"), old);
  writeFileSync(inProject("start.mjs"), "this is not JavaScript");
  const args = ["-r", inProject("old.cjs"), "-r", inProject("scripts", "check-node.cjs"), inProject("start.mjs")];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^Latchkey needs Node 20 or newer\. This is Node 18\.20\.4\. .+\n$/);
  expect(existsSync(inProject("node_modules"))).toBe(false);
});

test("every public command starts with the Node version check", () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync("package.json", "utf8"));
  for (const command of Object.values(scripts)) expect(command).toMatch(/^node -r \.\/scripts\/check-node\.cjs /);
});
