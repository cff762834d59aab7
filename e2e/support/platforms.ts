import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPlatforms } from "#server/testing/platforms.ts";
import { startServerProcess } from "#server/testing/processes.ts";
import { ADMIN, stop } from "./latchkey.ts";

/** With the pages, simulated platforms on this machine, and a clock that can be moved. */
export async function serverWithPlatforms() {
  const platforms = await startPlatforms();
  const dataDir = mkdtempSync(join(tmpdir(), "latchkey-e2e-"));
  const { child, url } = await startServerProcess(
    { databaseUrl: null, dataDir },
    { pages: true, platformsPort: platforms.reach.port, firstAdmin: ADMIN },
  );
  return {
    url,
    /** What a platform returns from now on; null means a 404 response. */
    publish: (host: string, body: string | null) =>
      void platforms.replies.set(host, body === null ? { status: 404, body: "Not found" } : { body }),
    /** Moves the server's clock forward. */
    pass: (minutes: number) => void child.send(minutes * 60_000),
    close: async () => {
      await stop(child);
      await platforms.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
