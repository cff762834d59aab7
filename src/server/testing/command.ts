import { spawn } from "node:child_process";
import { once } from "node:events";

/** The command line program. `npm test` runs the built one, because it starts three times as fast as its source. */
export const CLI = process.env["TEST_CLI"] ?? "src/server/cli.ts";

/** Runs the real command line, like `npm run latchkey --`. */
export async function runCommand(
  args: string[],
  env: Record<string, string>,
  input = "",
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [CLI, ...args], { env: { ...process.env, ...env } });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stdin.end(input);
  const [code] = await once(child, "close");
  return { code, output };
}
