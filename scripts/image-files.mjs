// node scripts/image-files.mjs <folder>: copies only the files that the built product needs to run, for the container
// image.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { isUnneeded } from "./bootstrap.mjs";
import { NATIVE_PACKAGES } from "./native-packages.mjs";

const target = process.argv[2];
if (!target) throw new Error("Which folder?");
rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
for (const path of ["dist", "package.json", "LICENSE"]) cpSync(path, join(target, path), { recursive: true });

/** The native packages and their dependencies, for this machine only. */
const platform = `${process.platform}-${process.arch}`;
const wanted = [...NATIVE_PACKAGES, `@img/sharp-${platform}`];
const seen = new Set(["node-addon-api"]);
while (wanted.length > 0) {
  const name = wanted.pop();
  const from = join("node_modules", name);
  if (seen.has(name) || !existsSync(from)) continue;
  seen.add(name);
  cpSync(from, join(target, from), {
    recursive: true,
    filter: (path) => !isUnneeded(relative("node_modules", path)),
  });
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(readFileSync(join(from, "package.json"), "utf8"));
  const own = Object.keys(optionalDependencies).filter((dependency) => dependency.endsWith(platform));
  wanted.push(...Object.keys(dependencies), ...own);
}
