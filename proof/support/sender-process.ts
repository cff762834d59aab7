import { createApp } from "#server/app.ts";
import { loadConfig } from "#server/config.ts";
import { createLogger } from "#server/runtime/logger.ts";
import { sendTooLate } from "./mark-then-send.ts";

/** One instance of the server that sends messages, in a process of its own, to be killed or doubled. */
type Given = { env: Record<string, string>; leaseMs: number; slots: number; hole?: boolean };
const { env, leaseMs, slots, hole }: Given = JSON.parse(process.argv[2] ?? "{}");
const config = loadConfig(env);
const logger = createLogger("silent");

if (hole) {
  sendTooLate(config, { leaseMs, slots });
  process.send?.("sending");
} else {
  const app = await createApp(config, null, { logger, outbox: { everyMs: 50, leaseMs, slots } });
  await app.http.listen({ port: 0, host: "127.0.0.1" });
  await app.start();
  process.send?.("sending");
  process.on("SIGTERM", () => void app.close().then(() => process.exit(0)));
}
