import { jpegFiles, messagePictureFiles } from "#domain/media/picture.ts";
import { counted } from "#domain/text/counted.ts";
import { type DatabaseTarget, type Snapshot, withSnapshot } from "../database/snapshot.ts";
import type { Row } from "../database/tables.ts";

/** A picture that the site or a message shows. `name` identifies the picture for a host, and includes its folder. */
export type ShownPicture = { name: string; files: string[] };

/**
 * Reads untyped rows, because before an upgrade the schema is older than this code. A picture that the site does not
 * use, or that was never sent, may be deleted at any time.
 */
export async function shownPictures(snapshot: Snapshot): Promise<ShownPicture[]> {
  const rowsOf = async (name: string, keep: (row: Row) => boolean): Promise<Row[]> => {
    const table = snapshot.tables.find((one) => one.name === name);
    return table ? (await Array.fromAsync(snapshot.rows(table))).flat().filter(keep) : [];
  };
  const ofSite = await rowsOf("picture", (row) => !row["unused_since"]);
  const ofMessages = await rowsOf("message_picture", (row) => Boolean(row["booking_id"] && row["message_id"]));
  return [
    ...ofSite.map((row) => ({
      name: `${textOf(row["alt"]) || "without a description"} (${textOf(row["id"])})`,
      files: jpegFiles(textOf(row["id"]), Number(row["width"])),
    })),
    ...ofMessages.map(({ id }) => ({
      name: `sent in a message (conversation/${textOf(id)})`,
      files: messagePictureFiles(textOf(id)),
    })),
  ];
}

const textOf = (value: Row[string] | undefined) => (typeof value === "string" ? value : "");

/** The names of the shown pictures that have at least one file missing from `files`. */
export async function missingPictures(
  shown: ShownPicture[],
  files: ReadonlySet<string>,
  target: DatabaseTarget,
): Promise<string[]> {
  const missing = shown.filter((picture) => picture.files.some((file) => !files.has(file))).map(({ name }) => name);
  if (missing.length === 0) return [];
  // A picture that was deleted after the snapshot does not count as missing.
  const now = new Set((await withSnapshot(target, shownPictures)).map(({ name }) => name));
  return missing.filter((name) => now.has(name));
}

const NAMED = 5;

/** One sentence about what is missing, and one about what to do. */
export function missingText(missing: string[]): string {
  const named = missing.length > NAMED ? [...missing.slice(0, NAMED), `${missing.length - NAMED} more`] : missing;
  const list = new Intl.ListFormat("en-US").format(named);
  const are = missing.length === 1 ? "is" : "are";
  return `${counted(missing.length, "picture")} ${are} missing: ${list}. Reconnect the disk or bucket that holds the pictures, or upload them again.`;
}
