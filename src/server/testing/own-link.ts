import { createLinkStore, ownLinkPath } from "../booking/link-queries.ts";
import type { TestApp } from "./test-app.ts";

/** The path of the link in a guest's booking email. */
export async function ownLinkOf({ database }: Pick<TestApp, "database">, bookingId: string): Promise<string> {
  const path = await ownLinkPath(createLinkStore(database), bookingId);
  if (path === null) throw new Error("this booking does not exist");
  return path;
}
