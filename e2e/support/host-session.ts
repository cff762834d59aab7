import { ADMIN } from "./latchkey.ts";

/** By the server's URL. */
const sessions = new Map<string, string>();

/**
 * A `cookie` header. A worker's journeys share a session while it is valid: hashing a password takes much CPU time, and
 * a server allows ten sign-ins per network in 15 minutes.
 */
export async function hostSession(url: string): Promise<string> {
  const known = sessions.get(url);
  if (known && (await fetch(`${url}/api/admin/auth/user`, { headers: { cookie: known } })).ok) return known;
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${url}/api/admin/auth/login`, { method: "POST", headers, body: JSON.stringify(ADMIN) });
  if (!response.ok) throw new Error(`sign-in: ${response.status} ${await response.text()}`);
  const cookie = response.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  sessions.set(url, cookie);
  return cookie;
}
