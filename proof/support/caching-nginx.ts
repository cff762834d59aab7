import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "../../scripts/free-port.mjs";

/**
 * nginx as a cache that obeys cache headers and stores responses without them for ten minutes, which reveals a missing
 * "private". With `storesEverything`, a common careless setup, it also stores everything that looks like a file,
 * whatever `Cache-Control` and `Expires` say.
 */
export async function cachingNginx(upstreamPort: number, { storesEverything }: { storesEverything: boolean }) {
  if (spawnSync("nginx", ["-v"]).error) return null;
  const folder = mkdtempSync(join(tmpdir(), "latchkey-proof-nginx-"));
  const port = await freePort();
  for (const name of ["cache", "temp"]) mkdirSync(join(folder, name));
  const files = storesEverything
    ? `location ~* \\.(css|js|png|jpg|ico|txt|svg)$ { ${pass(upstreamPort)} proxy_ignore_headers Cache-Control Expires; }`
    : "";
  writeFileSync(
    join(folder, "nginx.conf"),
    `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log; ${process.getuid?.() === 0 ? "user root;" : ""}
    events { worker_connections 256; }
    http {
      access_log off; client_body_temp_path ${folder}/temp/body; proxy_temp_path ${folder}/temp/proxy;
      fastcgi_temp_path ${folder}/temp/f; uwsgi_temp_path ${folder}/temp/u; scgi_temp_path ${folder}/temp/s;
      proxy_cache_path ${folder}/cache keys_zone=all:10m inactive=10m use_temp_path=off;
      server { listen 127.0.0.1:${port}; ${files} location / { ${pass(upstreamPort)} } }
    }`,
  );
  const child = spawn("nginx", ["-p", folder, "-c", join(folder, "nginx.conf")], { stdio: "inherit" });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  await wait(500);
  return {
    url: `http://127.0.0.1:${port}`,
    /** As text. */
    stored: () =>
      readdirSync(join(folder, "cache"), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1")),
    close: async () => {
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const pass = (port: number) => `proxy_pass http://127.0.0.1:${port}; proxy_cache all; proxy_cache_valid any 10m;
  proxy_cache_key $request_uri; proxy_set_header Host cottage.example; proxy_set_header X-Forwarded-Proto https;
  add_header x-kept $upstream_cache_status always;`;
