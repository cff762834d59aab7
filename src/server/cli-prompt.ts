import { createInterface } from "node:readline";

/** Reads one line from standard input, piped or typed without echo. Returns null if there is no line. */
export async function readSecret(prompt: string): Promise<string | null> {
  const { stdin } = process;
  const hidden = stdin.isTTY;
  if (hidden) process.stderr.write(prompt);
  // Without an output stream, nothing typed is echoed.
  const lines = createInterface({ input: stdin, terminal: hidden });
  try {
    for await (const line of lines) return line;
    return null;
  } finally {
    lines.close();
    if (hidden) process.stderr.write("\n");
  }
}
