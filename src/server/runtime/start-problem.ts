import { accessSync, constants, mkdirSync } from "node:fs";
import type { Config } from "../config.ts";

/** What stands in the way of a start, in one sentence that says what to do. */
export class StartProblem extends Error {}

/** Refuses a data folder that cannot hold data, before a driver does so in words of its own. */
export function checkDataDir({ dataDir }: Pick<Config, "dataDir">): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartProblem(
      `DATA_DIR: ${dataDir} ${reasonFor(codeOf(error))}. Give Latchkey a folder that its user may write to, or set DATA_DIR to another one.`,
    );
  }
}

function reasonFor(code: string | null): string {
  switch (code) {
    case "EEXIST":
    case "ENOTDIR":
      return "is not a folder";
    case "EROFS":
      return "is on a read-only disk";
    case "ENOSPC":
      return "is on a full disk";
    case "EACCES":
    case "EPERM":
      return "may not be written to by this user";
    default:
      return `cannot be used${code ? ` (${code})` : ""}`;
  }
}

/** The sentence for an error of `listen`; null for any other. */
export function listenProblem(error: unknown, { port, host }: Pick<Config, "port" | "host">): StartProblem | null {
  switch (codeOf(error)) {
    case "EADDRINUSE":
      return new StartProblem(
        `Port ${port} is taken: another program, or Latchkey itself, is using it. Stop that program, or set PORT to another number.`,
      );
    case "EACCES":
      return new StartProblem(
        `Port ${port} may not be opened by this user. Set PORT to a number from 1024 on, and put a proxy such as Caddy before it.`,
      );
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new StartProblem(
        `HOST: this machine has no address ${host}. Set HOST to localhost, or to 0.0.0.0 for all its addresses.`,
      );
    default:
      return null;
  }
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
}
