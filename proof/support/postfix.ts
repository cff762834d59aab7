import { spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { debianInstall } from "../../scripts/debian.mjs";

export type Postfix = {
  url: string;
  start: () => void;
  stop: () => void;
  /** Byte for byte (latin1). */
  emails: (address: string) => string[];
  remove: () => void;
};

const PORT = 14_625;

/** Installs Postfix if necessary. If that is not possible, the process exits with a message. */
export function needPostfix(access: Record<string, string>): Postfix {
  const postfix = setUpPostfix(access) ?? (debianInstall("postfix") ? setUpPostfix(access) : null);
  if (postfix) return postfix;
  console.log("SKIPPED: this proof needs root and Postfix (apt-get install postfix).");
  process.exit(0);
}

/** In a temporary folder, with all mail in one file. Null without Postfix or without root. */
function setUpPostfix(access: Record<string, string>): Postfix | null {
  const program = ["/usr/sbin/postfix", "/usr/local/sbin/postfix"].find((path) => existsSync(path));
  if (!program || process.getuid?.() !== 0) return null;
  const folder = mkdtempSync(join(tmpdir(), "latchkey-postfix-"));
  const [config, queue, data, mail] = ["etc", "queue", "data", "mail"].map((name) => join(folder, name));
  if (!config || !queue || !data || !mail) return null;
  for (const path of [config, queue, data, mail]) mkdirSync(path);
  spawnSync("chmod", ["755", folder]);
  const id = (flag: string, name: string) => Number(spawnSync("id", [flag, name], { encoding: "utf8" }).stdout);
  const uid = id("-u", "nobody");
  const gid = id("-g", "nobody");
  chownSync(mail, uid, gid);
  chownSync(data, id("-u", "postfix"), id("-g", "postfix"));
  const rows = Object.entries(access).map(([address, verdict]) => `${address} ${verdict}`);
  writeFileSync(join(config, "access"), `${rows.join("\n")}\n`);
  const settings = [
    "compatibility_level = 3.6",
    `queue_directory = ${queue}`,
    `data_directory = ${data}`,
    "inet_interfaces = 127.0.0.1",
    "inet_protocols = ipv4",
    "mynetworks = 127.0.0.0/8",
    "myhostname = mail.cottage.example",
    "mydestination =",
    "virtual_mailbox_domains = static:all",
    `virtual_mailbox_base = ${mail}`,
    "virtual_mailbox_maps = static:all",
    "virtual_minimum_uid = 1",
    `virtual_uid_maps = static:${uid}`,
    `virtual_gid_maps = static:${gid}`,
    `smtpd_recipient_restrictions = check_recipient_access texthash:${join(config, "access")}, permit_mynetworks, reject`,
    "smtpd_relay_restrictions = permit_mynetworks, reject",
    "smtpd_error_sleep_time = 0",
    "smtpd_client_connection_count_limit = 100",
    "smtpd_tls_security_level = none",
    `maillog_file = ${join(folder, "log")}`,
    `maillog_file_prefixes = ${folder}`,
  ];
  writeFileSync(join(config, "main.cf"), `${settings.join("\n")}\n`);
  const original = readFileSync("/etc/postfix/master.cf", "utf8");
  // No chroot, because everything is in a temporary folder.
  const services = original
    .replace(/^smtp\s+inet.*$/m, `127.0.0.1:${PORT} inet n - n - - smtpd`)
    .replace(/^(\w+\s+(?:unix|unix-dgram|inet|fifo|pass)\s+\S+\s+\S+\s+)y/gm, "$1n");
  writeFileSync(
    join(config, "master.cf"),
    services.includes("postlog") ? services : `${services}\npostlog unix-dgram n - n - 1 postlogd\n`,
  );
  // Even if the proof crashes, so that the next proof does not use this instance.
  process.once("exit", () => void (existsSync(config) && run("stop")));
  const run = (...args: string[]) => spawnSync(program, ["-c", config, ...args], { encoding: "utf8" });
  return {
    url: `smtp://127.0.0.1:${PORT}?ignoreTLS=true`,
    start: () => {
      const { status, stderr } = run("start");
      if (status !== 0) throw new Error(`Postfix did not start: ${stderr}`);
    },
    stop: () => void run("stop"),
    emails: (address) => {
      const all = join(mail, "all");
      const emails = existsSync(all) ? readFileSync(all, "latin1").split(/^From \S+ .*$/m) : [];
      // Postfix adds this header when it delivers.
      const theirs = emails.filter((message) => new RegExp(`^Delivered-To: ${address}$`, "m").test(message));
      return theirs.map((message) => message.replace(/^\r?\n/, "").replace(/^>(>*From )/gm, "$1"));
    },
    remove: () => {
      run("stop");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
