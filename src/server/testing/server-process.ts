import { resolve } from "node:path";
import type { Reach } from "../core/public-hosts.ts";
import { createApp } from "../app.ts";
import { loadBuiltSite } from "../http/built-site.ts";
import type { Config } from "../config.ts";
import { listenOn } from "../http/http-server.ts";
import { SETTLED_CLOCK } from "../runtime/clock-guard.ts";
import { DEFAULT_LIMITS } from "../http/rate-limit.ts";
import { createLogger } from "../runtime/logger.ts";
import { CLI } from "./command.ts";
import { NO_LIMITS, TEST_CONFIG } from "./test-config.ts";

/**
 * Runs the real server in a separate process, so that it can be killed or run twice. It listens on a free port and
 * reports the port to the parent.
 */
type Given = Pick<Config, "dataDir" | "databaseUrl" | "firstAdmin" | "stripe" | "payhere"> & {
  pages: boolean;
  /** The port on this machine on which all platforms respond. */
  platformsPort: number | null;
  /** The port on this machine on which all push services respond. */
  pushPort?: number | null;
  /** How long a claim on a message lasts; a test cannot wait half a minute. */
  leaseMs?: number | null;
  /** Whether the clock counts as reliable although the parent moves it. */
  settledClock?: boolean;
  /** The time at which the clock is stopped; null if the clock is running. */
  clockAt?: string | null;
  webhookLimit?: boolean;
};
const {
  pages,
  platformsPort,
  pushPort = null,
  leaseMs = null,
  settledClock = false,
  clockAt = null,
  webhookLimit = false,
  ...given
}: Given = JSON.parse(process.argv[2] ?? "{}");
const config: Config = { ...TEST_CONFIG, ...given, secretsKeyFile: resolve(given.dataDir, "secrets.key") };
let aheadMs = 0;
// The parent advances the clock.
process.on("message", (ms: number) => {
  aheadMs += ms;
});
const app = await createApp(config, pages ? await loadBuiltSite(resolve("dist")) : null, {
  logger: createLogger("silent"),
  limits: webhookLimit ? { ...NO_LIMITS, webhook: DEFAULT_LIMITS.webhook } : NO_LIMITS,
  clock: () => new Date((clockAt === null ? Date.now() : Date.parse(clockAt)) + aheadMs),
  ...(settledClock ? { clockGuard: SETTLED_CLOCK } : {}),
  ...(platformsPort === null ? {} : { platforms: everybodyAt(platformsPort) }),
  ...(pushPort === null ? {} : { pushServices: everybodyAt(pushPort) }),
  ...(leaseMs === null ? {} : { outbox: { everyMs: 50, leaseMs } }),
  cli: CLI,
});
await listenOn(app.http, 0, "127.0.0.1");
await app.start();
process.send?.(app.http.server.address());
// Otherwise, a test or benchmark that ends with an error would leave the server running.
process.on("disconnect", () => process.exit());
process.on("SIGTERM", () => void app.close().then(() => process.exit(0)));

function everybodyAt(port: number): Reach {
  return {
    resolve: async () => [{ address: "127.0.0.1", family: 4 }],
    isAllowed: () => true,
    secure: false,
    port,
  };
}
