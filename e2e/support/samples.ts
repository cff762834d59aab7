import { mayDecide, PIECE_NAMES } from "../../src/domain/property/samples.ts";
import { hostSession } from "./host-session.ts";

/** Keeps the sample content that may be kept and hides the rest, so that search engines may index the pages. */
export async function goThroughSamples(url: string): Promise<void> {
  const put = await asHost(url);
  for (const piece of PIECE_NAMES) {
    await put("content/samples", { piece, decision: mayDecide(piece, "keep") ? "keep" : "hide" });
  }
}

/** A new installation has none to show. */
export async function addOwnReviewsAndLinks(url: string): Promise<void> {
  const put = await asHost(url);
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

async function asHost(url: string): Promise<(path: string, body: unknown) => Promise<void>> {
  const cookie = await hostSession(url);
  return async (path, body) => {
    const headers = { "content-type": "application/json", cookie };
    const response = await fetch(`${url}/api/admin/${path}`, { method: "PUT", headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  };
}
