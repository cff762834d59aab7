import { createReadStream, createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { once } from "node:events";
import { finished } from "node:stream/promises";
import type { Snapshot } from "../database/snapshot.ts";
import { createDigest, type Digest, lineOf, type Row } from "../database/tables.ts";

/** Writes every table as JSON lines to `folder`, and returns a digest of each table. */
export async function dumpTables(snapshot: Snapshot, folder: string): Promise<Record<string, Digest>> {
  await mkdir(join(folder, "tables"), { recursive: true, mode: 0o700 });
  const digests: Record<string, Digest> = {};
  for (const table of snapshot.tables) {
    const digest = createDigest();
    const out = createWriteStream(join(folder, tableFile(table.name)), { mode: 0o600 });
    for await (const rows of snapshot.rows(table)) {
      const lines = rows.map(lineOf);
      for (const line of lines) digest.add(line);
      if (!out.write(`${lines.join("\n")}\n`)) await once(out, "drain");
    }
    out.end();
    await finished(out);
    digests[table.name] = digest.done();
  }
  return digests;
}

export const tableFile = (table: string) => `tables/${table}.jsonl`;

export async function* dumpedRows(folder: string, table: string): AsyncGenerator<Row[]> {
  // This does not use readline, which also ends lines at U+2028, a character that guests' text may contain.
  let rest = "";
  for await (const chunk of createReadStream(join(folder, tableFile(table)), "utf8")) {
    const lines = `${rest}${String(chunk)}`.split("\n");
    rest = lines.pop() ?? "";
    if (lines.length > 0) yield lines.filter((line) => line !== "").map((line): Row => JSON.parse(line));
  }
}
