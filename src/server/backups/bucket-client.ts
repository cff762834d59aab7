import { createWriteStream, openAsBlob } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { AwsClient } from "aws4fetch";
import { PICTURE_TYPES } from "#domain/media/picture.ts";
import { ArchiveError, type BackupPlace, type BucketAccess, type PictureFiles } from "./ports.ts";

const TIMEOUT_MS = 15 * 60 * 1000;

/** A bucket on S3 or a compatible service. All names begin with `prefix`. */
function openBucket({ endpoint, region, accessKeyId, secretAccessKey }: BucketAccess, bucket: string, prefix: string) {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: 2 });

  async function ask(
    method: string,
    path: string,
    init: RequestInit = {},
    mayBeMissing = ["DELETE", "HEAD"].includes(method),
  ): Promise<Response> {
    const response = await client
      .fetch(`${endpoint}/${bucket}${path}`, {
        method,
        redirect: "manual",
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...init,
      })
      .catch(() => null);
    if (!response) throw new ArchiveError(`The bucket ${bucket} cannot be reached at ${endpoint}.`);
    if (response.ok || (mayBeMissing && response.status === 404)) return response;
    throw new ArchiveError(refusal(response.status, bucket));
  }

  function contentOf({ body }: Response): Readable {
    if (!body) throw new ArchiveError(`The bucket ${bucket} sent an empty response.`);
    return Readable.from(body);
  }

  return {
    read: async (name: string): Promise<Readable> => contentOf(await ask("GET", `/${prefix}${name}`)),
    /** Null if the object does not exist. */
    readIfThere: async (name: string): Promise<Readable | null> => {
      const response = await ask("GET", `/${prefix}${name}`, {}, true);
      if (response.ok) return contentOf(response);
      await response.body?.cancel();
      return null;
    },
    // A Blob has a known length, which S3 requires.
    write: async (name: string, file: string, type = "application/octet-stream") => {
      await ask("PUT", `/${prefix}${name}`, { body: await openAsBlob(file), headers: { "content-type": type } });
    },
    remove: async (name: string) => void (await ask("DELETE", `/${prefix}${name}`)),
    has: async (name: string) => (await ask("HEAD", `/${prefix}${name}`)).ok,
    /** All objects below the prefix, in order, up to a thousand per request (ListObjectsV2). */
    list: async (): Promise<{ name: string; bytes: number }[]> => {
      const found: { name: string; bytes: number }[] = [];
      for (let after = ""; ;) {
        const query = new URLSearchParams({ "list-type": "2", prefix, ...(after ? { "start-after": after } : {}) });
        const page = objectsIn(await (await ask("GET", `?${query.toString()}`)).text());
        found.push(...page.map(({ key, bytes }) => ({ name: key.slice(prefix.length), bytes })));
        const last = page.at(-1);
        if (!last) return found;
        after = last.key;
      }
    },
  };
}

/** The response is XML with a fixed structure; our own names need no escaping. */
function objectsIn(xml: string): { key: string; bytes: number }[] {
  return [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, object = ""]) => ({
    key: /<Key>([^<]*)<\/Key>/.exec(object)?.[1] ?? "",
    bytes: Number(/<Size>(\d+)<\/Size>/.exec(object)?.[1] ?? 0),
  }));
}

/** Backups in a bucket. */
export function bucketPlace(access: BucketAccess, bucket: string, prefix: string): BackupPlace {
  const objects = openBucket(access, bucket, prefix);
  return {
    label: `the bucket ${bucket}${prefix ? `, folder ${prefix.replace(/\/$/, "")}` : ""}`,
    put: (name, file) => objects.write(name, file),
    read: objects.read,
    fetch: async (name, folder) => {
      const file = join(folder, name);
      await pipeline(await objects.read(name), createWriteStream(file, { mode: 0o600 }));
      return file;
    },
    remove: objects.remove,
    has: objects.has,
    isOnOwnDisk: async () => true,
  };
}

/** The pictures of an installation that stores them in a bucket, below `pictures/` as in the media module. */
export function bucketPictures(access: BucketAccess, bucket: string): PictureFiles {
  const objects = openBucket(access, bucket, "pictures/");
  return {
    list: objects.list,
    read: objects.readIfThere,
    write: (name, file) => objects.write(name, file, PICTURE_TYPES[name.split(".").at(-1) ?? ""]),
  };
}

function refusal(status: number, bucket: string): string {
  if (status === 403)
    return `The bucket ${bucket} rejects the key. Check S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and the key's permissions.`;
  if (status === 404) return `The bucket ${bucket}, or this file in it, does not exist.`;
  return `The bucket ${bucket} returned status ${status}.`;
}
