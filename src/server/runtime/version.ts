import { readFileSync } from "node:fs";

/** The product's version, from the `package.json` beside which every command runs. */
export function productVersion(): string {
  const { version }: { version: string } = JSON.parse(readFileSync("package.json", "utf8"));
  return version;
}
