/**
 * The proxy of deploy/Caddyfile with locally issued certificates: which TLS versions and ciphers it accepts, and how it
 * handles plain HTTP.
 */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { createServer } from "node:https";
import { type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { connect, type ConnectionOptions, type SecureVersion } from "node:tls";
import { loadBuiltSite } from "#server/http/built-site.ts";
import { startTestApp } from "#server/testing/test-app.ts";
import { debianInstall } from "../scripts/debian.mjs";
import { freePort } from "../scripts/free-port.mjs";
import { prove } from "./support/proof.ts";

const NAME = "cottage.test";
const OLD: SecureVersion[] = ["TLSv1", "TLSv1.1"];
const NEW: SecureVersion[] = ["TLSv1.2", "TLSv1.3"];
/** Without forward secrecy or authenticated encryption, or weaker still. */
const WEAK = [
  "ECDHE-ECDSA-AES128-SHA",
  "ECDHE-ECDSA-AES256-SHA384",
  "ECDHE-RSA-AES128-SHA",
  "AES128-GCM-SHA256",
  "AES128-SHA",
  "ADH-AES128-SHA",
];

/** The negotiated protocol and cipher; null if the client is rejected. */
function shake(port: number, only: ConnectionOptions): Promise<string | null> {
  return new Promise((done) => {
    const socket = connect({ host: "127.0.0.1", port, servername: NAME, rejectUnauthorized: false, ...only }, () => {
      done(`${socket.getProtocol()} ${socket.getCipher().name}`);
      socket.end();
    });
    socket.on("error", () => done(null));
  });
}
const version = (port: number, only: SecureVersion) =>
  shake(port, { minVersion: only, maxVersion: only, ciphers: "DEFAULT:@SECLEVEL=0" });
const cipher = (port: number, name: string) =>
  shake(port, { minVersion: "TLSv1.2", maxVersion: "TLSv1.2", ciphers: `${name}:@SECLEVEL=0` });

async function taken<T>(all: readonly T[], ask: (one: T) => Promise<string | null>): Promise<string[]> {
  const answers: string[] = [];
  for (const one of all) answers.push((await ask(one)) ?? "");
  return answers.filter(Boolean);
}

/** The status and the redirect target. */
function plain(port: number, path: string): Promise<[number, string]> {
  return new Promise((done, failed) => {
    const outgoing = request({ host: "127.0.0.1", port, path, headers: { host: NAME } }, (response) => {
      response.resume();
      done([response.statusCode ?? 0, response.headers.location ?? ""]);
    });
    outgoing.on("error", failed).end();
  });
}

/** On free ports, and with another upstream. */
async function startCaddy(upstream: string) {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-proof-caddy-"));
  const [http, https] = [await freePort(), await freePort()];
  const own = readFileSync("deploy/Caddyfile", "utf8").replace("app-1:3000 app-2:3000", upstream);
  writeFileSync(
    join(folder, "Caddyfile"),
    `{\n\tadmin off\n\thttp_port ${http}\n\thttps_port ${https}\n\tlocal_certs\n\tskip_install_trust\n\tstorage file_system ${folder}\n}\n${own}`,
  );
  const child = spawn("caddy", ["run", "--config", join(folder, "Caddyfile"), "--adapter", "caddyfile"], {
    env: { ...process.env, SITE_ADDRESS: NAME, HOME: folder },
    stdio: "ignore",
  });
  const ended = new Promise((over) => child.once("exit", over));
  for (let tries = 0; tries < 100 && (await version(https, "TLSv1.3")) === null; tries += 1) await wait(100);
  const close = async () => {
    child.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  return { http, https, close };
}

/** The negative control: outdated TLS versions are accepted. */
async function careless() {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-proof-tls-"));
  const [key, cert] = [join(folder, "key"), join(folder, "cert")];
  const selfSigned = "req -x509 -newkey rsa:2048 -nodes -days 2".split(" ");
  spawnSync("openssl", [...selfSigned, "-subj", `/CN=${NAME}`, "-keyout", key, "-out", cert]);
  const server = createServer({
    key: readFileSync(key),
    cert: readFileSync(cert),
    minVersion: "TLSv1",
    ciphers: "ALL:@SECLEVEL=0",
  });
  rmSync(folder, { recursive: true });
  await new Promise<void>((open) => server.listen(0, "127.0.0.1", open));
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

if (spawnSync("caddy", ["version"]).error && !debianInstall("caddy"))
  console.log("SKIPPED: caddy is not installed (Debian package caddy)");
else {
  await prove(
    {
      id: "TLS",
      what: "TLS at the proxy",
      aim: "1.2 and 1.3 only, no weak ciphers; pages redirected to HTTPS, API calls and calendars over HTTP rejected",
    },
    "Caddy",
    async () => {
      const server = await startTestApp("sqlite", {
        site: await loadBuiltSite(resolve("dist")),
        config: { publicUrl: `https://${NAME}`, trustProxy: true },
      });
      await server.app.start();
      const caddy = await startCaddy(new URL(server.url).host);
      const old = await taken(OLD, (one) => version(caddy.https, one));
      const weak = await taken(WEAK, (one) => cipher(caddy.https, one));
      const modern = await taken(NEW, (one) => version(caddy.https, one));
      const preferred = await shake(caddy.https, {});
      const led = await Promise.all(["/", "/book", "/admin/login"].map((path) => plain(caddy.http, path)));
      const calls = ["/api/properties/1", "/api/admin/settings", "/api/metrics", "/calendar/x/y.ics"];
      const refused = await Promise.all(calls.map((path) => plain(caddy.http, path)));
      const control = await careless();
      const seen = [
        ...(await taken(OLD, (one) => version(control.port, one))),
        ...(await taken(WEAK, (one) => cipher(control.port, one))),
      ];
      control.close();
      await caddy.close();
      await server.close();
      const ledWell = led.filter(([status, to]) => status === 308 && to.startsWith(`https://${NAME}/`)).length;
      const refusedWell = refused.filter(([status, to]) => status === 403 && to === "").length;
      return {
        figures: {
          olderVersionsTaken: old.length,
          weakCiphersTaken: weak.length,
          taken: modern.join(", "),
          preferred: preferred ?? "none",
          pagesRedirectedToHttps: `${ledWell} of ${led.length}`,
          callsRejectedOverHttp: `${refusedWell} of ${calls.length}`,
        },
        met:
          old.length + weak.length === 0 &&
          modern.length === NEW.length &&
          (preferred ?? "").startsWith("TLSv1.3") &&
          ledWell === led.length &&
          refusedWell === calls.length,
        negativeControl: {
          fault: "a server that accepts TLS 1.0 and old ciphers",
          detected: seen.length >= OLD.length + 1,
        },
        notTried: "a certificate from a public authority: not available in the test environment",
      };
    },
  );
}
