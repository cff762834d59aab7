import { readFileSync } from "node:fs";

/** The product's version, from the `package.json` in the working directory of every command. */
export function productVersion(): string {
  const { version }: { version: string } = JSON.parse(readFileSync("package.json", "utf8"));
  return version;
}
