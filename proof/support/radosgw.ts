import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type Storage = {
  place: { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string };
  stop: () => void;
};

const PORTS = { monitor: 41_101, older: 41_102, gateway: 41_103 };
const KEYS = { accessKeyId: "LATCHKEYPROOF", secretAccessKey: "a-secret-of-this-run-only" };

/** Whether the Debian packages radosgw, ceph-mon, ceph-osd and ceph-common are installed. */
export function hasRadosgw(): boolean {
  return ["radosgw", "ceph-mon", "ceph-osd", "ceph-authtool"].every((name) => spawnSync("which", [name]).status === 0);
}

/** With one monitor and one in-memory store. Checks signatures strictly. */
export async function startRadosgw(): Promise<Storage> {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-rgw-"));
  const config = join(folder, "ceph.conf");
  writeFileSync(config, settings(folder));
  for (const name of ["mon", "osd", "rgw"]) mkdirSync(join(folder, name));
  const children: ChildProcess[] = [];
  const run = (command: string, ...args: string[]) => {
    const result = spawnSync(command, args, { env: { ...process.env, CEPH_CONF: config }, timeout: 60_000 });
    if (result.status !== 0) throw new Error(`${command} ${args[0]}: ${result.stderr.toString()}`);
  };
  const start = (command: string, ...args: string[]) =>
    children.push(spawn(command, [...args, "-f"], { env: { ...process.env, CEPH_CONF: config }, stdio: "ignore" }));
  const stop = () => {
    for (const child of children) child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const keyring = join(folder, "keyring");
    const all = ["--cap", "mon", "allow *", "--cap", "osd", "allow *"];
    run("ceph-authtool", keyring, "--create-keyring", "--gen-key", "-n", "mon.", "--cap", "mon", "allow *");
    run("ceph-authtool", keyring, "--gen-key", "-n", "client.admin", ...all);
    const store = ["--cap", "mon", "allow profile osd", "--cap", "osd", "allow *"];
    run("ceph-authtool", keyring, "--gen-key", "-n", "osd.0", ...store);
    run("ceph-mon", "--mkfs", "-i", "a", "--keyring", keyring);
    start("ceph-mon", "-i", "a");
    const id = crypto.randomUUID();
    run("ceph", "osd", "new", id);
    run("ceph-osd", "-i", "0", "--mkfs", "--osd-uuid", id);
    start("ceph-osd", "-i", "0");
    run("ceph", "osd", "crush", "add", "osd.0", "1", "root=default", "host=here");
    const keys = [`--access-key=${KEYS.accessKeyId}`, `--secret=${KEYS.secretAccessKey}`];
    run("radosgw-admin", "user", "create", "--uid=latchkey", "--display-name=latchkey", ...keys);
    start("radosgw", "-n", "client.admin");
    const endpoint = `http://127.0.0.1:${PORTS.gateway}`;
    await answers(endpoint);
    return { place: { endpoint, bucket: "latchkey", region: "us-east-1", ...KEYS }, stop };
  } catch (error) {
    stop();
    throw error;
  }
}

async function answers(url: string): Promise<void> {
  for (let tries = 0; tries < 120; tries++) {
    if (await fetch(url).catch(() => null)) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error("radosgw does not respond");
}

function settings(folder: string): string {
  return `[global]
fsid = ${crypto.randomUUID()}
mon initial members = a
mon host = [v2:127.0.0.1:${PORTS.monitor},v1:127.0.0.1:${PORTS.older}]
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 4
osd pool default pg autoscale mode = off
mon allow pool size one = true
osd crush chooseleaf type = 0
osd objectstore = memstore
memstore device bytes = 536870912
osd class load list = *
osd class default list = *
mon data avail crit = 1
mon data avail warn = 1
run dir = ${folder}
admin socket = ${folder}/$name.asok
log file = ${folder}/$name.log
pid file = ${folder}/$name.pid
mon data = ${folder}/mon
osd data = ${folder}/osd
rgw data = ${folder}/rgw
keyring = ${folder}/keyring
rgw frontends = beast endpoint=127.0.0.1:${PORTS.gateway}
`;
}
