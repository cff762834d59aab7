import { spawn } from "node:child_process";
import { once } from "node:events";
import { type Config, environmentWith } from "../config.ts";

/**
 * `refused` means that stdout or stderr contains a sentence for the user. `failed` means any other error (EX_SOFTWARE
 * from sysexits.h).
 */
export const EXIT = { refused: 1, failed: 70 } as const;

/** An error whose message is shown to the user of the command line. */
export class CommandError extends Error {}

/**
 * `output` is a message for the user if the command succeeded or was refused, and a message for the log if the command
 * failed.
 */
export type CommandResult = { ok: boolean; refused: boolean; output: string };
/** Runs one of the product's commands in a separate process, whose memory is freed when the command is done. */
export type RunCommand = (
  args: string[],
  more?: Record<string, string>,
  /** Asks the command to stop. The command takes a moment to end, so wait for the result. */
  signal?: AbortSignal,
) => Promise<CommandResult>;

/** `script` is the command-line program; it runs on the data that `config` points to. */
export function commandsOf(script: string, config: Config): RunCommand {
  const { to, passphrase } = config.backups;
  const env = environmentWith({
    DATA_DIR: config.dataDir,
    DATABASE_URL: config.databaseUrl ?? "",
    DEMO_MODE: "false",
    LOG_LEVEL: config.logLevel,
    BACKUP_PASSPHRASE: passphrase ?? "",
    BACKUP_TO: to === null ? "" : "folder" in to ? to.folder : `s3://${to.bucket}/${to.prefix}`,
  });
  return async (args, more = {}, signal) => {
    const child = spawn(process.execPath, [script, ...args], {
      env: { ...env, ...more },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
    const stop = () => child.kill();
    signal?.addEventListener("abort", stop);
    const [code] = await once(child, "close");
    signal?.removeEventListener("abort", stop);
    return { ok: code === 0, refused: code === EXIT.refused, output: output.trim() };
  };
}
