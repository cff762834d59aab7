import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { PassThrough, type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { extract, pack, type Pack } from "tar-stream";
import * as z from "zod/mini";
import { freeBytes } from "../runtime/free-bytes.ts";
import { ArchiveError, type ArchiveEntry, type Manifest } from "./ports.ts";
import { HEAD_BYTES, isEncrypted, encrypting, sealing, decrypting, unsealing } from "./sealed-files.ts";

export const MANIFEST = "latchkey.json";

const NOT_AN_ARCHIVE = "This is not a Latchkey backup or export.";

/** Entry names that stay within the target folder, whichever program unpacks the archive. */
export const SAFE_NAME = /^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[A-Za-z0-9._@-]+(?:\/[A-Za-z0-9._@ -]+)*$/;

const digest = z.object({ rows: z.int(), digest: z.string() });
const manifestShape = z.object({
  format: z.literal(1),
  product: z.literal("Latchkey"),
  version: z.string(),
  madeAt: z.string(),
  engine: z.enum(["sqlite", "postgres"]),
  migrations: z.array(z.string()),
  tables: z.record(z.string(), digest),
  counters: z.record(z.string(), z.int()),
  native: z.nullable(z.string().check(z.regex(SAFE_NAME))),
  // Older archives do not have these two fields.
  missingPictures: z._default(z.array(z.string()), []),
  fromRunningSite: z._default(z.boolean(), false),
  files: z.record(z.string(), z.object({ bytes: z.int(), sha256: z.string() })),
});

/**
 * Writes an archive. `manifestFor` receives the sizes and checksums of the entries that were written and returns the
 * manifest, which becomes the last entry.
 */
export async function writeArchive(
  file: string,
  passphrase: string | null,
  entries: AsyncIterable<ArchiveEntry>,
  manifestFor: (files: Manifest["files"]) => Manifest,
): Promise<void> {
  const tar = pack();
  const lock = passphrase ? await encrypting(passphrase) : new PassThrough();
  const fill = async () => {
    const files: Manifest["files"] = {};
    for await (const entry of entries) files[entry.name] = await addEntry(tar, entry);
    const last = Buffer.from(JSON.stringify(manifestFor(files), null, 1));
    await new Promise<void>((resolve, reject) => {
      tar.entry({ name: MANIFEST, size: last.length }, last, (error) => (error ? reject(error) : resolve()));
    });
    tar.finalize();
  };
  // Pictures are already compressed, so a higher compression level would gain little.
  const out = pipeline(
    tar,
    createGzip({ level: 1 }),
    sealing(),
    lock,
    createWriteStream(file, { mode: 0o600, flush: true }),
  );
  try {
    await Promise.all([fill(), out]);
  } catch (error) {
    tar.destroy();
    await out.catch(() => undefined);
    throw error;
  }
}

async function addEntry(tar: Pack, { name, bytes, read }: ArchiveEntry): Promise<{ bytes: number; sha256: string }> {
  if (!SAFE_NAME.test(name)) throw new Error("A file has a name that is not allowed in an archive");
  const { through, result } = hashing();
  const entry = tar.entry({ name, size: bytes });
  await pipeline(await read(), through, entry);
  return result();
}

function hashing(): { through: Transform; result: () => { bytes: number; sha256: string } } {
  const hash = createHash("sha256");
  let bytes = 0;
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { through, result: () => ({ bytes, sha256: hash.digest("hex") }) };
}

/** A small archive can unpack to more data than the disk holds, and the database on the same disk needs space too. */
const SHARE_OF_FREE_DISK = 0.8;
const TOO_LARGE = "There is not enough disk space to unpack this file. Free some space, then try again.";

/**
 * Unpacks an archive into an empty folder and returns its manifest; throws if even one byte of a file differs from what
 * was written. `roomBytes` is the space that the unpacked files may use.
 */
export async function readArchive(
  file: string,
  passphrase: string | null,
  folder: string,
  roomBytes?: number,
): Promise<Manifest> {
  const files: Manifest["files"] = {};
  let left = roomBytes ?? (await freeBytes(dirname(folder))) * SHARE_OF_FREE_DISK;
  const tar = extract();
  const unpack = async () => {
    for await (const entry of tar) {
      const { name, type, size } = entry.header;
      if (type !== "file" || !SAFE_NAME.test(name) || files[name]) throw new ArchiveError(NOT_AN_ARCHIVE);
      left -= size;
      if (left < 0) throw new ArchiveError(TOO_LARGE);
      const { through, result } = hashing();
      const path = join(folder, name);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await pipeline(entry, through, createWriteStream(path, { mode: 0o600 }));
      files[name] = result();
    }
  };
  try {
    const opened = await openFile(file, passphrase);
    await Promise.all([pipeline([...opened, tar]), unpack()]);
    if (!files[MANIFEST]) throw new Error("The archive has no manifest");
    const manifest = await readManifest(folder);
    const { [MANIFEST]: _own, ...found } = files;
    const wrong = [...new Set([...Object.keys(found), ...Object.keys(manifest.files)])].find(
      (name) => found[name]?.sha256 !== manifest.files[name]?.sha256,
    );
    if (wrong)
      throw new ArchiveError(`The file is incomplete: ${wrong} differs from what was written. Use another backup.`);
    return manifest;
  } catch (error) {
    throw asArchiveError(error);
  }
}

async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), "utf8");
  const parsed = manifestShape.safeParse(JSON.parse(text));
  if (!parsed.success)
    throw new ArchiveError("This file was written by a newer version of Latchkey. Update Latchkey, then try again.");
  return parsed.data;
}

/** A tar file has the word "ustar" at byte 257. */
const TAR_BYTES = 262;
const isTar = (head: Buffer) => head.subarray(257).equals(Buffer.from("ustar"));

/** The first bytes of an archive. Throws if the file is neither encrypted by Latchkey nor a gzip or tar file. */
export async function headOf(file: string): Promise<Buffer> {
  const head = await firstBytes(file, TAR_BYTES);
  if (!isEncrypted(head) && !isTar(head) && (head[0] !== 0x1f || head[1] !== 0x8b))
    throw new ArchiveError(NOT_AN_ARCHIVE);
  return head;
}

/**
 * The tar file in an archive, decrypted and decompressed if necessary. A browser, such as Safari, may have decompressed
 * the file after the download, and the host may have no other copy: the seal is gone, but the manifest still has the
 * checksums of all files.
 */
async function openFile(file: string, passphrase: string | null): Promise<[Readable, ...Transform[]]> {
  const head = await headOf(file);
  if (isTar(head)) return [createReadStream(file)];
  if (!isEncrypted(head)) return [createReadStream(file), unsealing(), createGunzip()];
  if (!passphrase) {
    throw new ArchiveError(
      "This file is encrypted. Enter its passphrase, or set BACKUP_PASSPHRASE on the command line.",
    );
  }
  const decrypted = await decrypting(head.subarray(0, HEAD_BYTES), passphrase);
  return [createReadStream(file, { start: HEAD_BYTES }), decrypted, unsealing(), createGunzip()];
}

async function firstBytes(file: string, count: number): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(count), 0, count, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Any error while reading, except a file system error, means that the file is damaged or is not one of ours. */
function asArchiveError(error: unknown): Error {
  if (error instanceof ArchiveError) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (["ENOENT", "ENOSPC", "EACCES", "EIO", "EROFS", "EMFILE"].includes(code) && error instanceof Error) return error;
  return new ArchiveError("The file is damaged, or it is not a Latchkey backup or export.");
}

export async function fileEntry(name: string, path: string): Promise<ArchiveEntry> {
  const { size } = await stat(path);
  return { name, bytes: size, read: () => createReadStream(path) };
}

export async function textEntry(
  name: string,
  folder: string,
  text: string | AsyncIterable<string>,
): Promise<ArchiveEntry> {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(path, text, { mode: 0o600 });
  return fileEntry(name, path);
}
