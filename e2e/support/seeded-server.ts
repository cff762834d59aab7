import { connectDatabase } from "#server/database/connect.ts";
import { createLogger } from "#server/runtime/logger.ts";
import { type MadeUpStay, storeStays } from "#server/testing/random-stays.ts";
import { type OwnServer, startOwnServer, WITH_HOST } from "./latchkey.ts";

/** `offset` days after today's date at the cottage. */
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

/** With stays that no form could create: in the past, from platforms, in any status. */
export async function serverWith(stays: MadeUpStay[]): Promise<OwnServer> {
  const server = await startOwnServer(WITH_HOST);
  const database = connectDatabase({ databaseUrl: null, dataDir: server.dataDir }, createLogger("silent"));
  await storeStays(database.db, stays, new Date().toISOString());
  await database.close();
  return server;
}
