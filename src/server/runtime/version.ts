import { readFileSync } from "node:fs";

/** The product's version, from `package.json`. Every command runs in the folder of that file. */
export function productVersion(): string {
  const { version }: { version: string } = JSON.parse(readFileSync("package.json", "utf8"));
  return version;
}
