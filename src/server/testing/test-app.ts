import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type App, createApp } from "../app.ts";
import { listenOn } from "../http/http-server.ts";
import type { Overrides } from "../parts.ts";
import type { Config } from "../config.ts";
import type { BuiltSite } from "../http/built-site.ts";
import { connectDatabase, type Database, type Db } from "../database/connect.ts";
import type { Engine } from "../database/dialect.ts";
import { SETTLED_CLOCK } from "../runtime/clock-guard.ts";
import { createLogger } from "../runtime/logger.ts";
import { CLI } from "./command.ts";
import { databaseForApp } from "./engines.ts";
import { type FakeClock, fakeClock } from "./fake-clock.ts";
import { NO_LIMITS, TEST_CONFIG } from "./test-config.ts";

/** A real password hash takes more than 100 ms. Only tests about hashing use its cost. */
const CHEAP = { memory: 64, passes: 1, parallelism: 1 };

export const ADMIN = { username: "host", password: "a long sentence to sign in" };

export type TestApp = {
  app: App;
  url: string;
  clock: FakeClock;
  config: Config;
  /** A second connection to the app's database. It is opened at first use, and closed with the app. */
  readonly database: Database;
  /** The queries of that connection. */
  readonly db: Db;
  /** Pass this as `config` to start another app on the same data. Close that app before this one. */
  sameDatabase: Pick<Config, "dataDir" | "databaseUrl">;
  /** Sends a request to the real server over HTTP. Objects are sent as JSON bodies. */
  send: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<TestResponse>;
  /** Signs in and returns the session cookie for the `cookie` header. */
  signIn: () => Promise<string>;
  close: () => Promise<void>;
};
// JSON of any shape, because each test knows what it requested.
export type TestResponse = { status: number; headers: Headers; text: string; json: ReturnType<typeof JSON.parse> };

/** Starts the real server on a free port with its own database. */
export async function startTestApp(
  engine: Engine,
  overrides: Overrides & { config?: Partial<Config>; site?: BuiltSite; sampleContact?: boolean } = {},
): Promise<TestApp> {
  const { config: configOverrides, site = null, sampleContact, ...appOverrides } = overrides;
  const scratch = await databaseForApp(engine);
  const clock = fakeClock();
  const config: Config = {
    ...TEST_CONFIG,
    dataDir: scratch.dataDir,
    databaseUrl: scratch.databaseUrl,
    secretsKeyFile: join(scratch.dataDir, "secrets.key"),
    firstAdmin: ADMIN,
    ...configOverrides,
  };
  const app = await createApp(config, site, {
    clock,
    logger: createLogger("silent"),
    limits: NO_LIMITS,
    passwordCost: CHEAP,
    cli: CLI,
    // Tests move the clock.
    clockGuard: SETTLED_CLOCK,
    readingLimitMs: 30_000,
    ...appOverrides,
  });
  // Host notifications go to the contact details only if a host has reviewed the sample contact details.
  const leaves = config.mail !== null || config.whatsapp !== null;
  if (!(sampleContact ?? !leaves)) await keepContact(config);
  await listenOn(app.http, config.port, "127.0.0.1");
  const address = app.http.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${address.port}`;

  const send = sendTo(url);
  let opened: Database | null = null;
  const database = () => (opened ??= connectDatabase(config, createLogger("silent")));

  return {
    app,
    url,
    clock,
    config,
    get database() {
      return database();
    },
    get db() {
      return database().db;
    },
    sameDatabase: { dataDir: config.dataDir, databaseUrl: config.databaseUrl },
    send,
    signIn: async () => {
      const response = await send("POST", "/api/admin/auth/login", ADMIN);
      // Returns only the session cookie, so that the server treats each sign-in as coming from an unknown browser.
      return cookieOf(response).split("; ")[0] ?? "";
    },
    close: async () => {
      await opened?.close();
      await app.close();
      await scratch.remove();
    },
  };
}

/** Sets up the data as if a host had reviewed the sample contact details and kept them. */
async function keepContact(config: Config): Promise<void> {
  const { db, close } = connectDatabase(config, createLogger("silent"));
  const samples = db.selectFrom("site_content").select("value").where("name", "=", "samples");
  const stored = JSON.parse((await samples.executeTakeFirst())?.value ?? "{}");
  await db
    .updateTable("site_content")
    .set({ value: JSON.stringify({ ...stored, kept: [...new Set([...(stored.kept ?? []), "contact"])] }) })
    .where("name", "=", "samples")
    .execute();
  await close();
}

/** Sends requests to a server, with objects as JSON, and does not follow redirects. */
export function sendTo(url: string): TestApp["send"] {
  return async (method, path, body, headers = {}) => {
    const raw = typeof body === "string";
    const response = await fetch(url + path, {
      method,
      redirect: "manual",
      headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
      ...(body === undefined ? {} : { body: raw ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") ?? false;
    return { status: response.status, headers: response.headers, text, json: isJson && text ? JSON.parse(text) : null };
  };
}

/** The cookies from a response, as a browser would send them back. */
export function cookieOf(response: TestResponse): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}
