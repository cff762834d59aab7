import type { Readable } from "node:stream";

export type ReadBody = { ok: true; bytes: Buffer } | { ok: false; reason: "too-large" | "cut"; bytes: Buffer };

/**
 * Reads a body into memory, up to `limit` bytes. The rest of a larger body is read and discarded, up to `dropped`
 * bytes, because a browser that is still sending does not read the response.
 */
export async function readBody(body: Readable, limit: number, dropped = 0): Promise<ReadBody> {
  const chunks: Uint8Array[] = [];
  let [kept, all] = [0, 0];
  try {
    // The response still has to be sent over this connection.
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      if (!(chunk instanceof Uint8Array)) throw new TypeError("A body is bytes");
      all += chunk.length;
      if (all <= limit) {
        chunks.push(chunk);
        kept = all;
      } else if (all > limit + dropped) break;
    }
  } catch (error) {
    const isCut = error instanceof Error && "code" in error && error.code === "ECONNRESET";
    if (!isCut) throw error;
    return { ok: false, reason: "cut", bytes: Buffer.concat(chunks, kept) };
  }
  const bytes = Buffer.concat(chunks, kept);
  return all > limit ? { ok: false, reason: "too-large", bytes } : { ok: true, bytes };
}
