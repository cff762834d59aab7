import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { PICTURE_TYPES } from "#domain/media/picture.ts";
import { type Snapshot, type DatabaseTarget, withSnapshot } from "../database/snapshot.ts";
import { fileEntry, SAFE_NAME, textEntry, writeArchive } from "./archive-files.ts";
import { checkDataDir } from "../runtime/start-problem.ts";
import { dumpTables, tableFile } from "./database-dump.ts";
import { missingPictures, missingText, shownPictures } from "./missing-picture-queries.ts";
import { type ArchiveEntry, type Manifest, type PictureFiles, PICTURES } from "./ports.ts";

export type PackNeeds = {
  target: DatabaseTarget;
  pictures: PictureFiles;
  passphrase: string | null;
  version: string;
};

export type ExtraFile = { name: string; text: string | AsyncIterable<string> };

type ArchiveRequest = {
  /** Whether to include the database in its engine's native format as well, where available. */
  native: boolean;
  /** Files for people and other programs, from the same snapshot; a long file is provided in pieces. */
  extras: (snapshot: Snapshot) => AsyncIterable<ExtraFile>;
  /** See `Manifest`. */
  fromRunningSite?: boolean;
};

/** Provides a temporary folder in the data directory that only this user can read and that is deleted afterwards. */
export async function withWorkFolder<T>(dataDir: string, work: (folder: string) => Promise<T>): Promise<T> {
  checkDataDir({ dataDir });
  const folder = await mkdtemp(join(dataDir, "work-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Writes the database, from one snapshot, and the pictures to one file. Missing pictures do not prevent this, because
 * otherwise everything else would be lost as well; the manifest and a text file list them.
 */
export async function packArchive(
  needs: PackNeeds,
  request: ArchiveRequest,
  file: string,
  at: Date,
): Promise<Manifest> {
  return withWorkFolder(needs.target.dataDir, async (folder) => {
    const { manifest, entries, shown } = await withSnapshot(needs.target, async (snapshot) => {
      const tables = await dumpTables(snapshot, folder);
      const staged: ArchiveEntry[] = [];
      for await (const { name, text } of request.extras(snapshot)) staged.push(await textEntry(name, folder, text));
      const native = request.native ? await copyNative(snapshot, folder) : null;
      const { engine, migrations, counters } = snapshot;
      const known = { format: 1, product: "Latchkey", version: needs.version, madeAt: at.toISOString() } as const;
      for (const table of Object.keys(tables))
        staged.push(await fileEntry(tableFile(table), join(folder, tableFile(table))));
      if (native) staged.push(await fileEntry(native, join(folder, native)));
      return {
        manifest: { ...known, engine, migrations, tables, counters, native },
        entries: staged,
        shown: await shownPictures(snapshot),
      };
    });
    let missing: string[] = [];
    async function* contents(): AsyncGenerator<ArchiveEntry> {
      yield* entries;
      const packed = new Set<string>();
      for (const { name, bytes } of await needs.pictures.list()) {
        // A host may have put files of their own there, with any name.
        if (!isPicture(name)) continue;
        const content = await needs.pictures.read(name);
        // While the site runs, it may delete a picture that is already listed.
        if (!content) continue;
        packed.add(name);
        yield { name: `${PICTURES}${name}`, bytes, read: () => content };
      }
      missing = await missingPictures(shown, packed, needs.target);
      if (missing.length > 0)
        yield await textEntry("MISSING-PICTURES.txt", folder, `${missingText(missing)}\n\n${missing.join("\n")}\n`);
    }
    let whole: Manifest | null = null;
    await writeArchive(file, needs.passphrase, contents(), (files) => {
      whole = { ...manifest, missingPictures: missing, fromRunningSite: request.fromRunningSite ?? false, files };
      return whole;
    });
    if (!whole) throw new Error("The archive has no last entry");
    return whole;
  });
}

/** A file that is still being written has a random extension instead. */
const isPicture = (name: string) => SAFE_NAME.test(name) && name.slice(name.lastIndexOf(".") + 1) in PICTURE_TYPES;

async function copyNative(snapshot: Snapshot, folder: string): Promise<string | null> {
  await mkdir(join(folder, "database"), { mode: 0o700 });
  const name = snapshot.engine === "sqlite" ? "database/latchkey.sqlite" : "database/latchkey.dump";
  const copied = await snapshot.copyTo(join(folder, name));
  return copied.ok ? name : null;
}
