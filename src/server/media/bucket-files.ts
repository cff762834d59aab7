import type { AwsClient } from "aws4fetch";
import { MAX_UPLOAD_BYTES, UPLOAD_URL_MS } from "#domain/media/image-limits.ts";
import type { PictureFiles, StagedUploads } from "./ports.ts";

export type S3Place = {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** Master files are the largest files that we store. */
const MAX_BYTES = 4 * MAX_UPLOAD_BYTES;

/**
 * The time limit for one file, including retries: a storage service that accepts a connection and never responds must
 * not keep a guest waiting.
 */
const TIMEOUT_MS = 60_000;

/** The objects in one bucket, addressed by path-style URLs. Every S3-compatible service supports them. */
function createBucket(place: S3Place, timeoutMs = TIMEOUT_MS) {
  const base = `${place.endpoint.replace(/(?<!\/)\/+$/, "")}/${place.bucket}/`;
  const { accessKeyId, secretAccessKey, region } = place;
  const keys = { accessKeyId, secretAccessKey, region, service: "s3" };
  let client: Promise<AwsClient> | null = null;
  // Loaded on demand, because only installations with S3 need this library.
  const signed = async (name: string, init: RequestInit = {}): Promise<Response> => {
    client ??= import("aws4fetch").then((library) => new library.AwsClient({ ...keys, retries: 2 }));
    const signal = AbortSignal.timeout(timeoutMs);
    return (await client).fetch(base + name, { ...init, signal, redirect: "manual" });
  };
  return {
    read: async (name: string, mostBytes: number): Promise<Uint8Array | "too-large" | null> => {
      const response = await signed(name);
      const length = Number(response.headers.get("content-length"));
      if (response.status === 404 || (response.ok && length > mostBytes)) {
        await response.body?.cancel();
        return response.ok ? "too-large" : null;
      }
      await expectOk(response, "read");
      return new Uint8Array(await response.arrayBuffer());
    },
    write: async (name: string, bytes: Uint8Array, contentType: string) => {
      const response = await signed(name, {
        method: "PUT",
        headers: { "content-type": contentType },
        body: new Uint8Array(bytes),
      });
      await expectOk(response, "written");
    },
    remove: async (name: string) => {
      const response = await signed(name, { method: "DELETE" });
      if (response.status !== 404) await expectOk(response, "removed");
    },
    presignPut: async (name: string, headers: Record<string, string>): Promise<string> => {
      const { AwsV4Signer } = await import("aws4fetch");
      const url = `${base}${name}?X-Amz-Expires=${UPLOAD_URL_MS / 1000}`;
      const signer = new AwsV4Signer({ method: "PUT", url, headers, ...keys, signQuery: true, allHeaders: true });
      return (await signer.sign()).url.href;
    },
  };
}

/** An error body may contain keys, so only the status is reported. */
async function expectOk(response: Response, done: string): Promise<void> {
  if (response.ok) return;
  await response.body?.cancel();
  throw new Error(`A file in the S3 storage could not be ${done}: status ${response.status}`);
}

export function createS3Files(place: S3Place, timeoutMs?: number): PictureFiles {
  const bucket = createBucket(place, timeoutMs);
  return {
    write: (name, bytes, contentType) => bucket.write(`pictures/${name}`, bytes, contentType),
    read: async (name) => {
      const file = await bucket.read(`pictures/${name}`, MAX_BYTES);
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
export function createS3Uploads(place: S3Place): StagedUploads {
  const bucket = createBucket(place);
  const nameOf = (uploadId: string) => `uploads/${uploadId}`;
  return {
    address: async (uploadId, { type, bytes }) => {
      const headers: Record<string, string> = { "if-none-match": "*", ...(type ? { "content-type": type } : {}) };
      const length: Record<string, string> = bytes === null ? {} : { "content-length": String(bytes) };
      return { uploadURL: await bucket.presignPut(nameOf(uploadId), { ...headers, ...length }), headers };
    },
    read: (uploadId) => bucket.read(nameOf(uploadId), MAX_UPLOAD_BYTES),
    remove: (uploadId) => bucket.remove(nameOf(uploadId)),
  };
}
