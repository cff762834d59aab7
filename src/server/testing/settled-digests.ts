import { setTimeout } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { allDigests } from "../backups/restore-files.ts";
import type { TestApp } from "./test-app.ts";

/** Waits until the data stops changing, because an API call may have started work that ends after the response. */
export async function settledDigests(config: TestApp["config"]): ReturnType<typeof allDigests> {
  for (let before = await allDigests(config); ;) {
    await setTimeout(300);
    const now = await allDigests(config);
    if (isDeepStrictEqual(now, before)) return now;
    before = now;
  }
}
