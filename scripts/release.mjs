// npm run release: writes the built product to dist-release/latchkey-<version>.tar.gz, with its bill of materials and
// SHA256SUMS. A server that runs it installs only a few native packages. Needs GNU tar. The build is reproducible.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, install } from "./bootstrap.mjs";
import { NATIVE_PACKAGES, lockedClosure } from "./native-packages.mjs";

const FILES = [
  "dist",
  "deploy",
  "docs",
  "scripts/bootstrap.mjs",
  "scripts/build.mjs",
  "scripts/check-node.cjs",
  "scripts/latchkey.mjs",
  "scripts/lean.mjs",
  "scripts/node-package.mjs",
  "scripts/older-nodes.json",
  "scripts/start.mjs",
  ".env.example",
  ".npmrc",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "LICENSE",
  "README.md",
  "SECURITY.md",
];
const out = "dist-release";

await install();
await build();
const manifest = JSON.parse(readFileSync("package.json", "utf8"));
const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));
const name = `latchkey-${manifest.version}`;
rmSync(out, { recursive: true, force: true });
mkdirSync(join(out, name), { recursive: true });
const readme = readFileSync("README.md", "utf8");
// Pictures of documents are included only if the README shows them.
const filter = (file) => !file.endsWith(".jpg") || readme.includes(file);
for (const file of FILES) cpSync(file, join(out, name, file), { recursive: true, filter });
writeManifests(join(out, name));

const sbom = output("node", ["scripts/supply.mjs", "sbom"]);
writeFileSync(join(out, name, "sbom.cdx.json"), sbom);
writeFileSync(join(out, `${name}.cdx.json`), sbom);
const at = output("git", ["log", "-1", "--format=%ct"]).trim();
const sameBytes = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--mode=u+w,go=rX", `--mtime=@${at}`];
output("tar", [...sameBytes, "--use-compress-program=gzip -9n", "-C", out, "-cf", join(out, `${name}.tar.gz`), name]);
rmSync(join(out, name), { recursive: true });

const made = [`${name}.tar.gz`, `${name}.cdx.json`];
const sums = made.map((file) => `${sha256(join(out, file))}  ${file}\n`).join("");
writeFileSync(join(out, "SHA256SUMS"), sums);
console.log(`In ${out}:\n${sums}`);

/**
 * Writes the manifests that are used when the unpacked archive is started for the first time: the native packages in
 * the locked versions, and Node if needed.
 */
function writeManifests(folder) {
  const { version, license, type, engines, optionalDependencies, scripts } = manifest;
  const dependencies = Object.fromEntries(NATIVE_PACKAGES.map((native) => [native, manifest.dependencies[native]]));
  const { start, build, demo, latchkey } = scripts;
  const wanted = { name: manifest.name, version, private: true, license, type, engines };
  const needs = { dependencies, optionalDependencies };
  const packages = lockedClosure(lock, [...Object.keys(dependencies), ...Object.keys(optionalDependencies)]);
  write("package.json", { ...wanted, scripts: { start, build, demo, latchkey }, ...needs });
  write("package-lock.json", {
    ...lock,
    packages: { "": { name: manifest.name, version, license, engines, ...needs }, ...packages },
  });
  function write(file, content) {
    writeFileSync(join(folder, file), `${JSON.stringify(content, null, 2)}\n`);
  }
}

function output(command, args) {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: "utf8", maxBuffer: 64 << 20 });
  if (status === 0) return stdout;
  console.error(`Latchkey: ${command} ${args.join(" ")} failed: ${stderr}`);
  return process.exit(1);
}

function sha256(file) {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}
