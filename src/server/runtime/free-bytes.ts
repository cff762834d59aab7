import { statfs } from "node:fs/promises";

/** The number of bytes that the server's account may still write to the disk of a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
