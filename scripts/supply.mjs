// node scripts/supply.mjs sbom | licences | check: reports the dependencies in the lock file.
//   sbom      CycloneDX of all shipped packages (by npm)
//   licences  each licence with its packages; fails for a missing licence, or one that is incompatible with MIT
//   check     exact versions, one registry, checksums everywhere, no secrets
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { root } from "./bootstrap.mjs";

const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));
const manifest = JSON.parse(readFileSync("package.json", "utf8"));
const packages = Object.entries(lock.packages).filter(([path]) => path !== "");
const nameOf = (path) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

const commands = { sbom, licences, check };
const command = commands[process.argv[2]];
if (!command) {
  console.error("Usage: node scripts/supply.mjs sbom | licences | check");
  process.exit(1);
}
process.exit(command());

function sbom() {
  const args = ["sbom", "--sbom-format=cyclonedx", "--omit=dev", "--package-lock-only"];
  return spawnSync("npm", args, { stdio: "inherit", cwd: root, shell: process.platform === "win32" }).status ?? 1;
}

function licences() {
  const shipped = packages.filter(([, entry]) => !entry.dev);
  // This script also runs on Node 20, which has no Map.groupBy.
  const by = new Map();
  for (const entry of shipped) {
    const licence = entry[1].license ?? "not said";
    by.set(licence, [...(by.get(licence) ?? []), entry]);
  }
  for (const [licence, entries] of [...by].sort(([a], [b]) => a.localeCompare(b))) {
    console.log(
      `${licence}: ${[...new Set(entries.map(([path]) => nameOf(path)))].sort((a, b) => a.localeCompare(b)).join(", ")}`,
    );
  }
  const unfit = [...by.keys()].filter((licence) => /not said|\bAGPL|(?<!L)GPL(?!.* OR )|SSPL|BUSL/.test(licence));
  if (unfit.length > 0) console.error(`Check these licences before a release: ${unfit.join(", ")}`);
  return unfit.length > 0 ? 1 : 0;
}

function check() {
  const faults = [];
  for (const kind of ["dependencies", "devDependencies", "optionalDependencies"]) {
    for (const [name, version] of Object.entries(manifest[kind] ?? {})) {
      if (!/^\d+\.\d+\.\d+/.test(version)) faults.push(`${name} is not pinned: ${version}`);
    }
  }
  const hosts = new Set();
  for (const [path, entry] of packages) {
    if (entry.link || entry.inBundle) continue;
    if (!entry.integrity) faults.push(`${nameOf(path)} has no checksum`);
    if (entry.resolved) hosts.add(new URL(entry.resolved).host);
  }
  if (hosts.size > 1) faults.push(`packages come from several registries: ${[...hosts].join(", ")}`);
  const secret =
    /-----BEGIN [A-Z ]*PRIVATE KEY-----|AKIA[0-9A-Z]{16}|gh[pousr]_[A-Za-z0-9]{36}|xox[bap]-[A-Za-z0-9-]{20}/;
  const tracked = spawnSync("git", ["ls-files", "-z"], { encoding: "utf8" }).stdout.split("\0").filter(Boolean);
  for (const file of tracked) {
    if (/\.(jpg|png|avif|webp|woff2|ico)$/.test(file)) continue;
    if (secret.test(readFileSync(file, "utf8"))) faults.push(`${file} may contain a secret`);
  }
  for (const fault of faults) console.error(fault);
  console.log(`${packages.length} packages, ${tracked.length} files, ${faults.length} faults`);
  return faults.length > 0 ? 1 : 0;
}
