import { MAX_UPLOAD_BYTES, UPLOAD_URL_MS } from "#domain/media/image-limits.ts";
import { type Bucket, openBucket } from "../core/bucket.ts";
import type { PictureFiles, StagedUploads } from "./ports.ts";

/** Master files are the largest picture files that we store. */
const MAX_BYTES = 4 * MAX_UPLOAD_BYTES;

/** The time limit for one file. A guest may be waiting for it. */
const TIMEOUT_MS = 60_000;

async function bytesOf(response: Response | null, mostBytes: number): Promise<Uint8Array | "too-large" | null> {
  if (!response) return null;
  if (Number(response.headers.get("content-length")) <= mostBytes) return new Uint8Array(await response.arrayBuffer());
  await response.body?.cancel();
  return "too-large";
}

export function createS3Files(place: Bucket, timeoutMs = TIMEOUT_MS): PictureFiles {
  const bucket = openBucket(place, timeoutMs);
  return {
    write: async (name, bytes, contentType) =>
      void (await bucket.write(`pictures/${name}`, new Uint8Array(bytes), contentType)),
    read: async (name) => {
      const file = await bytesOf(await bucket.readIfThere(`pictures/${name}`), MAX_BYTES);
      return file === "too-large" ? null : file;
    },
    remove: async (names) => {
      for (const name of names) await bucket.remove(`pictures/${name}`);
    },
  };
}

/**
 * Uploads go directly from the browser to the storage. The signature covers the type and length that the browser has
 * announced, and requires that the object does not exist, so a second upload cannot replace the first one.
 */
export function createS3Uploads(place: Bucket): StagedUploads {
  const bucket = openBucket(place, TIMEOUT_MS);
  const nameOf = (uploadId: string) => `uploads/${uploadId}`;
  return {
    address: async (uploadId, { type, bytes }) => {
      const headers: Record<string, string> = { "if-none-match": "*", ...(type ? { "content-type": type } : {}) };
      const length: Record<string, string> = bytes === null ? {} : { "content-length": String(bytes) };
      const uploadURL = await bucket.presignPut(nameOf(uploadId), { ...headers, ...length }, UPLOAD_URL_MS);
      return { uploadURL, headers };
    },
    read: async (uploadId) => bytesOf(await bucket.readIfThere(nameOf(uploadId)), MAX_UPLOAD_BYTES),
    remove: (uploadId) => bucket.remove(nameOf(uploadId)),
  };
}
