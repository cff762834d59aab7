// Downloads Node from the npm registry. This script runs on Node 20 or newer before anything is installed, so it uses
// only Node's built-in modules.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";

/** Only npm supports all settings for a proxy or another registry. */
const NEEDS_NPM = /^(https?_proxy|npm_config_(registry|(https?.)?proxy))$/i;

/** The time within which the registry must respond, in ms. */
const RESPONSE_MS = 5_000;

/**
 * Unpacks a package that contains Node into `folder`, without Node's C headers (67 MB in 2,800 files), because nothing
 * is compiled here. npm cannot leave them out and needs twice the CPU time. `resolved` and `integrity` are the
 * package's entries in the lock file. Returns false if npm has to install the package, because the registry cannot be
 * reached directly, or because the file does not match the lock file, in which case npm reports it.
 */
export async function downloadNode(folder, { resolved, integrity }) {
  if (!resolved || Object.keys(process.env).some((name) => NEEDS_NPM.test(name))) return false;
  try {
    const response = await fetchWithin(RESPONSE_MS, resolved);
    mkdirSync(folder, { recursive: true });
    const options = ["--strip-components=1", "--exclude=package/include", "-C", folder];
    const tar = spawn("tar", ["-xzf", "-", ...options], { stdio: ["pipe", "ignore", "ignore"] });
    const status = new Promise((done) => tar.on("error", done).on("close", done));
    const hash = createHash("sha512");
    const hashing = new Transform({
      transform(chunk, _encoding, done) {
        hash.update(chunk);
        done(null, chunk);
      },
    });
    await pipeline(response.body, hashing, tar.stdin);
    if ((await status) === 0 && integrity === `sha512-${hash.digest("base64")}`) return true;
  } catch {
    // npm tries again, and explains why if it fails too.
  }
  rmSync(folder, { recursive: true, force: true });
  return false;
}

async function fetchWithin(ms, address) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), ms);
  const response = await fetch(address, { signal: controller.signal }).finally(() => clearTimeout(timer));
  if (!response.ok) throw new Error(`The registry responded with ${response.status}`);
  return response;
}
