// Runs the real server, whose clock the parent moves, in a separate process, because the time zone is fixed when a
// process starts.
import { ADMIN, startTestApp } from "./test-app.ts";

const [engine] = process.argv.slice(2);
if (engine !== "sqlite" && engine !== "postgres") throw new Error("The engine argument is missing");

const server = await startTestApp(engine);
process.on("message", (message: { now: string } | "close") => {
  if (message === "close") void server.close().then(() => process.exit(0));
  else {
    server.clock.set(message.now);
    process.send?.({ offset: new Date(message.now).getTimezoneOffset() });
  }
});
process.send?.({ url: server.url, config: server.config, admin: ADMIN });
