// Installs a Debian package if that is possible without a prompt.
import { spawnSync } from "node:child_process";

/** Returns true if the package was installed. */
export function debianInstall(name) {
  if (process.platform !== "linux" || spawnSync("apt-get", ["--version"]).status !== 0) return false;
  const isRoot = process.getuid?.() === 0;
  if (!isRoot && spawnSync("sudo", ["-n", "true"]).status !== 0) return false;
  console.log(`Latchkey: installing the Debian package ${name} …`);
  const apt = (args) => {
    const [command, ...rest] = [...(isRoot ? [] : ["sudo", "-n"]), "apt-get", ...args];
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    return spawnSync(command, rest, { stdio: ["ignore", "ignore", "inherit"], env }).status === 0;
  };
  const install = () => apt(["install", "-y", "-q", "--no-install-recommends", name]);
  return install() || (apt(["update", "-q"]) && install());
}
