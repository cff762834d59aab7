import { createReadStream } from "node:fs";
import { copyFile, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { ArchiveError, type BackupPlace, type PictureFiles } from "./ports.ts";

/** Backups in a folder on this machine or on a mounted disk. */
export function folderPlace(folder: string): BackupPlace {
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
    has: async (name) => (await stat(pathOf(name)).catch(() => null)) !== null,
  };
}

async function mustExist(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (!found) throw new ArchiveError("The file of this backup is missing from its folder.");
}

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

/** Pictures stored as files on this machine. */
export function folderPictures(folder: string): PictureFiles {
  return {
    list: async () => {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
      const files = entries.filter((entry) => entry.isFile());
      const sizes = await Promise.all(
        files.map(async (entry) => {
          const path = join(entry.parentPath, entry.name);
          const found = await stat(path).catch(() => null);
          return found ? { name: relative(folder, path).split(sep).join("/"), bytes: found.size } : null;
        }),
      );
      return sizes.filter((file) => file !== null).toSorted((a, b) => (a.name < b.name ? -1 : 1));
    },
    read: async (name) => createReadStream(join(folder, name)),
    write: async (name, file) => {
      const to = join(folder, name);
      await mkdir(dirname(to), { recursive: true, mode: 0o700 });
      await putInPlace(file, to);
    },
  };
}
