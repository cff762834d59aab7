import { createServer, type Server } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { health } from "#contract/health.ts";
import type { Config } from "../config.ts";
import { connectDatabase } from "../database/connect.ts";
import { isDatabaseUnavailable, ping } from "../database/dialect.ts";
import type { Logger } from "../runtime/logger.ts";
import { unavailable } from "./problem.ts";
import { apiHeaders } from "./security-headers.ts";

const ASK_EVERY_MS = 500;

/**
 * After a power cut the database may come up later than we do. It is waited for, as it is later on (reliability 4), and
 * who calls meanwhile is told so. What will not pass by itself is thrown: a wrong password, no such database.
 */
export async function waitForDatabase(config: Config, logger: Logger): Promise<void> {
  if (!config.databaseUrl) return;
  const database = connectDatabase(config, logger);
  let door: Server | null = null;
  try {
    for (;;) {
      const fault: unknown = await ping(database.db).then(
        () => null,
        (error: unknown) => error,
      );
      if (fault === null) return;
      if (!isDatabaseUnavailable(fault)) throw fault;
      if (!door) {
        logger.warn({ err: fault }, "the database does not answer yet; waiting for it");
        door = await openDoor(config);
      }
      await wait(ASK_EVERY_MS);
    }
  } finally {
    const open = door;
    if (open) await new Promise((resolve) => open.close(resolve).closeAllConnections());
    await database.close();
  }
}

/** The process lives, and can do nothing else: everything but the question whether it lives is answered 503. */
function openDoor({ port, host, publicUrl }: Config): Promise<Server> {
  const { status, body, headers } = unavailable();
  const always = { ...apiHeaders(publicUrl), "content-type": "application/json; charset=utf-8" };
  const server = createServer({ headersTimeout: 5000, requestTimeout: 10_000 }, (request, response) => {
    request.resume();
    if (request.url === health.path) response.writeHead(200, always).end(JSON.stringify({ status: "ok" }));
    else response.writeHead(status, { ...always, ...headers }).end(JSON.stringify(body));
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject).listen(port, host, () => resolve(server));
  });
}
