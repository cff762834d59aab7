import { createApp } from "#server/app.ts";
import { loadConfig } from "#server/config.ts";
import { createLogger } from "#server/runtime/logger.ts";
import { sendTooLate } from "./mark-then-send.ts";

/** A sending instance in a process that a proof can kill or run twice. */
type Given = { env: Record<string, string>; leaseMs: number; slots: number; markFirst?: boolean };
const { env, leaseMs, slots, markFirst }: Given = JSON.parse(process.argv[2] ?? "{}");
const config = loadConfig(env);
const logger = createLogger("silent");

if (markFirst) {
  sendTooLate(config, { leaseMs, slots });
  process.send?.("sending");
} else {
  const app = await createApp(config, null, { logger, outbox: { everyMs: 50, leaseMs, slots } });
  await app.http.listen({ port: 0, host: "127.0.0.1" });
  await app.start();
  process.send?.("sending");
  process.on("SIGTERM", () => void app.close().then(() => process.exit(0)));
}
