import { resolve } from "node:path";
import type { Reach } from "../channels/module.ts";
import { createApp } from "../app.ts";
import { loadBuiltSite } from "../http/built-site.ts";
import { type Config, DEFAULT_BACKUPS } from "../config.ts";
import { createLogger } from "../runtime/logger.ts";
import { DEFAULT_LIMITS, type Limits } from "../http/rate-limit.ts";

/** The real server in a process of its own, to be killed or doubled: listens on a free port and tells its parent which. */
type Given = Pick<Config, "dataDir" | "databaseUrl" | "firstAdmin"> & {
  pages: boolean;
  /** The port of this machine at which every platform answers. */
  platformsPort: number | null;
};
const { pages, platformsPort, ...given }: Given = JSON.parse(process.argv[2] ?? "{}");
const unlimited = { calls: 1_000_000, seconds: 1 };
const limits = Object.fromEntries(Object.keys(DEFAULT_LIMITS).map((name) => [name, unlimited]));
const config: Config = {
  ...given,
  port: 0,
  host: "127.0.0.1",
  publicUrl: null,
  s3: null,
  demoMode: false,
  guardBookings: false,
  mail: null,
  whatsapp: null,
  localMailbox: false,
  trustProxy: false,
  logLevel: "silent",
  backups: DEFAULT_BACKUPS,
  metricsToken: null,
};
let aheadMs = 0;
/** The parent lets time pass. */
process.on("message", (ms: number) => {
  aheadMs += ms;
});
const app = await createApp(config, pages ? await loadBuiltSite(resolve("dist")) : null, {
  logger: createLogger("silent"),
  limits: limits as Partial<Limits>,
  clock: () => new Date(Date.now() + aheadMs),
  ...(platformsPort === null ? {} : { platforms: platformsAt(platformsPort) }),
  cli: "src/server/cli.ts",
});
await app.http.listen({ port: 0, host: "127.0.0.1" });
await app.start();
process.send?.(app.http.server.address());
process.on("SIGTERM", () => void app.close().then(() => process.exit(0)));

function platformsAt(port: number): Reach {
  return {
    resolve: async () => [{ address: "127.0.0.1", family: 4 }],
    isAllowed: () => true,
    secure: false,
    port,
  };
}
