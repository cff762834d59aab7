import { mayDecide, PIECE_NAMES } from "../../src/domain/property/samples.ts";
import { ADMIN } from "./latchkey.ts";

/**
 * The host reviews a server's sample content and keeps whatever may be kept, so that search engines may index the
 * pages.
 */
export async function goThroughSamples(url: string): Promise<void> {
  const put = asHost(url);
  for (const piece of PIECE_NAMES) {
    await put("content/samples", { piece, decision: mayDecide(piece, "keep") ? "keep" : "hide" });
  }
}

/** Adds the host's own reviews and links, because a new installation has none to show. */
export async function addOwnReviewsAndLinks(url: string): Promise<void> {
  const put = asHost(url);
  const read = await fetch(`${url}/api/site`);
  const { contact } = (await read.json()) as { contact: object };
  // Another test on this server may have hidden the reviews.
  await put("content/samples", { piece: "testimonials", decision: "show" });
  await put("content/property", {
    testimonials: [
      { name: "Ines", text: "The sea all day.", source: "Guest book", month: "May 2026" },
      { name: "Rui", text: "We slept like stones.", source: "Guest book", month: "June 2026" },
    ],
    contact: {
      ...contact,
      social: {
        facebook: "https://www.facebook.com/kitulhill",
        instagram: "https://www.instagram.com/kitulhill",
        whatsapp: "https://wa.me/94770000142",
      },
    },
  });
}

/** The host's session on each server. A server allows ten sign-ins per network in 15 minutes. */
const sessions = new Map<string, string>();

function asHost(url: string): (path: string, body: unknown) => Promise<void> {
  const put = async (path: string, body: unknown) => {
    const cookie = sessions.get(url) ?? (await signIn(url));
    const headers = { "content-type": "application/json", cookie };
    return fetch(`${url}/api/admin/${path}`, { method: "PUT", headers, body: JSON.stringify(body) });
  };
  return async (path, body) => {
    let answer = await put(path, body);
    // Another test may have ended the session.
    if (answer.status === 401 && sessions.delete(url)) answer = await put(path, body);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  };
}

async function signIn(url: string): Promise<string> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${url}/api/admin/auth/login`, { method: "POST", headers, body: JSON.stringify(ADMIN) });
  if (!answer.ok) throw new Error(`sign-in: ${answer.status} ${await answer.text()}`);
  const cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  sessions.set(url, cookie);
  return cookie;
}
