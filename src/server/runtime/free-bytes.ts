import { statfs } from "node:fs/promises";

/** The number of bytes that the server's account can still write to the disk that holds a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
