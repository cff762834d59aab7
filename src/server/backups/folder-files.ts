import { createReadStream } from "node:fs";
import { access, constants, copyFile, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import { ArchiveError, type BackupPlace, type PictureFiles } from "./ports.ts";
import type { BackupProof } from "./run-queries.ts";

/** Backups in a folder on this machine or on a mounted disk. */
export function folderPlace(folder: string, dataDir: string): BackupPlace {
  const pathOf = (name: string) => join(folder, name);
  return {
    label: folder,
    put: async (name, file) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await putInPlace(file, pathOf(name));
    },
    read: async (name) => {
      await mustExist(pathOf(name));
      return createReadStream(pathOf(name));
    },
    fetch: async (name) => {
      await mustExist(pathOf(name));
      return pathOf(name);
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    has: (name) => exists(pathOf(name)),
    isOnOwnDisk: async () => {
      const [own, data] = await Promise.all([stat(folder).catch(() => null), stat(dataDir)]);
      return own !== null && own.dev !== data.dev;
    },
  };
}

/** What the host has to do if the disk on which a backup was stored is not connected; null if it is. */
export async function missingDisk(place: BackupPlace, stored: BackupProof | null): Promise<string | null> {
  if (!stored?.ownDisk || stored.place !== place.label) return null;
  if ((await place.isOnOwnDisk()) || (await place.has(stored.name))) return null;
  return `The backup disk for ${place.label} is not connected. Connect it, then try again. If you no longer use this disk, set BACKUP_TO to another folder.`;
}

/**
 * The place that a backup was left in when BACKUP_TO changed; null if it is in `place` or nowhere, or if `place` does
 * not respond. `isCertain` is false for a bucket that is no longer configured, because it cannot be asked.
 */
export async function formerPlace(
  proof: BackupProof,
  place: BackupPlace,
): Promise<{ label: string; isCertain: boolean } | null> {
  const label = proof.place ?? place.label;
  if (label === place.label || (await place.has(proof.name).catch(() => true))) return null;
  if (!isAbsolute(label)) return { label, isCertain: false };
  return (await exists(join(label, proof.name))) ? { label, isCertain: true } : null;
}

async function mustExist(path: string): Promise<void> {
  if (!(await exists(path))) throw new ArchiveError("The file of this backup is missing from its folder.");
}

export async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}

/** The name of a backup that is still being copied to its folder. */
export const UNFINISHED_BACKUP = /^latchkey-\d{8}-\d{6}.*\.part$/;

/** Gives the file its final name only once all bytes are safely on the disk. */
export async function putInPlace(from: string, to: string): Promise<void> {
  const part = `${to}.part`;
  await copyFile(from, part);
  const handle = await open(part, "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(part, to);
}

export function folderPictures(folder: string): PictureFiles {
  return {
    list: async () => {
      const sizes = await Promise.all(
        (await picturePaths(folder)).map(async (path) => {
          const found = await readableSize(path).catch(() => null);
          return found === null ? null : { name: relative(folder, path).split(sep).join("/"), bytes: found };
        }),
      );
      return sizes.filter((file) => file !== null).toSorted((a, b) => (a.name < b.name ? -1 : 1));
    },
    read: async (name) => {
      try {
        return (await open(join(folder, name))).createReadStream();
      } catch (error) {
        if (codeOf(error) === "ENOENT") return null;
        throw error;
      }
    },
    write: async (name, file) => {
      const to = join(folder, name);
      await mkdir(dirname(to), { recursive: true, mode: 0o700 });
      await putInPlace(file, to);
    },
  };
}

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? String(error.code) : "");

/**
 * Only a folder that does not exist counts as having no pictures. Anything inside the folder that cannot be read, such
 * as `lost+found` at the root of a disk, is left out: if it contains a picture that the site shows, `missingPictures`
 * reports it.
 */
async function picturePaths(folder: string): Promise<string[]> {
  try {
    return await filesIn(folder);
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT") return [];
    throw new ArchiveError(
      `The folder with the pictures cannot be read (${code}). Give Latchkey's user permission to read ${folder}.`,
    );
  }
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const paths = entries.map(async (entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesIn(path).catch(() => []);
    return entry.isFile() ? [path] : [];
  });
  return (await Promise.all(paths)).flat();
}

async function readableSize(path: string): Promise<number> {
  await access(path, constants.R_OK);
  return (await stat(path)).size;
}
