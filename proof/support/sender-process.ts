import { createApp } from "#server/app.ts";
import { loadConfig } from "#server/config.ts";
import { createLogger } from "#server/runtime/logger.ts";

/** One instance of the server that sends messages, in a process of its own, to be killed or doubled. */
type Given = { env: Record<string, string>; leaseMs: number; slots: number };
const { env, leaseMs, slots }: Given = JSON.parse(process.argv[2] ?? "{}");
const app = await createApp(loadConfig(env), null, {
  logger: createLogger("silent"),
  outbox: { everyMs: 50, leaseMs, slots },
});
await app.http.listen({ port: 0, host: "127.0.0.1" });
await app.start();
process.send?.("sending");
process.on("SIGTERM", () => void app.close().then(() => process.exit(0)));
