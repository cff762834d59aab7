/**
 * Runs in a network namespace that no other program uses, so each counted packet comes from this program. Prints the
 * counts as JSON.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import { join } from "node:path";
import { createApp } from "#server/app.ts";
import { createFeedClient } from "#server/channels/ical/feed-client.ts";
import { PUBLIC_INTERNET } from "#server/core/public-hosts.ts";
import { DEFAULT_BACKUPS } from "#server/config.ts";
import { connectDatabase } from "#server/database/connect.ts";
import { createLogger } from "#server/runtime/logger.ts";
import { scratchDatabase } from "#server/testing/engines.ts";
import { HOSTILE_ADDRESSES, HOSTILE_LINKS } from "#server/testing/hostile-links.ts";
import { ADMIN } from "#server/testing/test-app.ts";

const NONE = { etag: "", lastModified: "" };
const PUBLIC = "93.184.216.34";
const folder = process.env["PEM_FOLDER"] ?? "";

// The system resolver reads the attacker's DNS names from here.
const named = HOSTILE_ADDRESSES.map((addresses, n) => ({ host: `inside${n}.example.com`, addresses }));
const lines = named.flatMap(({ host, addresses }) => addresses.map((address) => `${address} ${host}`));
writeFileSync("/etc/hosts", [...lines, `${PUBLIC} public.example.com`, ""].join("\n"));

const byName = named.map(({ host }) => `https://${host}/calendar.ics`);
const toInside = [
  "http://127.0.0.1/",
  "https://127.0.0.1/",
  "https://[::1]/",
  "https://169.254.169.254/latest",
  "//10.0.0.1/",
  "https://localhost/",
  ...byName.slice(0, 6),
];
const redirected = toInside.map((_, n) => `https://public.example.com/${n}`);
const links = [...HOSTILE_LINKS, ...byName, ...redirected];

async function naive(): Promise<Record<string, number>> {
  // An aborted fetch can also throw an error outside its promise, which would end the process.
  process.on("uncaughtException", () => {});
  const contacted = await Promise.all(
    links.map((link) =>
      fetch(link, { signal: AbortSignal.timeout(1500) }).then(
        () => true,
        () => false,
      ),
    ),
  );
  return { links: contacted.length };
}

async function product(): Promise<Record<string, number>> {
  let answered = 0;
  const client = createFeedClient("Latchkey proof", PUBLIC_INTERNET);
  for (const link of links) if ((await client.read(link, NONE, 3000)).state === "ok") answered++;
  // DNS rebinding: the name resolves to a public and a private address in turn.
  let turn = 0;
  const flipping = createFeedClient("Latchkey proof", {
    ...PUBLIC_INTERNET,
    resolve: async () => [{ address: turn++ % 2 === 0 ? "8.8.8.8" : "127.0.0.1", family: 4 }],
  });
  for (let n = 0; n < 6; n++)
    if ((await flipping.read("https://flips.example.com/", NONE, 300)).state === "ok") answered++;
  const counts = { links: links.length + 1, "by the reader": links.length + 6, ...(await throughTheServer()) };
  return { ...counts, answered };
}

/**
 * Previews a link, connects it, uses it as the new link of a connected channel, and reads a calendar whose link is
 * already in the database.
 */
async function throughTheServer(): Promise<Record<string, number>> {
  const database = await scratchDatabase("sqlite");
  const config = {
    port: 0,
    host: "127.0.0.1",
    publicUrl: null,
    dataDir: database.dataDir,
    databaseUrl: null,
    firstAdmin: ADMIN,
    s3: null,
    demoMode: false,
    guardBookings: false,
    mail: null,
    inbound: null,
    whatsapp: null,
    localMailbox: false,
    secretsKeyFile: `${database.dataDir}/secrets.key`,
    stripe: null,
    payhere: null,
    localBank: false,
    trustProxy: false,
    logLevel: "silent" as const,
    backups: DEFAULT_BACKUPS,
    metricsToken: null,
    misspelled: [],
  };
  const app = await createApp(config, null, { logger: createLogger("silent") });
  const call = async (method: "POST" | "PUT", url: string, payload: object, cookie = "") => {
    const response = await app.http.inject({ method, url, payload, headers: { cookie } });
    return { status: response.statusCode, cookies: response.cookies };
  };
  const signedIn = await call("POST", "/api/admin/auth/login", ADMIN);
  const cookie = signedIn.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  let taken = 0;
  const counts = { looks: 0, connects: 0, changes: 0, readings: 0 };
  for (const url of links) {
    counts.looks++;
    if ((await call("POST", "/api/admin/channels/preview", { platform: "other", url }, cookie)).status < 300) taken++;
    counts.connects++;
    if ((await call("POST", "/api/admin/channels", { platform: "other", url }, cookie)).status < 300) taken++;
  }
  const { db, close } = connectDatabase({ dataDir: database.dataDir, databaseUrl: null }, createLogger("silent"));
  const plant = (id: string, url: string) => {
    const channel = { id, ...row, ...times, state: "connected" as const, import_url: url, import_hash: id };
    return db.insertInto("channel").values(channel).execute();
  };
  const row = { property_id: 1, platform: "other" as const, name: "Planted", mode: "everything" as const };
  const times = { connected_at: "2026-01-01T00:00:00.000Z", next_run_at: "2026-01-01T00:00:00.000Z" };
  await plant("good", "https://calendar.example.com/good.ics");
  for (const url of links) {
    counts.changes++;
    const path = "/api/admin/channels/good/link";
    if ((await call("POST", `${path}/preview`, { url }, cookie)).status < 300) taken++;
    if ((await call("PUT", path, { url, version: 1 }, cookie)).status !== 400) taken++;
  }
  for (const [n, url] of links.entries()) {
    const id = `hostile-${n}`;
    await plant(id, url);
    counts.readings++;
    await call("POST", `/api/admin/channels/${id}/sync`, {}, cookie);
    const run = await db.selectFrom("channel_run").select("state").where("channel_id", "=", id).executeTakeFirst();
    if (!run || run.state === "ok") taken++;
    await db.updateTable("channel").set({ state: "paused" }).where("id", "=", id).execute();
  }
  await close();
  await app.close();
  await database.remove();
  if (taken > 0) throw new Error(`${taken} hostile links were accepted or not tried`);
  return { ...counts, taken };
}

const server = createServer(
  { key: readFileSync(join(folder, "key.pem")), cert: readFileSync(join(folder, "ca.pem")) },
  (request, response) =>
    response.writeHead(302, { location: toInside[Number(request.url?.slice(1))] ?? "https://127.0.0.1/" }).end(),
);
await new Promise<void>((resolve) => server.listen(443, PUBLIC, resolve));
const done = process.argv[2] === "naive" ? await naive() : await product();
server.close();
console.log(JSON.stringify(done));
process.exit(0);
