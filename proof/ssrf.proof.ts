/**
 * S24: hostile links, in every way in which a host can make the product fetch a calendar, in a network namespace whose
 * kernel counts each packet to a non-public address. Needs root, `ip netns` and `nft`.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { debianInstall } from "../scripts/debian.mjs";
import { prove } from "./support/proof.ts";

const NETWORK = `latchkey-${process.pid}`;
const FILES = `/etc/netns/${NETWORK}`;
/** Inside the namespace, these addresses serve the redirects. */
const PUBLIC = ["93.184.216.34", "2606:2800:220:1::1"];
const NOT_PUBLIC = {
  ip: "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3",
  ip6: "::/8 64:ff9b::/96 100::/64 2001::/32 2001:db8::/32 2002::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8",
};

function run(command: string, args: string[], input = ""): string {
  const done = spawnSync(command, args, { input, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  if (done.status !== 0) throw new Error(`${command} ${args.join(" ")} exited with ${done.status}: ${done.stderr}`);
  return done.stdout;
}
const inside = (...command: string[]) => run("ip", ["netns", "exec", NETWORK, ...command]);

function setUp(): void {
  rmSync(FILES, { recursive: true, force: true });
  mkdirSync(FILES, { recursive: true });
  // The name server has a public address, so DNS queries are not counted as packets to private addresses.
  writeFileSync(join(FILES, "resolv.conf"), `nameserver ${PUBLIC[0]}\n`);
  writeFileSync(join(FILES, "hosts"), "");
  run("ip", ["netns", "add", NETWORK]);
  inside("ip", "link", "set", "lo", "up");
  for (const address of PUBLIC) inside("ip", "addr", "add", address, "dev", "lo");
  // With a default route, packets to any other address are counted instead of failing.
  inside("ip", "link", "add", "out", "type", "veth", "peer", "name", "nowhere");
  inside("ip", "link", "set", "nowhere", "up");
  inside("ip", "link", "set", "out", "up");
  inside("ip", "route", "add", "default", "dev", "out");
  inside("ip", "-6", "route", "add", "default", "dev", "out");
  const set = (list: string) => list.split(" ").join(", ");
  const rules = `table inet watch {
    counter hidden4 {}
    counter hidden6 {}
    counter open {}
    chain out {
      type filter hook output priority 0;
      meta l4proto ipv6-icmp accept
      meta l4proto igmp accept
      ip daddr { ${set(NOT_PUBLIC.ip)} } counter name hidden4 accept
      ip6 daddr { ${PUBLIC[1]} } counter name open accept
      ip6 daddr { ${set(NOT_PUBLIC.ip6)} } counter name hidden6 accept
      counter name open
    }
  }`;
  run("ip", ["netns", "exec", NETWORK, "nft", "-f", "-"], rules);
}

function packets(): { hidden: number; open: number } {
  const listed: { nftables: { counter?: { name: string; packets: number } }[] } = JSON.parse(
    inside("nft", "-j", "list", "counters"),
  );
  const of = (name: string) => listed.nftables.find(({ counter }) => counter?.name === name)?.counter?.packets ?? 0;
  return { hidden: of("hidden4") + of("hidden6"), open: of("open") };
}

/** The last line of the output contains the attack's own counts. */
function attack(how: "product" | "naive"): Record<string, number> {
  const done = spawnSync("ip", ["netns", "exec", NETWORK, process.execPath, "proof/support/hostile-calls.ts", how], {
    encoding: "utf8",
    env: { ...process.env, HOSTS_FILE: "/etc/hosts", NODE_EXTRA_CA_CERTS: join(FILES, "ca.pem"), PEM_FOLDER: FILES },
  });
  if (done.status !== 0) throw new Error(`The attack exited with ${done.status}: ${done.stdout}${done.stderr}`);
  return JSON.parse(done.stdout.trim().split("\n").at(-1) ?? "{}");
}

const missing = Object.entries({ iproute2: "ip", nftables: "nft" }).filter(
  ([name, command]) => spawnSync(command, ["-V"]).error && !debianInstall(name),
);
if (missing.length > 0 || process.getuid?.() !== 0) {
  console.log(`SKIPPED S24: it needs root, and ${missing.map(([name]) => name).join(" and ") || "Linux"}`);
} else {
  await prove(
    { id: "S24", what: "Hostile links (SSRF)", aim: "0 packets to addresses that are not public" },
    "network namespace",
    async () => {
      setUp();
      try {
        const subject = "/CN=public.example.com";
        const names = "subjectAltName=DNS:public.example.com";
        const key = ["-nodes", "-keyout", join(FILES, "key.pem"), "-out", join(FILES, "ca.pem")];
        run("openssl", [
          "req",
          "-x509",
          "-newkey",
          "rsa:2048",
          "-days",
          "1",
          "-subj",
          subject,
          "-addext",
          names,
          ...key,
        ]);
        const begun = packets();
        const done = attack("product");
        const after = packets();
        const naive = attack("naive");
        const control = packets();
        const hidden = after.hidden - begun.hidden;
        return {
          figures: {
            ...done,
            "packets to private addresses": hidden,
            "packets to public addresses": after.open - begun.open,
          },
          met: hidden === 0 && (done["links"] ?? 0) >= 40 && done["answered"] === 0 && after.open > begun.open,
          negativeControl: {
            fault: `a plain fetch of the same ${naive["links"]} links: ${control.hidden - after.hidden} packets`,
            detected: control.hidden > after.hidden,
          },
        };
      } finally {
        spawnSync("ip", ["netns", "del", NETWORK]);
        rmSync(FILES, { recursive: true, force: true });
      }
    },
  );
}
