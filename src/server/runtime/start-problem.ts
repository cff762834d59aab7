import { accessSync, constants, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { Config } from "../config.ts";

/** Why the server cannot start, with advice on what to do. */
export class StartProblem extends Error {}

/**
 * Creates the data folder if it does not exist. Throws a `StartProblem` if it cannot be used, before a driver fails
 * with a less helpful message.
 */
export function checkDataDir({ dataDir }: Pick<Config, "dataDir">): void {
  try {
    createFolder(dataDir);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartProblem(`DATA_DIR: ${dataDir} ${reasonFor(codeOf(error))}`);
  }
}

/** A command that was run as another user, such as root, may have left files that Latchkey's user cannot open. */
export function checkDatabaseFile(path: string): void {
  for (const file of [path, `${path}-wal`, `${path}-shm`]) checkAccess(file);
}

function checkAccess(path: string): void {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return;
    throw new StartProblem(
      `DATA_DIR: this user may not read and write ${path}. Run commands as Latchkey's user. If the file belongs to another user, such as root, give everything in the folder to Latchkey's user: chown -R <user>: ${dirname(path)}`,
    );
  }
}

/**
 * With Node's own `recursive` option, `mkdirSync` never returns if nothing can be created in an existing folder, such
 * as `/proc`.
 */
function createFolder(path: string): void {
  if (isFolder(path)) return;
  if (dirname(path) !== path) createFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another instance may have created it in the meantime.
    if (!isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function reasonFor(code: string | null): string {
  switch (code) {
    case "EEXIST":
    case "ENOTDIR":
      return "is not a folder. Set DATA_DIR to another folder.";
    case "EROFS":
      return "is read-only for Latchkey. If Latchkey is a systemd service, add the folder to ReadWritePaths in latchkey.service. Otherwise, set DATA_DIR to a folder on another disk.";
    case "ENOSPC":
      return "is on a full disk. Free some space, or set DATA_DIR to a folder on another disk.";
    case "EACCES":
    case "EPERM":
      return "is not writable for this user. Make it writable for Latchkey's user (for a systemd service, also in ReadWritePaths), or set DATA_DIR to another folder.";
    default:
      return `cannot be used${code ? ` (${code})` : ""}. Set DATA_DIR to another folder.`;
  }
}

/** The message for an error from `listen`; null for any other error. */
export function listenProblem(error: unknown, { port, host }: Pick<Config, "port" | "host">): StartProblem | null {
  switch (codeOf(error)) {
    case "EADDRINUSE":
      return new StartProblem(
        `Port ${port} is in use: another program, or Latchkey itself, is already running on it. Stop that program, or set PORT to another number.`,
      );
    case "EACCES":
      return new StartProblem(
        `This user is not allowed to open port ${port}. Set PORT to 1024 or higher, and put a proxy such as Caddy in front.`,
      );
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new StartProblem(
        `HOST: this machine has no address ${host}. Set HOST to localhost, or to 0.0.0.0 for all addresses.`,
      );
    default:
      return null;
  }
}

/** The message for an error of a full or failing disk, from the system or from SQLite; null for any other error. */
export function diskProblem(error: unknown): StartProblem | null {
  const code = codeOf(error) ?? "";
  if (["ENOSPC", "SQLITE_FULL"].includes(code))
    return new StartProblem("The disk is full. Free some space, then try again.");
  // A full disk also causes this error if SQLite cannot extend the file that its processes share.
  if (/^(EIO$|SQLITE_IOERR)/.test(code))
    return new StartProblem(`The disk returned an error (${code}). Check whether it is full or failing.`);
  return null;
}

export function codeOf(error: unknown): string | null {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
}
