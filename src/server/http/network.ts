import { isIPv6 } from "node:net";

/** Some proxies write the visitor's port too. It changes with every connection. */
const WITH_PORT = /^(?:\[([\da-f:.]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/i;
const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** The unit that counts as one visitor: an IPv4 address, or an IPv6 /64, because one customer has 2^64 addresses. */
export function network(given: string): string {
  const [, v6, v4] = WITH_PORT.exec(given) ?? [];
  const address = v6 ?? v4 ?? given;
  const mapped = MAPPED_IPV4.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  const [head = "", tail = ""] = (address.split("%")[0] ?? "").split("::");
  const before = head.split(":").filter(Boolean);
  const after = tail.split(":").filter(Boolean);
  const zeros = address.includes("::") ? Array.from({ length: 8 - before.length - after.length }, () => "0") : [];
  const groups = [...before, ...zeros, ...after].map((group) => group.toLowerCase().replace(/^0+(?=.)/, ""));
  return `${groups.slice(0, 4).join(":")}::/64`;
}

/** The approximate origin of a request: /24 for IPv4, /48 for IPv6. It usually covers many customers. */
export function networkPrefix(address: string): string {
  const one = network(address);
  if (!one.includes(":")) return `${one.split(".").slice(0, 3).join(".")}.0/24`;
  return `${one.split(":").slice(0, 3).join(":")}::/48`;
}

/** Neighbouring addresses: an IPv4 /24, or an IPv6 /56, which many providers assign to one household. */
export function networkBlock(address: string): string {
  const own = network(address);
  if (!own.includes(":")) return `${own.split(".").slice(0, 3).join(".")}.0/24`;
  const [a, b, c, d = "0"] = own.split(":");
  return `${a}:${b}:${c}:${(Number.parseInt(d, 16) >> 8).toString(16)}00::/56`;
}
