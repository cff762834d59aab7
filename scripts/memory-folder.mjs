// The tests keep their databases in memory, if the machine has enough of it. On a disk, creating the database can take
// most of a test's time.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { freemem } from "node:os";
import { join } from "node:path";

const MEMORY = "/dev/shm";
const NAME = "latchkey-tests-";
/** More than four times what a whole run needs. */
const NEEDED_BYTES = 6e9;

/**
 * A new temporary folder in memory (Linux); null if there is not enough memory, or if files in the folder cannot be
 * executed.
 */
export function memoryFolder() {
  if (!isUsable()) return null;
  removeAbandoned();
  const folder = mkdtempSync(join(MEMORY, `${NAME}${process.pid}-`));
  // PostgreSQL runs as a different user, and its folder is inside this one.
  chmodSync(folder, 0o711);
  return folder;
}

function isUsable() {
  try {
    const mount = readFileSync("/proc/mounts", "utf8")
      .split("\n")
      .findLast((line) => line.split(" ")[1] === MEMORY);
    const { bavail, bsize } = statfsSync(MEMORY);
    const free = Math.min(bavail * bsize, process.availableMemory?.() ?? freemem());
    return mount !== undefined && !/\bnoexec\b/.test(mount) && free > NEEDED_BYTES;
  } catch {
    return false;
  }
}

/** Removes the folders of runs that were killed. */
function removeAbandoned() {
  for (const name of readdirSync(MEMORY).filter((one) => one.startsWith(NAME))) {
    const pid = Number(/\d+/.exec(name)?.[0]);
    if (!isRunning(pid)) rmSync(join(MEMORY, name), { recursive: true, force: true });
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
