import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectDatabase } from "#server/database/connect.ts";
import { createLogger } from "#server/runtime/logger.ts";
import { type MadeUpStay, storeStays } from "#server/testing/random-stays.ts";
import { ADMIN, startServer, stop } from "./latchkey.ts";

/** Today's date at the cottage, or the date `offset` days later. */
export function cottageDay(offset = 0): string {
  const atCottage = Date.now() + 5.5 * 3_600_000 + offset * 86_400_000;
  return new Date(atCottage).toISOString().slice(0, 10);
}

export function stayOf(id: number, made: Partial<MadeUpStay> & Pick<MadeUpStay, "checkIn" | "checkOut">): MadeUpStay {
  return {
    id: `seeded-${String(id).padStart(15, "0")}`,
    name: `Guest ${id}`,
    email: `guest${id}@example.com`,
    people: 2,
    status: "confirmed",
    source: "direct",
    cents: 45_000,
    ...made,
  };
}

/** Starts a separate server with stays that no form could create: in the past, from platforms, in every status. */
export async function serverWith(stays: MadeUpStay[]): Promise<{ url: string; close: () => Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), "latchkey-e2e-"));
  const { child, url } = await startServer({
    DATA_DIR: dataDir,
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
  });
  const database = connectDatabase({ databaseUrl: null, dataDir }, createLogger("silent"));
  await storeStays(database.db, stays, new Date().toISOString());
  await database.close();
  return {
    url,
    close: async () => {
      await stop(child);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
