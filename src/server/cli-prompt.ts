import { createInterface } from "node:readline";

/** One line of standard input: from a pipe, or typed without being shown. Null when there is none. */
export async function readSecret(prompt: string): Promise<string | null> {
  const { stdin } = process;
  const hidden = stdin.isTTY;
  if (hidden) process.stderr.write(prompt);
  // Without an output the line that is typed is echoed nowhere.
  const lines = createInterface({ input: stdin, terminal: hidden });
  try {
    for await (const line of lines) return line;
    return null;
  } finally {
    lines.close();
    if (hidden) process.stderr.write("\n");
  }
}
