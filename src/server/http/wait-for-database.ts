import { createServer, type Server } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { health } from "#contract/health.ts";
import type { Config } from "../config.ts";
import { connectDatabase } from "../database/connect.ts";
import { isDatabaseUnavailable, ping } from "../database/dialect.ts";
import type { Logger } from "../runtime/logger.ts";
import { callerLanguage } from "./call.ts";
import { unavailable } from "./problem.ts";
import { apiHeaders } from "./security-headers.ts";

const ASK_EVERY_MS = 500;

/**
 * After a power cut, the database may start later than this server. We wait for the database, and tell callers that we
 * are waiting. Errors that waiting does not resolve, such as a wrong password or a missing database, are thrown.
 */
export async function waitForDatabase(config: Config, logger: Logger): Promise<void> {
  if (!config.databaseUrl) return;
  const database = connectDatabase(config, logger);
  let server: Server | null = null;
  try {
    for (;;) {
      const fault: unknown = await ping(database.db).then(
        () => null,
        (error: unknown) => error,
      );
      if (fault === null) return;
      if (!isDatabaseUnavailable(fault)) throw fault;
      if (!server) {
        logger.warn({ err: fault }, "the database does not respond yet; waiting for it");
        server = await respondUnavailable(config);
      }
      await wait(ASK_EVERY_MS);
    }
  } finally {
    const open = server;
    if (open) await new Promise((resolve) => open.close(resolve).closeAllConnections());
    await database.close();
  }
}

/** A server that responds with 503 to everything except the liveness check. */
function respondUnavailable({ port, host, publicUrl }: Config): Promise<Server> {
  const problem = unavailable();
  const always = { ...apiHeaders(publicUrl), "content-type": "application/json; charset=utf-8" };
  const server = createServer({ headersTimeout: 5000, requestTimeout: 10_000 }, (request, response) => {
    request.resume();
    if (request.url === health.path) response.writeHead(200, always).end(JSON.stringify({ status: "ok" }));
    else {
      const body = JSON.stringify(problem.bodyIn(callerLanguage(request)));
      response.writeHead(problem.status, { ...always, ...problem.headers }).end(body);
    }
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject).listen(port, host, () => resolve(server));
  });
}
