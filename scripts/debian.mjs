// Installs Debian packages if that is possible without a prompt.
import { spawnSync } from "node:child_process";

/** Returns true if the packages were installed. */
export function debianInstall(...names) {
  if (process.platform !== "linux" || spawnSync("apt-get", ["--version"]).status !== 0) return false;
  const isRoot = process.getuid?.() === 0;
  if (!isRoot && spawnSync("sudo", ["-n", "true"]).status !== 0) return false;
  console.log(`Latchkey: installing from Debian: ${names.join(", ")} …`);
  const apt = (args) => {
    const [command, ...rest] = [...(isRoot ? [] : ["sudo", "-n"]), "apt-get", ...args];
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    return spawnSync(command, rest, { stdio: ["ignore", "ignore", "inherit"], env }).status === 0;
  };
  const install = () => apt(["install", "-y", "-q", "--no-install-recommends", ...names]);
  return install() || (apt(["update", "-q"]) && install());
}
