import { access } from "node:fs/promises";
import { join } from "node:path";
import { onDatabase } from "./backups/restore-files.ts";
import { type Config, loadConfig, readEnvironment } from "./config.ts";
import { type Database, SQLITE_FILE } from "./database/connect.ts";
import { tablesOf } from "./database/tables.ts";
import { CommandError } from "./runtime/command.ts";
import { codeOf } from "./runtime/start-problem.ts";

type Place = Pick<Config, "dataDir" | "databaseUrl" | "misspelled">;

/** With a wrong DATA_DIR, opening the database would create an empty one there. */
export async function isWithoutFile({ databaseUrl, dataDir }: Place): Promise<boolean> {
  return databaseUrl === null && (await access(join(dataDir, SQLITE_FILE)).catch(codeOf)) === "ENOENT";
}

export function noData({ databaseUrl, dataDir, misspelled }: Place): { message: string; remedy: string } {
  const [place, setting] = databaseUrl ? ["This database", "DATABASE_URL"] : [dataDir, "DATA_DIR"];
  const unknown = misspelled.map((name) => `No setting is called ${name}. `).join("");
  return {
    message: `${place} contains no Latchkey data.`,
    remedy: `${unknown}Check ${setting} in .env. If this is a new installation, start Latchkey once first: npm start`,
  };
}

/** The settings of an installation whose database has tables. */
export function usedConfig(): Promise<Config> {
  return configIf(async ({ db, engine }) => (await tablesOf(db, engine)).length > 0);
}

/** The settings of an installation that has started. After `migrate` alone, its tables have no content. */
export function startedConfig(): Promise<Config> {
  return configIf(async ({ db, engine }) => {
    if (!(await tablesOf(db, engine)).some(({ name }) => name === "property")) return false;
    return (await db.selectFrom("property").select("id").executeTakeFirst()) !== undefined;
  });
}

async function configIf(isUsable: (database: Database) => Promise<boolean>): Promise<Config> {
  const config = loadConfig(readEnvironment());
  if (!(await isWithoutFile(config)) && (await onDatabase(config, isUsable))) return config;
  throw withoutData(config);
}

export function withoutData(place: Place): CommandError {
  const { message, remedy } = noData(place);
  return new CommandError(`${message} ${remedy}`);
}
