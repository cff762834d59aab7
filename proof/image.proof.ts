/**
 * The image and the compose file without a Docker daemon: Buildah builds the Dockerfile, and Podman runs it as in
 * compose.yaml. The base images are substitutes (`support/containers.ts`), so the real ones are not covered.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { startContainers } from "./support/containers.ts";
import { prove } from "./support/proof.ts";

const PORT = 21_840;
const HELD_MB = 110;
/** As in compose.yaml. */
const CONTAINER_OPTIONS =
  "--read-only --read-only-tmpfs=false --tmpfs=/tmp --cap-drop=ALL --security-opt=no-new-privileges --memory=512m".split(
    " ",
  );
const box = startContainers();
const clone = join(box.folder, "clone");

try {
  execFileSync("git", ["clone", "-q", ".", clone]);
  box.nodeImage();
  build();
  await prove(
    {
      id: "IMAGE",
      what: "The container image",
      aim: `builds; cannot write to ten folders outside /data and /tmp; has no capabilities; uses at most ${HELD_MB} MB when idle`,
    },
    "a substitute for Node's image",
    theImage,
  );
  box.caddyImage();
  box.postgresImage();
  await prove(
    {
      id: "IMAGE",
      what: "compose.yaml: TLS, two instances, PostgreSQL",
      aim: "0 failed page requests while instances stop",
    },
    "substitutes for the other images",
    theWholeSite,
  );
} finally {
  box.remove();
}

async function theImage() {
  const { bytes, packed } = ourLayer();
  const first = await started();
  await Promise.all(Array.from({ length: 4 }, () => fetch(`http://127.0.0.1:${PORT}/`)));
  const found = looked();
  await wait(60_000);
  const idleMb = Math.round(memoryKb() / 1024);
  const begun = performance.now();
  box.must("podman", ["stop", "--time", "15", "site"]);
  const stopMs = Math.round(performance.now() - begun);
  const code = box.must("podman", ["inspect", "--format", "{{.State.ExitCode}}", "site"]);
  box.must("podman", ["rm", "site"]);
  const later = await started();
  box.must("podman", ["rm", "--force", "--volumes", "site"]);

  await started([]);
  const control = looked();
  box.must("podman", ["rm", "--force", "--volumes", "site"]);
  return {
    figures: {
      oursMb: Math.round(bytes / 1e6),
      packedMb: Math.round(packed / 1e6),
      coldStartMs: first,
      laterStartMs: later,
      idleMb,
      stopMs,
      ...found,
    },
    met:
      idleMb <= HELD_MB &&
      code === "0" &&
      found.user !== "0" &&
      found.written === 0 &&
      found.capabilities === 0 &&
      found.healthy === "yes",
    negativeControl: { fault: "a container with a writable disk", detected: control.written > 0 },
  };
}

/** Builds the image from the committed files. */
function build() {
  box.must("buildah", [
    "bud",
    "--pull-never",
    "--format",
    "docker",
    "--layers",
    ...box.registry,
    "-t",
    "latchkey",
    clone,
  ]);
}

/** What we add to the base image, uncompressed and compressed as in a registry. */
function ourLayer() {
  const archive = join(box.folder, "image.tar");
  const parts = join(box.folder, "parts");
  box.must("podman", ["save", "-q", "latchkey", "-o", archive]);
  box.must("mkdir", [parts]);
  box.must("tar", ["-xf", archive, "-C", parts]);
  const layers: string[] = JSON.parse(readFileSync(join(parts, "manifest.json"), "utf8"))[0].Layers;
  const ours = layers.slice(1).map((name) => readFileSync(join(parts, name)));
  const sum = (sizes: number[]) => sizes.reduce((all, size) => all + size, 0);
  return { bytes: sum(ours.map((layer) => layer.length)), packed: sum(ours.map((layer) => gzipSync(layer).length)) };
}

/** The time in ms until the first page is served, without the time in which the storage unpacks the files. */
async function started(capabilities = CONTAINER_OPTIONS): Promise<number> {
  const place = ["--network", "host", "--env", `PORT=${PORT}`, "--volume", "site:/data"];
  box.must("podman", ["create", "--name", "site", ...place, ...capabilities, "localhost/latchkey"]);
  const begun = performance.now();
  box.must("podman", ["start", "site"]);
  while (performance.now() - begun < 20_000) {
    if ((await fetch(`http://127.0.0.1:${PORT}/`).catch(() => null))?.ok) return Math.round(performance.now() - begun);
    await wait(10);
  }
  throw new Error(`no page after 20 s: ${box.run("podman", ["logs", "site"]).all}`);
}

/** What an intruder could use: the account, its capabilities, and how many of ten folders are writable. */
function looked() {
  const places = "/ /app /app/dist /app/node_modules /bin /etc /opt /usr/local/bin /var /var/tmp";
  const tries = `for place in ${places}; do touch $place/tried 2>/dev/null && echo $place; done; true`;
  const inside = (words: string[]) => box.must("podman", ["exec", "site", ...words]);
  const written = inside(["sh", "-c", tries]).split("\n").filter(Boolean);
  return {
    user: inside(["id", "-u"]),
    placesTried: places.split(" ").length,
    written: written.length,
    capabilities: Number.parseInt(/CapEff:\s+(\w+)/.exec(inside(["cat", "/proc/1/status"]))?.[1] ?? "1", 16),
    healthy: box.run("podman", ["healthcheck", "run", "site"]).status === 0 ? "yes" : "no",
  };
}

function memoryKb(): number {
  const pid = box.must("podman", ["inspect", "--format", "{{.State.Pid}}", "site"]);
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
}

/** Guests view pages while each instance is stopped, started, killed and restarted. */
async function theWholeSite() {
  writeFileSync(join(clone, ".env"), "SITE_ADDRESS=localhost\nDATABASE_PASSWORD=only-for-this-proof\n");
  const begun = performance.now();
  box.must("podman-compose", ["--project-name", "whole", "up", "--detach", "--no-build"], clone);
  const podman = (...args: string[]) => box.must("podman", args);
  while ((await page()) !== 200) {
    if (performance.now() - begun > 60_000) throw new Error(box.run("podman", ["logs", "whole_app-1_1"]).all);
    await wait(100);
  }
  const startMs = Math.round(performance.now() - begun);
  const undisturbed = await guests(() => wait(2000));
  // Podman's name server does not answer for a while after containers have started.
  while (box.run("podman", ["exec", "whole_app-2_1", "getent", "hosts", "database"]).status !== 0) await wait(500);
  const isVerified = podman("exec", "whole_app-2_1", "node", "dist/server/cli.js", "backup").includes("pictures match");
  const whileGoing = await guests(async () => {
    for (const [act, name] of [
      ["stop", "app-1"],
      ["stop", "app-2"],
      ["kill", "app-1"],
      ["kill", "app-2"],
    ] as const) {
      podman(act, `whole_${name}_1`);
      await wait(4000);
      podman("start", `whole_${name}_1`);
      await wait(6000);
    }
  });
  // The negative control: both instances are down.
  const control = await guests(async () => {
    podman("kill", "whole_app-1_1", "whole_app-2_1");
    await wait(3000);
  });
  box.must("podman-compose", ["--project-name", "whole", "down"], clone);
  return {
    figures: {
      startMs,
      backup: isVerified ? "restored and identical" : "not verified",
      pages: undisturbed.pages + whileGoing.pages,
      lost: undisturbed.lost + whileGoing.lost,
      slowestMs: whileGoing.slowestMs,
    },
    met: undisturbed.lost + whileGoing.lost === 0 && whileGoing.pages > 500 && isVerified,
    negativeControl: { fault: "both instances killed at once", detected: control.lost > 0 },
    notTried: "Docker's own engine, and the newest PostgreSQL and Caddy (Debian's are older)",
  };
}

async function guests(during: () => Promise<unknown>) {
  const found = { pages: 0, lost: 0, slowestMs: 0 };
  let over = false;
  const guest = async () => {
    while (!over) {
      const begun = performance.now();
      const status = await page();
      found.pages += 1;
      if (status !== 200) found.lost += 1;
      found.slowestMs = Math.max(found.slowestMs, Math.round(performance.now() - begun));
      await wait(20);
    }
  };
  const all = Array.from({ length: 6 }, guest);
  await during();
  over = true;
  await Promise.all(all);
  return found;
}

/** Over TLS. Caddy itself signs its certificate for localhost. */
function page(): Promise<number> {
  return new Promise((resolve) => {
    const outgoing = request("https://localhost/", { rejectUnauthorized: false, timeout: 15_000 }, (response) => {
      response.resume().on("end", () => resolve(response.statusCode ?? 0));
    });
    outgoing.on("error", () => resolve(0)).on("timeout", () => outgoing.destroy());
    outgoing.end();
  });
}
