import type { Platform } from "./channel.ts";

/** A calendar's address as it is stored: https, and everything behind the host byte for byte (S-02). */
export type CleanLink = { ok: true; url: string; host: string } | { ok: false; message: string };

const WHOLE = /^https:\/\/([^/?#\\@]+)(\/[^#]*|\?[^#]*)?(?:#.*)?$/i;

/** Cleans what a person has pasted, or says what is wrong with it. */
export function cleanLink(pasted: string): CleanLink {
  const trimmed = pasted.trim().replace(/^<(.*)>$/, "$1");
  if ((trimmed.match(/(https?|webcals?):\/\//gi) ?? []).length > 1 || /\s/.test(trimmed)) {
    return refuse("Paste one link only; this field holds more than one.");
  }
  const url = trimmed.replace(/^(webcals?|http):\/\//i, "https://");
  if (/^https:\/\/[^/?#]*@/i.test(url)) {
    return refuse("This link holds a user name or a password, and such links are not read. Ask for one without.");
  }
  const found = WHOLE.exec(url);
  if (!found) {
    return refuse(
      /^https:\/\//i.test(url)
        ? "This link cannot be read. Copy it again from the platform."
        : "Paste the whole link; it begins with https://",
    );
  }
  const [, given = "", rest = "/"] = found;
  const [, host = "", port = ""] = /^(.*?)(?::(\d*))?$/.exec(given) ?? [];
  // The usual ports of http and https say nothing; http itself has become https above.
  if (port !== "" && port !== "443" && port !== "80") {
    return refuse(
      `This link names port ${port}. Latchkey reads calendars on the usual port of https (443) only. Ask for a link without a port.`,
    );
  }
  if (/^\[|^[\d.]+$/.test(host))
    return refuse(
      "This link has a number in place of a host name, and such addresses are not read. Ask for a link with a name.",
    );
  if (!/^[\x21-\x7e]+$/.test(rest))
    return refuse("This link has characters that no link has. Copy it again from the platform.");
  return {
    ok: true,
    url: `https://${host.toLowerCase()}${rest.startsWith("?") ? "/" : ""}${rest}`,
    host: host.toLowerCase(),
  };
}

function refuse(message: string): CleanLink {
  return { ok: false, message };
}

/** What may be shown and logged of a link: long words and everything behind the question mark open the calendar. */
export function maskedLink(url: string): string {
  const [, host = "", path = ""] = /^https:\/\/([^/?]+)([^?]*)/.exec(url) ?? [];
  const hidden = path.replace(/[^/.]{16,}/g, "••••");
  return `${host}${hidden}${url.includes("?") ? "?••••" : ""}`;
}

const HOSTS: Record<Exclude<Platform, "other">, RegExp> = {
  airbnb: /(^|\.)airbnb\.[a-z.]+$/,
  "booking.com": /(^|\.)booking\.com$/,
  vrbo: /(^|\.)(vrbo|homeaway|abritel|fewo-direkt|stayz|bookabach)\.[a-z.]+$/,
  agoda: /(^|\.)agoda\.com$/,
};

/** Whose host it is; null when it is nobody's that we know. */
export function platformOfHost(host: string): Platform | null {
  for (const [platform, like] of entriesOf(HOSTS)) if (like.test(host)) return platform;
  return null;
}

function entriesOf<K extends string, V>(record: Record<K, V>): [K, V][] {
  return Object.entries(record) as [K, V][]; // the record's own type names its keys
}

/** The listing whose calendar it is, where the address tells: Airbnb's number. Empty otherwise. */
export function listingOf(url: string): string {
  return /\/ical\/(\d+)\.ics/.exec(url)?.[1] ?? "";
}

/** S-01: a calendar of our own, by any name of this host; the token is 128 bits or more. */
export function looksLikeOurs(url: string, ownHost: string | null): boolean {
  const [, host = "", path = ""] = /^https:\/\/([^/?:]+)[^/?]*([^?]*)/.exec(url) ?? [];
  return host === ownHost || /^\/calendar\/[A-Za-z0-9_-]{22,}\/[^/]+\.ics$/.test(path);
}
