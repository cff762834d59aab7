/**
 * For somebody who runs Latchkey on a server: the first start from a clone and from the release archive, with an empty
 * npm cache; later starts; the interruption during an upgrade; and the memory that the build needs. Measures the
 * committed files. Needs git, GNU tar, the npm registry, and root to clear the file cache.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import {
  cpSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { ended } from "#server/testing/processes.ts";
import { freePort } from "../scripts/free-port.mjs";
import { median, report, residentMb, runs } from "./support/measure.ts";

const FIRST_STARTS = runs(3);
const LATER_STARTS = runs(5);
const UPGRADES = runs(4);
/** Version 0.1.0, whose database has an older schema. */
const EARLIER = "11fc3b52";
const LIMITS = { cloneSeconds: 15, cloneMb: 300, laterSeconds: 3, buildMb: 600, upgradeSeconds: 2 };

/** With the machine's own Node, and with the project's. The folders that `npm run` adds are left out. */
const MACHINE_PATH = (process.env["PATH"] ?? "")
  .split(delimiter)
  .filter((folder) => !folder.includes("node_modules"))
  .join(delimiter);
const PROJECT_PATH = [dirname(process.execPath), MACHINE_PATH].join(delimiter);
const versionOn = (path: string) =>
  execFileSync("node", ["--version"], { env: { PATH: path }, encoding: "utf8" })
    .trim()
    .slice(1);
const PATHS = [...new Map([PROJECT_PATH, MACHINE_PATH].map((path) => [versionOn(path), path]))];

const START = ["node", "-r", "./scripts/check-node.cjs", "scripts/start.mjs"];
const port = await freePort();
// Nothing is deleted until the end: ext4 without a journal does not reuse the inodes of files that were deleted in the
// last few minutes, so creating files would take seconds longer.
const folder = mkdtempSync(join(tmpdir(), "latchkey-bench-deploy-"));
const running = new Set<ChildProcess>();
try {
  await firstAndLaterStarts();
  await archiveStarts();
  await upgrades();
  await buildMemory();
} finally {
  for (const child of running) kill(child, "SIGKILL");
  rmSync(folder, { recursive: true, force: true });
}

async function firstAndLaterStarts(): Promise<void> {
  for (const [version, path] of PATHS) {
    const [first, later, sizes]: [number[], number[], number[]] = [[], [], []];
    for (let run = 0; run < FIRST_STARTS; run++) {
      const clone = cloneTo(`clone-${version}-${run}`);
      first.push(await secondsToStart(clone, path, `cache-${version}-${run}`));
      sizes.push(sizeMb(join(clone, "node_modules")));
      for (let again = 0; again < LATER_STARTS && run === FIRST_STARTS - 1; again++)
        later.push(await secondsToStart(clone, path));
    }
    const [seconds, mb] = [median(first), Math.max(...sizes)];
    const title = `first start from a clone, Node ${version}`;
    report(title, { s: list(first) }, { ratio: seconds / LIMITS.cloneSeconds, atMost: 1 });
    report(`${title}: installed`, { MB: mb }, { ratio: mb / LIMITS.cloneMb, atMost: 1 });
    report(
      `later start, Node ${version}`,
      { s: list(later) },
      { ratio: median(later) / LIMITS.laterSeconds, atMost: 1 },
    );
  }
}

async function archiveStarts(): Promise<void> {
  const clone = join(folder, `clone-${process.versions.node}-0`);
  execFileSync("npm", ["run", "release"], { cwd: clone, env: { ...process.env, PATH: PROJECT_PATH }, stdio: "ignore" });
  const [archive = ""] = globSync(join(clone, "dist-release", "*.tar.gz"));
  report("release archive", { MB: statSync(archive).size / 1024 ** 2 });
  for (const [version, path] of PATHS) {
    const seconds: number[] = [];
    let mb = 0;
    for (let run = 0; run < FIRST_STARTS; run++) {
      const name = `archive-${version}-${run}`;
      mkdirSync(join(folder, name));
      execFileSync("tar", ["-C", join(folder, name), "--no-same-owner", "--strip-components=1", "-xzf", archive]);
      seconds.push(await secondsToStart(join(folder, name), path, `cache-${name}`));
      mb = sizeMb(join(folder, name));
    }
    report(
      `first start from the release archive, Node ${version}`,
      { s: list(seconds), MB: mb },
      { ratio: median(seconds) / LIMITS.cloneSeconds, atMost: 1 },
    );
  }
}

/** The new version starts when the earlier one has ended, as it does when systemd restarts the service. */
async function upgrades(): Promise<void> {
  const earlier = cloneTo("earlier", EARLIER);
  await secondsToStart(earlier, PROJECT_PATH, "cache-earlier", { DATA_DIR: join(folder, "seed") });
  const clone = join(folder, `clone-${process.versions.node}-0`);
  const seconds: number[] = [];
  for (let run = 0; run < UPGRADES; run++) {
    const data = join(folder, `data-${run}`);
    cpSync(join(folder, "seed"), data, { recursive: true });
    seconds.push(await interruption(earlier, clone, { DATA_DIR: data, PATH: PROJECT_PATH }));
  }
  report(
    "interruption by an upgrade from 0.1.0",
    { s: list(seconds) },
    { ratio: Math.max(...seconds) / LIMITS.upgradeSeconds, atMost: 1 },
  );
}

/** The seconds between the earlier version's last response and the new one's first, with a request every 10 ms. */
async function interruption(earlier: string, next: string, env: Record<string, string>): Promise<number> {
  const old = run(["node", "scripts/start.mjs"], earlier, env);
  await firstPage(old);
  const responses: number[] = [];
  let over = false;
  const asking = (async () => {
    while (!over) {
      void landingPage().then((ok) => ok && responses.push(performance.now()));
      await wait(10);
    }
  })();
  await wait(1000);
  const stopped = performance.now();
  await stop(old);
  const ours = run(START, next, env);
  const restarted = performance.now();
  await firstPage(ours);
  await wait(500);
  over = true;
  await asking;
  await stop(ours);
  const last = Math.max(...responses.filter((at) => at < restarted));
  const first = Math.min(...responses.filter((at) => at > restarted));
  if (last < stopped - 100) throw new Error("the earlier version did not respond before the upgrade");
  return (first - last) / 1000;
}

/** On a small machine, the build steps run one after another, so each step's memory counts separately. */
async function buildMemory(): Promise<void> {
  const clone = join(folder, `clone-${process.versions.node}-0`);
  rmSync(join(clone, "dist"), { recursive: true });
  const child = run(["npm", "run", "build"], clone, { PATH: PROJECT_PATH });
  let mb = 0;
  while (child.exitCode === null) {
    mb = Math.max(mb, largestStepMb(child));
    await wait(50);
  }
  if (child.exitCode !== 0) throw new Error(`the build exited with ${child.exitCode}`);
  report("largest build step with its parent processes", { MB: mb }, { ratio: mb / LIMITS.buildMb, atMost: 1 });
}

function cloneTo(name: string, commit?: string): string {
  const clone = join(folder, name);
  execFileSync("git", ["clone", "--quiet", ".", clone]);
  if (commit) execFileSync("git", ["checkout", "--quiet", commit], { cwd: clone });
  return clone;
}

/** With `cache`, npm starts with an empty cache, and all files are read from the disk. */
async function secondsToStart(
  cwd: string,
  path: string,
  cache?: string,
  env: Record<string, string> = {},
): Promise<number> {
  if (cache) dropFileCache();
  const begun = performance.now();
  const child = run(["npm", "start"], cwd, {
    PATH: path,
    ...(cache ? { npm_config_cache: join(folder, cache) } : {}),
    ...env,
  });
  await firstPage(child);
  const seconds = (performance.now() - begun) / 1000;
  await stop(child);
  return seconds;
}

function dropFileCache(): void {
  execFileSync("sync");
  if (process.getuid?.() === 0) writeFileSync("/proc/sys/vm/drop_caches", "3");
}

/** In its own process group, without the variables that `npm run` sets for this file. */
function run([command = "", ...args]: string[], cwd: string, env: Record<string, string>): ChildProcess {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith("npm_"));
  const child = spawn(command, args, {
    cwd,
    env: { ...Object.fromEntries(own), PORT: String(port), ...env },
    detached: true,
    stdio: ["ignore", "ignore", "inherit"],
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  return child;
}

async function stop(child: ChildProcess): Promise<void> {
  kill(child, "SIGTERM");
  await ended(child);
  while (await landingPage()) await wait(10);
}

function kill({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid) process.kill(-pid, signal);
}

async function firstPage(child: ChildProcess): Promise<void> {
  while (!(await landingPage())) {
    if (child.exitCode !== null) throw new Error(`the start exited with ${child.exitCode}`);
    await wait(20);
  }
}

function landingPage(): Promise<boolean> {
  return new Promise((resolve) => {
    const outgoing = request({ port, path: "/", agent: false, timeout: 5000 }, (response) => {
      response.resume().on("end", () => resolve(response.statusCode === 200));
    });
    outgoing.on("error", () => resolve(false)).on("timeout", () => outgoing.destroy());
    outgoing.end();
  });
}

/** The largest total memory of a build step, its children and its parents up to `child`; 0 between steps. */
function largestStepMb({ pid }: ChildProcess): number {
  const parents = new Map<number, number>();
  const steps: number[] = [];
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    try {
      parents.set(Number(name), Number(/\) \w (\d+)/.exec(readFileSync(`/proc/${name}/stat`, "utf8"))?.[1]));
      if (readFileSync(`/proc/${name}/cmdline`, "utf8").includes("build-step.mjs")) steps.push(Number(name));
    } catch {
      // The process has ended.
    }
  }
  const toChild = (of: number): number[] => (of === pid || of <= 1 ? [of] : [of, ...toChild(parents.get(of) ?? 0)]);
  const sums = steps
    .filter((step) => toChild(step).includes(pid ?? 0))
    .map((step) => {
      const below = [...parents.keys()].filter((each) => each !== step && toChild(each).includes(step));
      return [...toChild(step), ...below].map(memoryMb).reduce((sum, mb) => sum + mb, 0);
    });
  return Math.max(0, ...sums);
}

function memoryMb(pid: number): number {
  try {
    return residentMb(pid) || 0;
  } catch {
    return 0;
  }
}

/** The disk space of a folder, in MB: the sum of the blocks of its files. */
function sizeMb(path: string): number {
  const files = readdirSync(path, { recursive: true }).map(String);
  return files.reduce((bytes, file) => bytes + lstatSync(join(path, file)).blocks * 512, 0) / 1024 ** 2;
}

function list(seconds: number[]): string {
  return `${seconds.map((one) => one.toFixed(1)).join(", ")} (median ${median(seconds).toFixed(1)})`;
}
