import type { IncomingMessage } from "node:http";
import { open, rm } from "node:fs/promises";
import type { Readable } from "node:stream";

export type Received = { ok: true; bytes: number } | { ok: false; reason: "too-large" | "cut" };

/**
 * Writes a body to a new file, and stops when the body exceeds `limit` bytes; the caller handles the rest of a refused
 * body.
 */
export async function receiveFile(path: string, body: Readable, limit: number): Promise<Received> {
  const file = await open(path, "wx", 0o600);
  let bytes = 0;
  try {
    // Refusing the file must not destroy the connection, because the response still has to be sent over it.
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      if (!(chunk instanceof Uint8Array)) throw new TypeError("An upload is bytes");
      bytes += chunk.length;
      if (bytes > limit) return { ok: false, reason: "too-large" };
      await file.write(chunk);
    }
    return { ok: true, bytes };
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ECONNRESET") return { ok: false, reason: "cut" };
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

/** How much of a refused file we still read, and for how long. */
const DRAIN = { bytes: 2_097_152, ms: 1000 };

/**
 * Reads the rest of a refused upload, so that its sender receives the response. Returns false if the rest is too large
 * or takes too long.
 */
export function drained(request: IncomingMessage): Promise<boolean> {
  if (request.readableEnded) return Promise.resolve(true);
  return new Promise((resolve) => {
    let left = DRAIN.bytes;
    const stop = (isDone: boolean) => {
      clearTimeout(timer);
      request.off("data", count).off("end", end).off("close", end).pause();
      resolve(isDone);
    };
    const end = () => stop(request.complete);
    const count = (chunk: Uint8Array) => {
      left -= chunk.length;
      if (left <= 0) stop(false);
    };
    const timer = setTimeout(() => stop(false), DRAIN.ms);
    request.on("data", count).once("end", end).once("close", end).resume();
  });
}
