import { createWriteStream, openAsBlob } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { PICTURE_TYPES } from "#domain/media/picture.ts";
import { type Bucket, isTimeout, openBucket } from "../core/bucket.ts";
import { ArchiveError, type BackupPlace, type PictureFiles } from "./ports.ts";

/** Sending a backup and reading it back have to fit into the hour that a backup may take. */
const TIMEOUT_MS = 25 * 60 * 1000;

function contentOf({ body, url }: Response, bucket: string): Readable {
  if (!body) throw new ArchiveError(`${url} sent an empty response.`);
  return Readable.from(piecesOf(body, bucket));
}

async function* piecesOf(body: NonNullable<Response["body"]>, bucket: string) {
  try {
    yield* body;
  } catch (error) {
    const problem = isTimeout(error) ? "is too slow." : "was lost. Try again.";
    throw new ArchiveError(`The connection to the bucket ${bucket} ${problem}`);
  }
}

/** Backups in a bucket, with names that begin with `prefix`. */
export function bucketPlace(place: Bucket, prefix: string): BackupPlace {
  const objects = openBucket(place, TIMEOUT_MS, ArchiveError);
  const read = async (name: string) => contentOf(await objects.read(prefix + name), place.bucket);
  return {
    label: `the bucket ${place.bucket}${prefix ? `, folder ${prefix.replace(/\/$/, "")}` : ""}`,
    put: async (name, file) =>
      void (await objects.write(prefix + name, await openAsBlob(file), "application/octet-stream")),
    read,
    fetch: async (name, folder) => {
      const file = join(folder, name);
      await pipeline(await read(name), createWriteStream(file, { mode: 0o600 }));
      return file;
    },
    remove: (name) => objects.remove(prefix + name),
    has: (name) => objects.has(prefix + name),
    isOnOwnDisk: async () => true,
  };
}

/** The pictures of an installation that stores them in a bucket, below `pictures/` as in the media module. */
export function bucketPictures(place: Bucket): PictureFiles {
  const objects = openBucket(place, TIMEOUT_MS, ArchiveError);
  return {
    list: () => objects.list("pictures/"),
    read: async (name) => {
      const response = await objects.readIfThere(`pictures/${name}`);
      return response && contentOf(response, place.bucket);
    },
    write: async (name, file) => {
      const type = PICTURE_TYPES[name.split(".").at(-1) ?? ""] ?? "application/octet-stream";
      await objects.write(`pictures/${name}`, await openAsBlob(file), type);
    },
  };
}
