/** The site for which passkeys are made. `id` is the host name to which a passkey is bound (WebAuthn, "RP ID"). */
export type RelyingParty = { id: string; origin: string };
export type PasskeySite = { ok: true; party: RelyingParty } | { ok: false; reason: string };

const IP_ADDRESS = /^\[|^\d{1,3}(?:\.\d{1,3}){3}$/;

/** Browsers create passkeys for a domain name over https, and for `localhost`. */
export function passkeySite(siteUrl: string): PasskeySite {
  const url = new URL(siteUrl);
  const isLocal = url.hostname === "localhost" || url.hostname.endsWith(".localhost");
  if (IP_ADDRESS.test(url.hostname)) {
    return {
      ok: false,
      reason: "Passkeys need a domain name, but this site's address is an IP address (see PUBLIC_URL).",
    };
  }
  if (url.protocol !== "https:" && !isLocal) {
    return { ok: false, reason: "Passkeys need https, but this site's address begins with http (see PUBLIC_URL)." };
  }
  return { ok: true, party: { id: url.hostname, origin: url.origin } };
}
