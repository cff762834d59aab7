import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { debianInstall } from "../../scripts/debian.mjs";

const PATH = "/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin";
const POSTGRES = "/usr/lib/postgresql/15/bin";
const START_POSTGRES = `#!/bin/sh
set -e
data=/var/lib/postgresql/data
as() { runuser -u postgres -- "$@"; }
mkdir -p $data /var/run/postgresql && chown postgres $data /var/run/postgresql
if [ ! -f $data/PG_VERSION ]; then
  echo "$POSTGRES_PASSWORD" > /tmp/password && chown postgres /tmp/password
  as ${POSTGRES}/initdb -D $data -U "$POSTGRES_USER" --pwfile=/tmp/password -A scram-sha-256 $POSTGRES_INITDB_ARGS
  as ${POSTGRES}/pg_ctl -D $data -o "-c listen_addresses=" -w start
  PGPASSWORD=$POSTGRES_PASSWORD createdb -U "$POSTGRES_USER" -h /var/run/postgresql "$POSTGRES_DB"
  as ${POSTGRES}/pg_ctl -D $data -w stop
  echo "host all all all scram-sha-256" >> $data/pg_hba.conf
fi
exec runuser -u postgres -- ${POSTGRES}/postgres -D $data -c listen_addresses='*'
`;
const PACKAGES = [
  "buildah",
  "podman",
  "runc",
  "netavark",
  "aardvark-dns",
  "iptables",
  "podman-compose",
  "debootstrap",
  "caddy",
];

/**
 * Podman and Buildah with separate storage, to build and run images without a Docker daemon. Where base images cannot
 * be downloaded, substitutes are built from Debian packages and this machine's Node and npm.
 */
export function startContainers() {
  for (const name of PACKAGES) {
    if (!existsSync(`/usr/share/doc/${name}`) && !debianInstall(name))
      throw new Error(`Debian's ${name} cannot be installed here`);
  }
  const folder = mkdtempSync(join(tmpdir(), "latchkey-proof-containers-"));
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const env = {
    ...process.env,
    BUILDAH_ISOLATION: "chroot",
    CONTAINERS_STORAGE_CONF: file(
      "storage.conf",
      `[storage]\ndriver="vfs"\ngraphroot="${folder}/graph"\nrunroot="${folder}/run"\n`,
    ),
    // Only limits that any account can set, and no cgroup v2 controllers: not every container environment allows more.
    CONTAINERS_CONF: file(
      "containers.conf",
      `[containers]\ndefault_ulimits=["nofile=20000:20000","nproc=1000:1000"]\n` +
        `[engine]\nruntime="runc"\ncgroup_manager="cgroupfs"\nevents_logger="file"\n[network]\nnetwork_backend="netavark"\nnetwork_config_dir="${folder}/networks"\n`,
    ),
  };
  const run = (command: string, args: string[], cwd = folder) => {
    const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: "utf8", maxBuffer: 1 << 28 });
    return { status, out: stdout.trim(), all: stdout + stderr };
  };
  const must = (command: string, args: string[], cwd = folder): string => {
    const { status, out, all } = run(command, args, cwd);
    if (status !== 0) throw new Error(`${command} ${args.join(" ")}: ${all.slice(-2000)}`);
    return out;
  };
  /** `root` is a complete file system. */
  const imageOf = (root: string, name: string, config: string[]) => {
    const container = must("buildah", ["from", "scratch"]);
    must("buildah", ["add", "-q", container, root, "/"]);
    must("buildah", ["config", ...config, container]);
    must("buildah", ["commit", "-q", container, name]);
    must("buildah", ["rm", container]);
  };

  const debian = join(folder, "debian");
  // Node 26 needs libatomic, which the official Node image contains.
  must("debootstrap", ["--variant=minbase", "--include=libatomic1", "bookworm", debian]);
  for (const part of ["usr/share/doc", "usr/share/man", "usr/share/locale", "var/cache/apt", "var/lib/apt/lists"])
    rmSync(join(debian, part), { recursive: true, force: true });

  const certificate = process.env.NODE_EXTRA_CA_CERTS;
  const npm = dirname(dirname(realpathSync(must("which", ["npm"]))));
  return {
    folder,
    run,
    must,
    /** In place of `node:26-bookworm-slim`, with the same Debian, Node and account. */
    nodeImage() {
      const root = join(folder, "node");
      must("cp", ["--archive", debian, root]);
      mkdirSync(join(root, "usr/local/lib/node_modules"), { recursive: true });
      cpSync(process.execPath, join(root, "usr/local/bin/node"), { dereference: true });
      cpSync(npm, join(root, "usr/local/lib/node_modules/npm"), { recursive: true });
      must("ln", ["-s", "../lib/node_modules/npm/bin/npm-cli.js", join(root, "usr/local/bin/npm")]);
      must("chroot", [root, "useradd", "--uid", "1000", "--create-home", "node"]);
      imageOf(root, "docker.io/library/node:26-bookworm-slim", ["--env", `PATH=/usr/local/bin:${PATH}`]);
    },
    /** In place of `caddy:2`. */
    caddyImage() {
      const root = join(folder, "caddy-root");
      must("cp", ["--archive", debian, root]);
      cpSync("/usr/bin/caddy", join(root, "usr/bin/caddy"));
      const start = ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"];
      const dirs = ["--env", "XDG_DATA_HOME=/data", "--env", "XDG_CONFIG_HOME=/config"];
      imageOf(root, "docker.io/library/caddy:2", ["--env", `PATH=${PATH}`, ...dirs, "--cmd", JSON.stringify(start)]);
    },
    /** In place of `postgres:17`, configured by the same four variables. */
    postgresImage() {
      const root = join(folder, "postgres-root");
      must("cp", ["--archive", debian, root]);
      cpSync("/etc/resolv.conf", join(root, "etc/resolv.conf"), { dereference: true });
      writeFileSync(join(root, "usr/sbin/policy-rc.d"), "#!/bin/sh\nexit 101\n", { mode: 0o755 });
      const quiet = "apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends";
      must("unshare", [
        "--mount",
        "sh",
        "-c",
        `mount --bind /proc ${root}/proc; chroot ${root} sh -c '${quiet} postgresql-15'`,
      ]);
      writeFileSync(join(root, "start"), START_POSTGRES, { mode: 0o755 });
      must("chroot", [root, "ln", "-s", `${POSTGRES}/pg_isready`, "/usr/local/bin/pg_isready"]);
      const start = ["--entrypoint", '["/start"]'];
      imageOf(root, "docker.io/library/postgres:17", ["--env", `PATH=/usr/local/bin:${PATH}`, ...start]);
    },
    /** Inside a build, npm trusts the certificates in this machine's NODE_EXTRA_CA_CERTS. */
    registry: certificate
      ? [
          `--volume=${certificate}:/tmp/registry.pem:ro`,
          `--volume=${file("npmrc", "cafile=/tmp/registry.pem\n")}:/usr/local/etc/npmrc:ro`,
        ]
      : [],
    remove() {
      run("podman", ["rm", "--all", "--force", "--time", "2"]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
