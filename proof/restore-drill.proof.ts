/**
 * R21: backs up an installation with 10,000 bookings and 500 photos, restores it into an empty one with the documented
 * commands, and compares every table and picture. R22: 50 single-byte changes in a backup must all be detected.
 */
import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import { addDays, toLocalDate } from "#domain/calendar/local-date.ts";
import { allDigests } from "#server/backups/restore-files.ts";
import { createArchives } from "#server/backups/stored-archives.ts";
import { DEFAULT_BACKUPS } from "#server/config.ts";
import { connectDatabase } from "#server/database/connect.ts";
import { differences } from "#server/database/tables.ts";
import { createLogger } from "#server/runtime/logger.ts";
import { runCommand } from "#server/testing/command.ts";
import { engines, scratchDatabase, type ScratchDatabase } from "#server/testing/engines.ts";
import { startTestApp } from "#server/testing/test-app.ts";
import { prove } from "./support/proof.ts";

const BOOKINGS = 10_000;
const PHOTOS = 500;
const PHOTO_BYTES = 200_000;

for (const engine of engines) {
  const server = await startTestApp(engine);
  await fill(server.config);
  const backups = join(server.config.dataDir, "elsewhere");
  const env = (data: { dataDir: string; databaseUrl: string | null }) => ({
    DATA_DIR: data.dataDir,
    DATABASE_URL: data.databaseUrl ?? "",
    BACKUP_TO: backups,
  });
  const there = await scratchDatabase(engine);
  const [file] = await drill();
  if (engine === "sqlite") await flips(join(backups, file));
  await server.close();
  await there.remove();

  async function drill(): Promise<[string]> {
    let name = "";
    await prove(
      {
        id: "R21",
        what: "Backup restore drill",
        aim: "identical data; at most 60 s for 10,000 bookings and 500 photos",
      },
      engine,
      async () => {
        const [before, photos] = [await allDigests(server.config), photosIn(server.config.dataDir)];
        const begun = performance.now();
        const made = await runCommand(["backup"], env(server.config));
        const backupSeconds = (performance.now() - begun) / 1000;
        name = readdirSync(backups)[0] ?? "";
        const restoring = performance.now();
        const restored = await runCommand(["restore", join(backups, name)], env(there));
        const restoreSeconds = (performance.now() - restoring) / 1000;
        if (made.code !== 0 || restored.code !== 0) throw new Error(`${made.output}\n${restored.output}`);
        const after = await allDigests(there);
        // The restore itself adds an audit entry and puts the platforms' calendars on hold, so pages are rendered again.
        const entries = [await auditEntries(server.config), await auditEntries(there)] as const;
        const onlyRestoreAdded =
          isDeepStrictEqual(entries[0], entries[1].slice(0, -1)) && entries[1].at(-1)?.act === "Restored a backup";
        const expected = new Set(["shown_version"]);
        if (onlyRestoreAdded) expected.add("audit_entry");
        if (before["feed_hold"]?.rows === 0 && after["feed_hold"]?.rows === 1) expected.add("feed_hold");
        const different = differences(before, after).filter((name) => !expected.has(name));
        const equalPhotos = photosIn(there.dataDir) === photos;

        const { db, close } = connectDatabase(there, createLogger("silent"));
        await sql`update guest set phone = '+94 77 000 0000' where id = 'g77'`.execute(db);
        await close();
        const rowChangeFound = differences(before, await allDigests(there)).includes("guest");
        spoilOnePhoto(there);
        const photoChangeFound = photosIn(there.dataDir) !== photos;
        return {
          figures: {
            tables: Object.keys(after).length,
            rows: Object.values(after).reduce((sum, { rows }) => sum + rows, 0),
            photos: PHOTOS,
            differentTables: different.length,
            photosEqual: String(equalPhotos),
            backupAndProofSeconds: Number(backupSeconds.toFixed(1)),
            restoreSeconds: Number(restoreSeconds.toFixed(1)),
          },
          met: different.length === 0 && equalPhotos && restoreSeconds <= 60,
          negativeControl: {
            fault: "one changed digit in a phone number, one changed bit in a photo",
            detected: rowChangeFound && photoChangeFound,
          },
        };
      },
    );
    return [name];
  }

  async function flips(backup: string): Promise<void> {
    await prove(
      { id: "R22", what: "Corrupted backup", aim: "50 of 50 single-byte changes detected" },
      engine,
      async () => {
        const bytes = readFileSync(backup);
        const archives = createArchives({ config: { ...there, backups: DEFAULT_BACKUPS }, version: "0" });
        const broken = join(server.config.dataDir, "broken.tar.gz");
        let refused = 0;
        let byCommand = 0;
        for (let i = 0; i < 50; i++) {
          const place = Math.floor((bytes.length * (i + Math.random())) / 50);
          const kept = bytes[place] ?? 0;
          bytes[place] = kept ^ (1 << (i % 8));
          writeFileSync(broken, bytes);
          bytes[place] = kept;
          if (
            await archives.check(broken).then(
              () => false,
              () => true,
            )
          )
            refused += 1;
          if (i % 10 !== 0) continue;
          const elsewhere = { DATA_DIR: join(server.config.dataDir, "never"), DATABASE_URL: "" };
          if ((await runCommand(["restore", broken], elsewhere)).code !== 0) byCommand += 1;
        }
        writeFileSync(broken, bytes);
        const whole = await archives.check(broken).then(
          () => true,
          () => false,
        );
        return {
          figures: {
            flips: 50,
            refused,
            tenthAlsoByTheCommand: `${byCommand} of 5`,
            megabytes: Math.round(bytes.length / 1e6),
          },
          met: refused === 50 && byCommand === 5,
          negativeControl: { fault: "the unchanged file is accepted", detected: whole },
        };
      },
    );
  }
}

/** Inserted directly, because that many requests would take too long. */
async function fill(config: { dataDir: string; databaseUrl: string | null }): Promise<void> {
  const { db, close } = connectDatabase(config, createLogger("silent"), { patient: true });
  const at = "2026-01-01T00:00:00.000Z";
  const days = Array.from({ length: BOOKINGS }, (_, i) => addDays(toLocalDate("2001-01-01"), i));
  await db.transaction().execute(async (trx) => {
    for (let from = 0; from < BOOKINGS; from += 500) {
      const some = days.slice(from, from + 500).map((night, i) => ({ night, n: from + i }));
      await trx
        .insertInto("guest")
        .values(
          some.map(({ n }) => ({
            id: `g${n}`,
            name: `Guest ${n} Perera`,
            email: `guest${n}@example.com`,
            phone: `+94 77 ${n}`,
            search_text: `guest ${n} perera`,
            created_at: at,
            claimed_at: at,
            browser_hash: randomBytes(16).toString("hex"),
            address_hash: "",
          })),
        )
        .execute();
      await trx
        .insertInto("occupied_night")
        .values(some.map(({ night, n }) => ({ property_id: 1, night, booking_id: `b${n}` })))
        .execute();
      await trx
        .insertInto("booking")
        .values(
          some.map(({ night, n }) => ({
            id: `b${n}`,
            reference: `REF-${n}`,
            property_id: 1,
            guest_id: `g${n}`,
            check_in: night,
            check_out: addDays(night, 1),
            guest_count: 2,
            status: "completed" as const,
            source: "direct" as const,
            special_requests: `A late arrival, number ${n}`,
            total_cents: 15_000,
            price_lines: "[]",
            policy: "{}",
            created_at: at,
            version: 1,
          })),
        )
        .execute();
    }
  });
  await db.insertInto("audit_entry").values({ at, actor: "host", act: "Changed the content", subject: "" }).execute();
  await close();
  const folder = join(config.dataDir, "pictures");
  mkdirSync(folder, { recursive: true });
  for (let i = 0; i < PHOTOS; i++) writeFileSync(join(folder, `photo-${i}.avif`), randomBytes(PHOTO_BYTES));
}

async function auditEntries(config: { dataDir: string; databaseUrl: string | null }) {
  const { db, close } = connectDatabase(config, createLogger("silent"));
  const entries = await db.selectFrom("audit_entry").selectAll().orderBy("id").execute();
  await close();
  return entries;
}

function photosIn(dataDir: string): string {
  const folder = join(dataDir, "pictures");
  const hash = createHash("sha256");
  for (const name of readdirSync(folder).toSorted()) hash.update(name).update(readFileSync(join(folder, name)));
  return hash.digest("hex");
}

function spoilOnePhoto({ dataDir }: ScratchDatabase): void {
  const path = join(dataDir, "pictures", "photo-250.avif");
  const bytes = readFileSync(path);
  bytes[1000] = (bytes[1000] ?? 0) ^ 1;
  writeFileSync(`${path}.new`, bytes);
  renameSync(`${path}.new`, path);
}
