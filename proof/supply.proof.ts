/**
 * G01: installs a fresh clone without package scripts, builds and starts it. Dependencies must be pinned and have
 * checksums, a bill of materials and compatible licences. The history must contain no secrets. With bad settings, the
 * server must not start, and the message must name the setting but not its value.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { prove } from "./support/proof.ts";

const SECRET =
  /-----BEGIN [A-Z ]*PRIVATE KEY-----|AKIA[0-9A-Z]{16}|gh[pousr]_[A-Za-z0-9]{36}|xox[bap]-[A-Za-z0-9-]{20}|npm_[A-Za-z0-9]{36}|sk_live_[A-Za-z0-9]{16}|EAA[A-Za-z0-9]{60}|AIza[A-Za-z0-9_-]{35}|eyJ[A-Za-z0-9_-]{20,}\.eyJ[A-Za-z0-9_-]{20,}\./;
/** Concatenated, so that this file does not match. */
const FALSE_SECRETS = ["-----BEGIN RSA PRIV" + "ATE KEY-----", "AKIA" + "ABCDEFGHIJKLMNOP", `ghp_${"a1".repeat(18)}`];

/** What the error message must contain if these settings are rejected. */
const REFUSED: [Record<string, string>, string][] = [
  [{ ADMIN_USERNAME: "host", ADMIN_PASSWORD: "password" }, "ADMIN_PASSWORD"],
  [{ ADMIN_USERNAME: "host", ADMIN_PASSWORD: "changeme" }, "ADMIN_PASSWORD"],
  [{ ADMIN_USERNAME: "host" }, "ADMIN_PASSWORD"],
  [{ ADMIN_PASSWORD: "a long sentence to sign in" }, "ADMIN_USERNAME"],
  [{ METRICS_TOKEN: "secret" }, "METRICS_TOKEN"],
  [{ BACKUP_PASSPHRASE: "backup" }, "BACKUP_PASSPHRASE"],
  [{ SMTP_URL: "smtp://user:hidden-word@mail.example:587" }, "SMTP_URL, MAIL_FROM"],
  [{ SMTP_URL: "hidden-word", MAIL_FROM: "a@b.example" }, "SMTP_URL"],
  [{ WHATSAPP_TOKEN: "hidden-word" }, "WHATSAPP_TOKEN"],
  [
    { WHATSAPP_TOKEN: "a", WHATSAPP_PHONE_NUMBER_ID: "12345", WHATSAPP_VERIFY_TOKEN: "hidden-word" },
    "WHATSAPP_APP_SECRET",
  ],
  [{ S3_BUCKET: "pictures", S3_ENDPOINT: "https://s3.example" }, "S3_SECRET_ACCESS_KEY"],
  [{ BACKUP_TO: "s3://copies" }, "S3_ACCESS_KEY_ID"],
  [{ DATABASE_URL: "mysql://root:hidden-word@db" }, "DATABASE_URL"],
  [{ PUBLIC_URL: "cottage" }, "PUBLIC_URL"],
  [{ PORT: "80000" }, "PORT"],
];
/** Credentials that an attacker would try first. */
const DEFAULTS = ["admin", "password", "host", "demo", "latchkey"];

const folder = mkdtempSync(join(tmpdir(), "latchkey-proof-supply-"));
const clone = join(folder, "clone");

await prove(
  { id: "G01", what: "Supply chain", aim: "0 findings; refuses to start with bad settings" },
  "a fresh clone",
  async () => {
    try {
      execFileSync("git", ["clone", "-q", "--no-hardlinks", ".", clone]);
      const install = spawnSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], {
        cwd: clone,
      });
      const node = process.execPath;
      const built = spawnSync(node, ["scripts/build.mjs", "--now"], {
        cwd: clone,
        stdio: ["ignore", "ignore", "inherit"],
      });
      const check = spawnSync(node, ["scripts/supply.mjs", "check"], { cwd: clone, encoding: "utf8" });
      const licences = spawnSync(node, ["scripts/supply.mjs", "licences"], { cwd: clone, encoding: "utf8" });
      const sbom = spawnSync(node, ["scripts/supply.mjs", "sbom"], {
        cwd: clone,
        encoding: "utf8",
        maxBuffer: 64 << 20,
      });
      const components: unknown[] = JSON.parse(sbom.stdout || "{}").components ?? [];
      const history = secretsInHistory();
      const bad = locked(readFileSync("package-lock.json", "utf8"));
      const control = locked(
        readFileSync("package-lock.json", "utf8").replace(
          /"integrity": "sha512-[^"]+"/,
          '"resolved": "http://evil.example/x.tgz"',
        ),
      );
      const refused: string[] = [];
      for (const [env, named] of REFUSED) {
        const { code, output } = await start(env);
        const right = code !== 0 && output.includes(named) && !output.includes("hidden-word");
        if (right) refused.push(named);
        else console.log(`  started, or unclear message: ${JSON.stringify(env)}: ${code} ${output.slice(0, 300)}`);
      }
      const fresh = await serve();
      const licenceCount = licences.stdout.trim().split("\n").length;
      return {
        figures: {
          installed: install.status === 0 ? "yes" : "no",
          built: built.status === 0 ? "yes" : "no",
          ...fresh,
          packages: bad.packages,
          notPinnedOrWithoutChecksum: bad.faults.length + (check.status === 0 ? 0 : 1),
          billOfMaterials: components.length,
          licences: licenceCount,
          incompatibleLicences: licences.status ?? 1,
          commits: history.commits,
          linesOfHistory: history.lines,
          secretsInHistory: history.found.length,
          badSettings: REFUSED.length,
          refused: refused.length,
        },
        met:
          install.status === 0 &&
          built.status === 0 &&
          check.status === 0 &&
          licences.status === 0 &&
          sbom.status === 0 &&
          components.length > 100 &&
          bad.faults.length === 0 &&
          history.found.length === 0 &&
          refused.length === REFUSED.length &&
          fresh.ready === "yes" &&
          fresh.asksForAnAdmin === "yes" &&
          fresh.defaultsLetIn === 0,
        negativeControl: {
          fault: "a package from another registry without a checksum; three fake secrets",
          detected: control.faults.length === 2 && FALSE_SECRETS.every((text) => SECRET.test(text)),
        },
      };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

/**
 * The rules of lockfile-lint: a SHA-512 checksum and the npm registry for every package; nothing from git or a file.
 */
function locked(text: string): { packages: number; faults: string[] } {
  const entries = Object.entries<{ integrity?: string; resolved?: string; link?: boolean; inBundle?: boolean }>(
    JSON.parse(text).packages,
  );
  const faults = entries.flatMap(([path, { integrity, resolved, link, inBundle }]) => {
    if (path === "" || inBundle) return [];
    const elsewhere = link || (resolved !== undefined && !resolved.startsWith("https://registry.npmjs.org/"));
    return [
      ...(integrity?.startsWith("sha512-") ? [] : [`${path}: no SHA-512`]),
      ...(elsewhere ? [`${path}: ${resolved ?? "link"}`] : []),
    ];
  });
  return { packages: entries.length - 1, faults };
}

/** In all lines added by any commit, except in JPEG files and the lock file. */
function secretsInHistory() {
  const log = spawnSync(
    "git",
    [
      "log",
      "-p",
      "--all",
      "--no-color",
      "--format=commit %H",
      "--unified=0",
      "--",
      ".",
      ":!*.jpg",
      ":!package-lock.json",
    ],
    {
      encoding: "latin1",
      maxBuffer: 1 << 30,
    },
  ).stdout;
  const lines = log.split("\n");
  const added = lines.filter((line) => line.startsWith("+"));
  const found = added.filter((line) => SECRET.test(line));
  for (const line of found) console.log(`  ${line.slice(0, 40)}…`);
  return { commits: lines.filter((line) => line.startsWith("commit ")).length, lines: added.length, found };
}

function run(env: Record<string, string>, port: string) {
  const data = mkdtempSync(join(folder, "data-"));
  const base = { PATH: process.env["PATH"] ?? "", DATA_DIR: data, PORT: port, HOST: "127.0.0.1", LOG_LEVEL: "silent" };
  const child = spawn(process.execPath, ["dist/server/main.js"], { cwd: clone, env: { ...base, ...env } });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  return { child, ended, output: () => output };
}

/** A server that starts is stopped after a while. */
async function start(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const { child, ended, output } = run(env, "0");
  const outcome = await Promise.race([ended, wait(10_000, "serves" as const)]);
  child.kill("SIGKILL");
  await ended;
  return { code: outcome === "serves" ? 0 : outcome, output: output() };
}

/**
 * With no settings: whether the server is ready, asks for a first account, and accepts any of the common credentials.
 */
async function serve() {
  const { child, ended, output } = run({}, "46127");
  const url = "http://127.0.0.1:46127";
  let ready = false;
  for (let look = 0; look < 100 && !ready; look++) {
    await wait(100);
    ready = await fetch(`${url}/api/ready`).then(
      (response) => response.ok,
      () => false,
    );
  }
  let letIn = 0;
  for (const path of ["/api/admin/auth/login", "/api/auth/login"]) {
    for (const [i, username] of DEFAULTS.entries()) {
      const body = JSON.stringify({ username, password: DEFAULTS[(i + 1) % DEFAULTS.length] });
      const response = await fetch(url + path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      }).catch(() => null);
      if (response?.ok) letIn += 1;
    }
  }
  child.kill("SIGTERM");
  await ended;
  return {
    ready: ready ? "yes" : "no",
    asksForAnAdmin: /setup#/.test(output()) ? "yes" : "no",
    defaultsLetIn: letIn,
  };
}
