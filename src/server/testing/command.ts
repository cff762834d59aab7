import { spawn } from "node:child_process";
import { once } from "node:events";

/** Runs the real command line, like `npm run latchkey --`. */
export async function runCommand(
  args: string[],
  env: Record<string, string>,
  input = "",
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, ["src/server/cli.ts", ...args], { env: { ...process.env, ...env } });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stdin.end(input);
  const [code] = await once(child, "close");
  return { code, output };
}
