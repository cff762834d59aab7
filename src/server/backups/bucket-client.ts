import { createWriteStream, openAsBlob } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { AwsClient } from "aws4fetch";
import { ArchiveError, type BackupPlace, type BucketAccess } from "./ports.ts";

const TIMEOUT_MS = 15 * 60 * 1000;

/** Backups in a bucket of S3 or of anything that speaks like it. */
export function bucketPlace(access: BucketAccess, bucket: string, prefix: string): BackupPlace {
  const { endpoint, region, accessKeyId, secretAccessKey } = access;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: 2 });
  const urlOf = (name: string) => `${endpoint}/${bucket}/${prefix}${name}`;

  async function ask(method: string, name: string, body?: Blob): Promise<Response> {
    const answer = await client
      .fetch(urlOf(name), { method, signal: AbortSignal.timeout(TIMEOUT_MS), ...(body ? { body } : {}) })
      .catch(() => null);
    if (!answer) throw new ArchiveError(`The bucket ${bucket} cannot be reached at ${endpoint}.`);
    if (answer.ok || (method === "DELETE" && answer.status === 404)) return answer;
    throw new ArchiveError(refusal(answer.status, bucket));
  }

  async function read(name: string): Promise<Readable> {
    const { body } = await ask("GET", name);
    if (!body) throw new ArchiveError(`The bucket ${bucket} answered nothing.`);
    return Readable.from(body);
  }

  return {
    label: `the bucket ${bucket}${prefix ? `, folder ${prefix.replace(/\/$/, "")}` : ""}`,
    // As a Blob, so that the length is said first: S3 takes no bodies of unknown length.
    put: async (name, file) => void (await ask("PUT", name, await openAsBlob(file))),
    read,
    fetch: async (name, folder) => {
      const file = join(folder, name);
      await pipeline(await read(name), createWriteStream(file, { mode: 0o600 }));
      return file;
    },
    remove: async (name) => void (await ask("DELETE", name)),
  };
}

function refusal(status: number, bucket: string): string {
  if (status === 403)
    return `The bucket ${bucket} refuses the key. Check S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and its rights.`;
  if (status === 404) return `The bucket ${bucket}, or this file in it, does not exist.`;
  return `The bucket ${bucket} answered ${status}.`;
}
