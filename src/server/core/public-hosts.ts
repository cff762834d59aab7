import { lookup } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

export type Address = { address: string; family: number };

/**
 * How a host name becomes a connection. Connections to mail servers use `PUBLIC_INTERNET` with any port (`MAIL_REACH`).
 * Only tests and the demo's simulated platforms pass other values, through `createApp`.
 */
export type Reach = {
  resolve: (host: string) => Promise<Address[]>;
  isAllowed: (address: string) => boolean;
  secure: boolean;
  port: number;
};

export const PUBLIC_INTERNET: Reach = {
  resolve: (host) => lookup(host, { all: true, verbatim: true }),
  isAllowed: isPublic,
  secure: true,
  port: 443,
};

/**
 * What is wrong with a URL that comes from a person, a browser or a redirect; checked before any request. Empty if
 * nothing is wrong.
 */
export function refusalOf(url: URL): string {
  const host = url.hostname;
  if (url.protocol !== "https:") return "It is not an https address";
  if (url.username !== "" || url.password !== "") return "It contains a user name or password";
  if (url.port !== "") return "It uses an unusual port";
  if (isIP(host.replace(/^\[|\]$/g, "")) !== 0) return "It is a number instead of a name";
  const name = host.replace(/\.$/, "");
  if (!name.includes(".") || /(^|\.)(localhost|local|internal|home\.arpa|lan|intranet|corp|onion)$/i.test(name)) {
    return "It is on a private network";
  }
  return "";
}

/**
 * The IP addresses of a host, all of them public, or the reason why there are none. The connection then uses these
 * addresses (`toPinned`), so a second DNS response changes nothing.
 */
export async function resolvePublic(
  host: string,
  reach: Reach,
): Promise<{ ok: true; addresses: Address[] } | { ok: false; reason: "unknown" | "private" }> {
  const addresses = await reach.resolve(host);
  if (addresses.length === 0) return { ok: false, reason: "unknown" };
  return addresses.every(({ address }) => reach.isAllowed(address))
    ? { ok: true, addresses }
    : { ok: false, reason: "private" };
}

/** Answers every lookup of a name with IP addresses that have already been checked. */
export function toPinned(addresses: readonly Address[]): LookupFunction {
  return (_host, { all }, answer) => {
    if (all) answer(null, [...addresses]);
    else answer(null, addresses[0]?.address ?? "", addresses[0]?.family);
  };
}

/**
 * Whether this is a public address on today's internet. Any other address, however written, may be on a private
 * network.
 */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== "unicast") return false;
  // Only 2000::/3 is allocated; `::a.b.c.d` and similar forms lie outside.
  return parsed.kind() === "ipv4" || ((parsed.toByteArray()[0] ?? 0) & 0xe0) === 0x20;
}
