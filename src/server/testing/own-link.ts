import { createLinkStore, ownLinkPath } from "../booking/link-queries.ts";
import { connectDatabase } from "../database/connect.ts";
import { createLogger } from "../runtime/logger.ts";
import type { TestApp } from "./test-app.ts";

/** The path of the link in a guest's booking email. */
export async function ownLinkOf(server: Pick<TestApp, "sameDatabase">, bookingId: string): Promise<string> {
  const database = connectDatabase(server.sameDatabase, createLogger("silent"));
  try {
    const path = await ownLinkPath(createLinkStore(database), bookingId);
    if (path === null) throw new Error("this booking does not exist");
    return path;
  } finally {
    await database.close();
  }
}
