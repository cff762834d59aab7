import type { Db } from "../database/connect.ts";
import type { Engine } from "../database/dialect.ts";
import { rowsOf, tablesOf } from "../database/tables.ts";
import type { TestResponse } from "./test-app.ts";

/** A string in the database, and the columns that contain it. */
export type Secret = { value: string; where: string[] };

/**
 * Columns whose content is public, or does not identify anybody (enumerations and our own sentences). All other content
 * of the database counts as secret, so a new column is secret until it is listed here.
 */
const PUBLIC: Record<string, "all" | readonly string[]> = {
  property: [
    "name",
    "description",
    "location",
    "image_url",
    "rate_cents",
    "bedrooms",
    "bathrooms",
    "amenities",
    "house_rules",
    "local_attractions",
    "time_zone",
  ],
  site_content: "all",
  attraction_image: "all",
  // The data that a page needs to show a picture. The picture's description and credits are public only where the site
  // shows them.
  picture: ["width", "height", "tiny", "focus_x", "focus_y", "formats"],
  // The booking's page shows most of these columns to anyone who has its id. The others contain only our own strings.
  booking: ["reference", "status", "source", "price_lines", "frozen_price", "policy", "waits_for", "asked_status"],
  booking_event: ["event", "actor"],
  owner_block: ["created_by"],
  day_note: ["written_by"],
  audit_entry: ["act", "actor"],
  content_change: ["actor"],
  channel: ["platform", "mode", "state"],
  channel_run: ["result"],
  live_change: "all",
  job_lease: "all",
  rate_count: "all",
};
/** Dates, times, numbers and single words are not secrets. */
const NOT_SECRET = /^(?:[\d.:TZ+-]*|[A-Za-z-]{1,20}|\[\]|\{\})$/;
const SHORTEST = 6;

/**
 * Every string in the database that does not occur in a public column, except short strings and those that `NOT_SECRET`
 * matches.
 */
export async function secretsIn(db: Db, engine: Engine): Promise<Secret[]> {
  const [known, hidden] = [new Set<string>(), new Map<string, string[]>()];
  await db.transaction().execute(async (trx) => {
    for (const table of await tablesOf(trx, engine)) {
      for await (const rows of rowsOf(trx, engine, table)) {
        for (const [column, value] of rows.flatMap((row) => Object.entries(row))) {
          const isPublic = PUBLIC[table.name] === "all" || PUBLIC[table.name]?.includes(column);
          for (const text of textsIn(value)) {
            if (isPublic) known.add(text);
            else hidden.set(text, [...(hidden.get(text) ?? []), `${table.name}.${column}`]);
          }
        }
      }
    }
  });
  return [...hidden].flatMap(([value, where]) =>
    value.length < SHORTEST || NOT_SECRET.test(value) || known.has(value) ? [] : [{ value, where }],
  );
}

/** The strings in a column. If the column contains JSON, each string in the JSON is returned separately. */
function textsIn(value: unknown): string[] {
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(textsIn);
  if (typeof value !== "string") return [];
  if (!/^[[{]/.test(value)) return [value];
  try {
    return textsIn(JSON.parse(value));
  } catch {
    return [value];
  }
}

/**
 * The names of secret columns that consist of several words and that no public column has, as in the database and as in
 * JSON, each with the columns that have this name.
 */
export async function secretNames(db: Db, engine: Engine): Promise<Map<string, string[]>> {
  const tables = await tablesOf(db, engine);
  const isPublic = (table: string, column: string) => PUBLIC[table] === "all" || PUBLIC[table]?.includes(column);
  const columns = tables.flatMap((table) => table.columns.map(({ name }) => ({ table: table.name, name })));
  const open = new Set(columns.filter(({ table, name }) => isPublic(table, name)).map(({ name }) => name));
  const found = new Map<string, string[]>();
  for (const { table, name } of columns) {
    // A single word, such as "id" or "state", does not reveal its column.
    if (!name.includes("_") || open.has(name)) continue;
    const inJson = name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    for (const one of [name, inJson]) found.set(one, [...(found.get(one) ?? []), `${table}.${name}`]);
  }
  return found;
}

/**
 * A response as one lower-case string: the body and headers, both verbatim and decoded from HTML, JSON, URL and base64
 * encoding.
 */
export function readable({ text, headers }: Pick<TestResponse, "text" | "headers">): string {
  const raw = [text, ...[...headers].flat()].join("\n");
  const html = raw.replaceAll(/&(?:#x([\da-f]+)|#(\d+)|(amp|lt|gt|quot));/gi, (_, hex, number, name) =>
    name ? (NAMED[String(name)] ?? "") : String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(number)),
  );
  const json = html.replaceAll(/\\u([\da-f]{4})/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
  const unescaped = json.replaceAll('\\"', '"').replaceAll("\\n", "\n").replaceAll("\\\\", "\\");
  const address = raw.replaceAll("+", " ").replaceAll(/(?:%[\da-f]{2})+/gi, decoded);
  const hidden = [...raw.matchAll(/[\w+/-]{12,}={0,2}/g)].map(([token]) => Buffer.from(token, "base64").toString());
  return [raw, unescaped, address, ...hidden].join("\n").toLowerCase();
}
const NAMED: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"' };

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The field names in a response, including the JSON embedded in a page. */
export function fieldNames({ text, headers }: Pick<TestResponse, "text" | "headers">): string[] {
  const isJson = /\/json\b/.test(headers.get("content-type") ?? "");
  const carried = [...text.matchAll(/<script type="application\/json"[^>]*>(.*?)<\/script>/gs)].map(([, json]) => json);
  return (isJson ? [text] : carried).flatMap((json) =>
    [...(json ?? "").matchAll(/"(\w+)":/g)].map(([, name]) => name ?? ""),
  );
}
