import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createLogger } from "../runtime/logger.ts";
import { connectDatabase } from "./connect.ts";
import { migrate } from "./migrations/migrate.ts";

test.skipIf(process.platform === "win32")(
  "no other user of the machine can read the database, even in a folder that others can open",
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "latchkey-private-"));
    chmodSync(dataDir, 0o755);
    const database = connectDatabase({ databaseUrl: null, dataDir }, createLogger("silent"));
    await migrate(database.db, database.engine);
    const modes = readdirSync(dataDir).map((name) => [name, (statSync(join(dataDir, name)).mode & 0o777).toString(8)]);
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
    expect(Object.fromEntries(modes)).toEqual({
      "latchkey.sqlite": "600",
      "latchkey.sqlite-shm": "600",
      "latchkey.sqlite-wal": "600",
    });
  },
);
