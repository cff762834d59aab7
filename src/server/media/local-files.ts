import { mkdir, open, readFile, rename, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { type Received, receiveFile } from "../http/receive-file.ts";
import { randomId } from "../runtime/ids.ts";
import type { PictureFiles, StagedUploads } from "./ports.ts";

export function createLocalFiles(dataDir: string): PictureFiles {
  const place = (name: string) => join(dataDir, "pictures", name);
  return {
    // The file is written under a temporary name and then moved, so readers find a complete file or none.
    write: async (name, bytes) => {
      const path = place(name);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const beside = `${path}.${randomId()}`;
      await writeDurably(beside, bytes);
      await rename(beside, path);
    },
    read: (name) => readIfThere(place(name)),
    remove: async (names) => {
      for (const name of names) await rm(place(name), { force: true });
      for (const folder of new Set(names.map((name) => dirname(place(name))))) await rmdir(folder).catch(() => {});
    },
  };
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function readIfThere(path: string): Promise<Uint8Array | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR")) return null;
    throw error;
  }
}

export type LocalUploads = Omit<StagedUploads, "read"> & {
  read: (uploadId: string) => Promise<Uint8Array | null>;
  /** Stores an upload and stops at the first byte beyond `limit`. A refused upload leaves no file behind. */
  receive: (uploadId: string, body: Readable, limit: number) => Promise<Received>;
};

/** Stores uploads that are sent to this server. */
export function createLocalUploads(dataDir: string): LocalUploads {
  const folder = join(dataDir, "uploads");
  const place = (uploadId: string) => join(folder, uploadId);
  const remove = (uploadId: string) => rm(place(uploadId), { force: true });
  return {
    address: async (uploadId, { type }) => {
      const headers: Record<string, string> = type ? { "content-type": type } : {};
      return { uploadURL: `/api/uploads/${uploadId}`, headers };
    },
    read: (uploadId) => readIfThere(place(uploadId)),
    remove,
    receive: async (uploadId, body, limit) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const received = await receiveFile(place(uploadId), body, limit);
      if (!received.ok) await remove(uploadId);
      return received;
    },
  };
}
