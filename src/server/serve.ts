import { type App, createApp } from "./app.ts";
import { type Config, ConfigError, loadConfig, readEnvironment } from "./config.ts";
import { databaseProblem } from "./database/database-problem.ts";
import type { BuiltSite } from "./http/built-site.ts";
import { listenOn } from "./http/http-server.ts";
import { waitForDatabase } from "./http/wait-for-database.ts";
import type { Overrides } from "./parts.ts";
import { createLogger } from "./runtime/logger.ts";
import { checkDataDir, diskProblem, listenProblem, StartProblem } from "./runtime/start-problem.ts";

/** When the server stops, requests that are still running after this time are aborted. */
const STOP_WITHIN_MS = 10_000;

type Needs = {
  /** Loads the pages from the build or from the development server. */
  loadSite: () => Promise<BuiltSite>;
  overrides?: Overrides;
  /** Called with each app before it listens. */
  prepare?: (app: App) => void;
};

/** Runs the server until a signal ends it. If the server cannot start, it reports the reason and exits. */
export function serve(needs: Needs): Promise<void> {
  return run(needs).catch(exitWithError);
}

async function run({ loadSite, overrides, prepare }: Needs): Promise<void> {
  const config = loadConfig(readEnvironment());
  const logger = createLogger(config.logLevel);
  checkDataDir(config);
  const site = await loadSite();
  await explainListening(waitForDatabase(config, logger));
  let stopping = false;

  async function open(port: number): Promise<App> {
    let isReplaced = false;
    const app = await createApp(config, site, {
      ...overrides,
      logger,
      onDatabaseReplaced: () => {
        if (!isReplaced && !stopping) current = current.then(reopen).catch(exitWithError);
        isReplaced = true;
      },
    });
    prepare?.(app);
    await explainListening(listenOn(app.http, port, config.host));
    await app.start();
    const address = config.publicUrl ?? `http://localhost:${portOf(app) ?? port}`;
    greet(address, app.setupToken, config);
    return app;
  }
  /** An import or a restore has replaced the database, so everything that this process has cached is outdated. */
  async function reopen(old: App): Promise<App> {
    const port = portOf(old) ?? config.port;
    await old.close();
    return open(port);
  }
  function explainListening<T>(listening: Promise<T>): Promise<T> {
    return listening.catch((error: unknown) => {
      throw listenProblem(error, config) ?? error;
    });
  }
  let current = open(config.port);
  await current;

  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
      current
        .then((app) => app.close())
        .then(
          () => process.exit(0),
          () => process.exit(1),
        );
    });
  }
}

function portOf({ http }: App): number | null {
  const address = http.server.address();
  return typeof address === "object" && address ? address.port : null;
}

function greet(
  address: string,
  setupToken: string | null,
  { databaseUrl, dataDir, misspelled, publicUrl, trustProxy }: Config,
): void {
  // Without TLS of our own, a proxy has to be in front.
  const isHidden = !trustProxy && publicUrl?.startsWith("https:");
  const lines = [
    "",
    `  Latchkey is running at ${address}`,
    `  The host's portal:  ${address}/admin`,
    `  Data:               ${databaseUrl ? "PostgreSQL" : dataDir}`,
    ...(misspelled.length > 0 ? [`  Unknown settings:   ${misspelled.join(", ")} (see .env.example)`] : []),
    ...(isHidden
      ? ["  TRUST_PROXY:        not set, so all guests seem to come from one address (see .env.example)"]
      : []),
  ];
  if (setupToken) {
    lines.push(
      "",
      "  No admin exists yet. Create one with this link, which works once:",
      `  ${address}/admin/setup#${setupToken}`,
    );
  }
  console.log([...lines, ""].join("\n"));
}

/** Exits with an error, so that a supervisor restarts the server and the log shows the reason. */
function exitWithError(reason: unknown): never {
  const error = diskProblem(reason) ?? reason;
  if (error instanceof StartProblem) {
    console.error(`Latchkey cannot start. ${error.message}`);
  } else if (error instanceof ConfigError) {
    console.error(`Latchkey cannot start. Please correct these settings:\n${error.message}`);
  } else {
    const problem = databaseProblem(error);
    if (problem) console.error(`Latchkey cannot start. ${problem}`);
    else console.error("Latchkey cannot start:", error instanceof Error ? error.message : error);
  }
  process.exit(1);
}
