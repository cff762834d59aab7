import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { randomBytes } from "node:crypto";
import BetterSqlite from "better-sqlite3";
import { afterEach, describe, expect, test } from "vitest";
import { importResponse } from "#contract/backups.ts";
import { DEFAULT_BACKUPS } from "../config.ts";
import { engines } from "../testing/engines.ts";
import { bookStay, GUEST } from "../testing/given.ts";
import { openChannel } from "../testing/open-channel.ts";
import { cookieOf, startTestApp, type TestApp } from "../testing/test-app.ts";
import { allDigests } from "./restore-files.ts";
import { createArchives } from "./stored-archives.ts";

const PHOTO = randomBytes(5000);
const open: TestApp[] = [];
afterEach(async () => {
  for (const server of open.splice(0).toReversed()) await server.close();
});
const started = async (...given: Parameters<typeof startTestApp>) => {
  const server = await startTestApp(...given);
  open.push(server);
  return server;
};

/** The installation that is exported. */
async function oldPlace(engine: "sqlite" | "postgres", before = async (_server: TestApp) => undefined) {
  const server = await started(engine);
  await bookStay(server, {}, GUEST, { "x-latchkey-language": "de" });
  await before(server);
  mkdirSync(join(server.config.dataDir, "pictures", "photos"), { recursive: true });
  writeFileSync(join(server.config.dataDir, "pictures", "photos", "one.avif"), PHOTO);
  const archives = (passphrase: string | null = null, target = server.config) =>
    createArchives({ config: { ...target, backups: { ...DEFAULT_BACKUPS, passphrase } }, version: "0.0.0" });
  const file = join(server.config.dataDir, "all.tar.gz");
  await archives().exportTo(file);
  return { server, archives, exported: readFileSync(file) };
}

const GERMAN_RULE = "Bitte rauchen Sie nicht im Haus.";
async function writeInGerman(server: TestApp): Promise<undefined> {
  const cookie = await server.signIn();
  const [{ houseRules }] = (await server.send("GET", "/api/properties/public")).json;
  const wordsIn = { "houseRules.0": { de: { text: GERMAN_RULE, of: houseRules[0] } } };
  expect((await server.send("PUT", "/api/admin/content/property", { wordsIn }, { cookie })).status).toBe(200);
  // Sessions do not survive an import.
  expect((await server.send("POST", "/api/admin/auth/logout", {}, { cookie })).status).toBeLessThan(300);
}

/**
 * The new installation, which has only its set-up link. Counts how often the server was told to reopen the database.
 */
async function newPlace(engine: "sqlite" | "postgres") {
  let replaced = 0;
  const server = await started(engine, { config: { firstAdmin: null }, onDatabaseReplaced: () => (replaced += 1) });
  await server.app.start();
  return { server, token: server.app.setupToken ?? "", replaced: () => replaced };
}

async function put(server: TestApp, body: Buffer, headers: Record<string, string>) {
  const response = await fetch(`${server.url}/api/admin/import`, {
    method: "PUT",
    body: new Uint8Array(body),
    headers: { "content-type": "application/octet-stream", ...headers },
  });
  return { status: response.status, body: await response.json() };
}
function bookingsIn(file: string): unknown {
  const database = new BetterSqlite(file);
  try {
    return database.prepare("select count(*) from booking").pluck().get();
  } catch (error) {
    return error;
  } finally {
    database.close();
  }
}
const staleWorkFolders = ({ config }: TestApp) =>
  readdirSync(config.dataDir).filter((name) => name.startsWith("work-"));

describe.each(engines)("importing through the portal, on %s", (engine) => {
  test("the set-up link allows an import; the server is told to reopen the database, and the old account can sign in", async () => {
    const from = await oldPlace(engine, writeInGerman);
    const { server, token, replaced } = await newPlace(engine);
    const response = await put(server, from.exported, { "x-latchkey-setup": token });
    expect(response.status).toBe(200);
    expect(importResponse.parse(response.body).message).toMatch(
      /^Restored \d+ rows in \d+ tables and 1 pictures from .* UTC and verified all of it \(row by row\)\.$/,
    );
    await expect.poll(replaced).toBeGreaterThan(0);
    expect(await allDigests(server.config)).toEqual(await allDigests(from.server.config));
    expect(readFileSync(join(server.config.dataDir, "pictures", "photos", "one.avif"))).toEqual(PHOTO);
    expect(staleWorkFolders(server)).toEqual([]);

    const anew = await started(engine, { config: { ...server.sameDatabase, firstAdmin: null } });
    expect(anew.app.setupToken).toBeNull();
    const cookie = await anew.signIn();
    // L-07: the host's translations are imported, and so is a guest's language.
    const listed = await anew.send("GET", "/api/properties/public", undefined, { "x-latchkey-language": "de" });
    expect(listed.json[0].houseRules[0]).toBe(GERMAN_RULE);
    const [{ id }] = (await anew.send("GET", "/api/admin/bookings", undefined, { cookie })).json;
    expect((await anew.send("GET", `/api/admin/bookings/${id}`, undefined, { cookie })).json.language).toBe("de");
    const inUse = await anew.send("GET", "/api/admin/import", undefined, { cookie });
    expect(inUse.json.inUse).toContain("This installation is in use (1 booking)");
    // Neither the set-up link nor the account allows an import into an installation in use.
    expect((await put(anew, from.exported, { "x-latchkey-setup": token })).status).toBe(403);
    const refused = await put(anew, from.exported, { cookie });
    expect([refused.status, refused.body.message]).toEqual([409, inUse.json.inUse]);
  });

  test("a file that was exported in the portal of a running site may lack bookings, so platforms must wait", async () => {
    const { server: from } = await oldPlace(engine);
    const cookie = await from.signIn();
    await openChannel(from, cookie, "airbnb");
    const exported = await fetch(`${from.url}/api/admin/export`, { headers: { cookie } });
    const { server, token } = await newPlace(engine);
    const file = Buffer.from(await exported.arrayBuffer());
    expect((await put(server, file, { "x-latchkey-setup": token })).status).toBe(200);
    const anew = await started(engine, { config: { ...server.sameDatabase, firstAdmin: null } });
    const feeds = await anew.send("GET", "/api/admin/feeds", undefined, { cookie: await anew.signIn() });
    expect(feeds.json.hold).toMatchObject({ reason: "restored" });
  });

  test("a server that is running during a restore on the command line opens the restored database", async () => {
    const from = await oldPlace(engine);
    const { server, replaced } = await newPlace(engine);
    const { dataDir } = server.config;
    const restore = () => from.archives(null, server.config).restore(join(from.server.config.dataDir, "all.tar.gz"));
    await restore();
    await expect.poll(replaced).toBe(1);
    if (engine !== "sqlite") return;
    for (const name of readdirSync(dataDir).filter((file) => file.startsWith("latchkey.sqlite")))
      renameSync(join(dataDir, name), join(dataDir, `before-${name}`));
    // The server opens the new file as soon as it appears, so it must be complete.
    const file = join(dataDir, "latchkey.sqlite");
    let bookings: unknown = null;
    const watch = setInterval(() => {
      if (existsSync(file)) bookings ??= bookingsIn(file);
    }, 1);
    await restore();
    await expect.poll(replaced).toBe(2);
    clearInterval(watch);
    expect(bookings).toBe(1);
  });

  // Both engines reject the same files.
  test.runIf(engine === "sqlite")(
    "importing without signing in requires the set-up link and our own origin; a damaged, truncated or foreign file changes nothing",
    async () => {
      const from = await oldPlace(engine);
      const { server, token, replaced } = await newPlace(engine);
      const before = await allDigests(server.config);
      const setup = { "x-latchkey-setup": token };
      expect((await put(server, from.exported, {})).status).toBe(403);
      expect((await put(server, from.exported, { "x-latchkey-setup": `${token}x` })).status).toBe(403);
      expect((await put(server, from.exported, { ...setup, origin: "https://evil.example" })).status).toBe(403);

      const flipped = Buffer.from(from.exported);
      flipped[flipped.length >> 1] = (flipped[flipped.length >> 1] ?? 0) ^ 1;
      for (const [body, message] of [
        [flipped, "damaged"],
        [from.exported.subarray(0, -10), "damaged"],
        [Buffer.from("a letter to my aunt"), "not a Latchkey backup or export"],
        [execFileSync("tar", ["czf", "-", "package.json"]), ""],
      ] as const) {
        const refused = await put(server, body, setup);
        expect(refused.status).toBe(422);
        expect(refused.body.message).toContain(message);
        expect(JSON.stringify(refused.body)).not.toContain(server.config.dataDir);
      }
      expect(await allDigests(server.config)).toEqual(before);
      expect([replaced(), staleWorkFolders(server)]).toEqual([0, []]);
    },
  );

  test.runIf(engine === "sqlite")(
    "an encrypted backup opens only with its passphrase, and importing it puts the site on hold",
    async () => {
      const from = await oldPlace(engine);
      const cookie = await from.server.signIn();
      await openChannel(from.server, cookie, "airbnb");
      const { proof } = await from.archives("smörgåsbord at nine").backUp("by-hand");
      const backup = readFileSync(join(from.server.config.dataDir, "backups", proof?.name ?? ""));
      const { server, token } = await newPlace(engine);
      const setup = { "x-latchkey-setup": token };
      expect((await put(server, backup, setup)).body.message).toContain("This file is encrypted");
      const wrong = await put(server, backup, { ...setup, "x-latchkey-passphrase": "no" });
      expect(wrong.body.message).toContain("That passphrase is too short");
      const other = await put(server, backup, { ...setup, "x-latchkey-passphrase": "another%20long%20secret" });
      expect(other.body.message).toContain("not the one for this file");
      const right = { ...setup, "x-latchkey-passphrase": encodeURIComponent("smörgåsbord at nine") };
      expect((await put(server, backup, right)).status).toBe(200);
      const anew = await started(engine, { config: { ...server.sameDatabase, firstAdmin: null } });
      const feeds = await anew.send("GET", "/api/admin/feeds", undefined, { cookie: await anew.signIn() });
      expect(feeds.json.hold.reason).toBe("restored");
    },
  );

  test("nothing is replaced if a guest books during the import", async () => {
    const from = await oldPlace(engine);
    const { server, token } = await newPlace(engine);
    const [response, booked] = await Promise.all([
      put(server, from.exported, { "x-latchkey-setup": token }),
      bookStay(server, { checkInDate: "2027-03-01", checkOutDate: "2027-03-03" }),
    ]);
    expect(booked.status).toBe(201);
    expect([409, 422]).toContain(response.status);
    expect(response.body.message).toContain("This installation is in use (1 booking)");
  });
});

test("the demo account cannot import, and a file that is too large is refused before it is uploaded", async () => {
  const server = await started("sqlite", { config: { demoMode: true } });
  const cookie = cookieOf(await server.send("POST", "/api/auth/login", server.app.demo ?? {}));
  expect((await put(server, Buffer.from("x"), { cookie })).status).toBe(403);
  const host = await started("sqlite");
  const output = await new Promise<string>((resolve, reject) => {
    void import("node:http").then(async ({ request }) => {
      const headers = {
        cookie: await host.signIn(),
        "content-type": "application/octet-stream",
        "content-length": String(3 * 1024 ** 3),
      };
      const call = request(`${host.url}/api/admin/import`, { method: "PUT", headers }, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
        response.on("end", () => resolve(`${response.statusCode ?? 0} ${text}`));
      });
      call.on("error", reject).flushHeaders();
    });
  });
  expect(output).toContain("413");
  expect(output).toContain("larger than 2 GB");
});
