import { createWriteStream, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { pack } from "tar-stream";
import { afterAll, expect, test } from "vitest";
import { readArchive } from "./archive-files.ts";
import { sealing } from "./sealed-files.ts";

const room = mkdtempSync(join(tmpdir(), "latchkey-names-"));
afterAll(() => rmSync(room, { recursive: true, force: true }));

type Entry = { name: string; text?: string; type?: "file" | "symlink"; linkname?: string };

/** A malicious archive: it has a seal like our archives, but arbitrary file names. */
async function archiveOf(entries: Entry[]): Promise<string> {
  const file = join(room, "strange.tar.gz");
  const tar = pack();
  for (const { text = "", ...header } of entries) tar.entry(header, text);
  tar.finalize();
  await pipeline(tar, createGzip(), sealing(), createWriteStream(file));
  return file;
}

const MANIFEST = {
  format: 1,
  product: "Latchkey",
  version: "0.1.0",
  madeAt: "2026-11-21T00:00:00Z",
  engine: "sqlite",
  migrations: [],
  tables: {},
  counters: {},
  native: null,
  files: {},
};
const manifest = (more: object = {}) => ({ name: "latchkey.json", text: JSON.stringify({ ...MANIFEST, ...more }) });

test("no file name in an archive can point outside the target folder", async () => {
  const folder = join(room, "inside");
  const unpacked = async (entries: Entry[]) => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    return readArchive(await archiveOf(entries), null, folder);
  };
  expect((await unpacked([manifest()])).product).toBe("Latchkey");

  const names = [
    "../out.txt",
    "pictures/../../out.txt",
    "/tmp/latchkey-out.txt",
    "..",
    "a\\..\\out.txt",
    "a/./b",
    "out\u0000.txt",
  ];
  for (const name of names) {
    await expect(unpacked([{ name, text: "x" }, manifest()]), JSON.stringify(name)).rejects.toThrow();
  }
  await expect(unpacked([{ name: "link", type: "symlink", linkname: "/etc" }, manifest()])).rejects.toThrow();
  await expect(unpacked([{ name: "twice", text: "a" }, { name: "twice", text: "b" }, manifest()])).rejects.toThrow();
  for (const native of ["../latchkey.db", "/etc/passwd"])
    await expect(unpacked([manifest({ native })])).rejects.toThrow();
  expect([existsSync(join(room, "out.txt")), existsSync("/tmp/latchkey-out.txt")]).toEqual([false, false]);
});

test("an archive that would not fit on the disk is refused, and the file that is too large is not written", async () => {
  const folder = join(room, "small");
  mkdirSync(folder);
  const file = await archiveOf([{ name: "rows.jsonl", text: " ".repeat(1_000_000) }, manifest()]);
  await expect(readArchive(file, null, folder, 900_000)).rejects.toThrow("not enough disk space");
  expect(existsSync(join(folder, "rows.jsonl"))).toBe(false);
  await expect(readArchive(file, null, folder, 2_000_000)).rejects.toThrow("rows.jsonl");
});
