import type { Platform } from "./channel.ts";

/** A calendar's URL as stored: https, without a port, and with the path and the query unchanged (S-02). */
export type CleanLink = { ok: true; url: string; host: string } | { ok: false; message: string };

const WHOLE = /^https:\/\/([^/?#\\@]+)(\/[^#]*|\?[^#]*)?(?:#.*)?$/i;

/** Normalises a pasted link, or says what is wrong with it. */
export function cleanLink(pasted: string): CleanLink {
  const trimmed = pasted.trim().replace(/^<(.*)>$/, "$1");
  if ((trimmed.match(/(https?|webcals?):\/\//gi) ?? []).length > 1) {
    return refuse("Paste one link only; this field contains more than one.");
  }
  const url = trimmed.replace(/^(webcals?|http):\/\//i, "https://");
  if (/^https:\/\/[^/?#]*@/i.test(url)) {
    return refuse(
      "This link contains a user name or a password, and we don't read such links. Ask for one without them.",
    );
  }
  const found = /\s/.test(url) ? null : WHOLE.exec(url);
  if (!found) {
    return refuse(
      /^https:\/\//i.test(url)
        ? "We can't read this link. Copy it again from the platform."
        : "Paste the whole link; it begins with https://",
    );
  }
  const [, given = "", rest = "/"] = found;
  const [, host = "", port = ""] = /^(.*?)(?::(\d*))?$/.exec(given) ?? [];
  // Default ports are dropped; http has already been changed to https above.
  if (port !== "" && port !== "443" && port !== "80") {
    return refuse(
      `This link uses port ${port}. Latchkey reads calendars on the standard https port (443) only. Ask for a link without a port.`,
    );
  }
  if (/^\[|^[\d.]+$/.test(host))
    return refuse(
      "This link has an IP address instead of a host name, and we don't read such links. Ask for a link with a host name.",
    );
  if (!/^[\x21-\x7e]+$/.test(rest))
    return refuse("This link contains characters that are not allowed in links. Copy it again from the platform.");
  return {
    ok: true,
    url: `https://${host.toLowerCase()}${rest.startsWith("?") ? "/" : ""}${rest}`,
    host: host.toLowerCase(),
  };
}

function refuse(message: string): CleanLink {
  return { ok: false, message };
}

/**
 * A link that is safe to show and log: long words in the path, and the whole query string, are masked, because they may
 * be secrets that give access to the calendar.
 */
export function maskedLink(url: string): string {
  const [, host = "", path = ""] = /^https:\/\/([^/?]+)([^?]*)/.exec(url) ?? [];
  const hidden = path.replace(/[^/.]{16,}/g, "••••");
  return `${host}${hidden}${url.includes("?") ? "?••••" : ""}`;
}

const HOSTS: Record<Exclude<Platform, "other">, RegExp> = {
  airbnb: /(^|\.)airbnb\.(com|[a-z]{2}|com?\.[a-z]{2})$/,
  "booking.com": /(^|\.)booking\.com$/,
  vrbo: /(^|\.)(vrbo|homeaway|abritel|fewo-direkt|stayz|bookabach)\.(com|[a-z]{2}|com?\.[a-z]{2})$/,
  agoda: /(^|\.)agoda\.com$/,
};

/** The platform that owns the host name; null when unknown. */
export function platformOfHost(host: string): Platform | null {
  for (const [platform, like] of entriesOf(HOSTS)) if (like.test(host)) return platform;
  return null;
}

function entriesOf<K extends string, V>(record: Record<K, V>): [K, V][] {
  return Object.entries(record) as [K, V][]; // the keys are those of the record's type
}

/** The listing id in the URL (Airbnb's number); empty if there is none. */
export function listingOf(url: string): string {
  return /\/ical\/(\d+)\.ics/.exec(url)?.[1] ?? "";
}

/** S-01: what identifies a calendar. Airbnb serves a listing's calendar on all of its country domains. */
export function calendarKey(url: string): string {
  const [, host = ""] = /^https:\/\/([^/?:]+)/.exec(url) ?? [];
  const listing = listingOf(url);
  return listing && platformOfHost(host) === "airbnb" ? `airbnb ${listing}` : url;
}

/**
 * S-01: whether the link leads to one of our own calendars: it has our own host name, or a path like ours, because this
 * server may have other host names.
 */
export function looksLikeOurs(url: string, ownHost: string | null): boolean {
  const [, host = "", path = ""] = /^https:\/\/([^/?:]+)[^/?]*([^?]*)/.exec(url) ?? [];
  return host === ownHost || /^\/calendar\/[A-Za-z0-9_-]{22,}\/[^/]+\.ics$/.test(path);
}
