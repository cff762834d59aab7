import { sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { counted } from "#domain/text/counted.ts";
import type { Db } from "../connect.ts";
import { codeOf, StartProblem } from "../../runtime/start-problem.ts";
import { type Engine, isDatabaseUnavailable } from "../dialect.ts";
import { unsuitableDatabase } from "../postgres-server.ts";
import { tablesOf } from "../tables.ts";
import { calendarGuard } from "./0002_calendar_guard.ts";
import { signInMigration } from "./0003_sign_in.ts";
import { settingsMigration } from "./0004_settings.ts";
import { auditMigration } from "./0005_audit.ts";
import { auditGuard } from "./0024_audit_guard.ts";
import { feedsMigration } from "./0011_feeds.ts";
import { guestPage } from "./0012_guest_page.ts";
import { liveChanges } from "./0008_live_changes.ts";
import { liveChannels } from "./0017_live_channels.ts";
import { calendarStatements } from "./0034_calendar_statements.ts";
import { knownDevices } from "./0034_known_devices.ts";
import { contentChanges } from "./0014_content_changes.ts";
import { messages } from "./0009_messages.ts";
import { operationsMigration } from "./0015_backups.ts";
import { noChannelHint } from "./0021_no_channel_hint.ts";
import { ratings } from "./0016_ratings.ts";
import { oneNight } from "./0030_one_night.ts";
import { deviceOfSession } from "./0101_device_of_session.ts";
import { offeredDespite } from "./0100_offered_despite.ts";
import { changeRequest } from "./0031_change_request.ts";
import { hostConfirmed } from "./0032_host_confirmed.ts";
import { coalescedMessages } from "./0033_coalesced_messages.ts";
import { shownNights } from "./0046_shown_nights.ts";
import { shownWords } from "./0028_shown_words.ts";
import { channelDoubts } from "./0035_channel_doubts.ts";
import { prices } from "./0040_prices.ts";
import { frozenPrice } from "./0041_frozen_price.ts";
import { dayNotes } from "./0042_day_notes.ts";
import { currency } from "./0043_currency.ts";
import { payments } from "./0050_payments.ts";
import { passkeys } from "./0060_passkeys.ts";
import { push } from "./0061_push.ts";
import { surroundings } from "./0080_surroundings.ts";
import { languages } from "./0070_languages.ts";
import { terms } from "./0084_terms.ts";
import { offers } from "./0085_offers.ts";
import { mailAccount } from "./0095_mail_account.ts";
import { listedBookings } from "./0098_listed_bookings.ts";
import { cleaning } from "./0096_cleaning.ts";
import { customMessages } from "./0097_custom_messages.ts";
import { guardIndex } from "./0102_guard_index.ts";
import { shownKinds } from "./0104_shown_kinds.ts";
import { listedPhones } from "./0105_listed_phones.ts";
import { nightsSince } from "./0107_nights_since.ts";
import { claimedGuests } from "./0108_claimed_guests.ts";
import { shownRequests } from "./0109_shown_requests.ts";
import { bookedLate } from "./0110_booked_late.ts";
import { wordsAboutGuests } from "./0103_words_about_guests.ts";
import { messagePictures } from "./0099_message_pictures.ts";
import { conversation } from "./0090_conversation.ts";
import { otherWords } from "./0088_other_words.ts";
import { start } from "./0001_start.ts";
import { ownerBlocks } from "./0006_owner_blocks.ts";
import { channelImport } from "./0010_channel_import.ts";
import { hosts } from "./0094_hosts.ts";
import { adminBookings } from "./0007_host_desk.ts";
import { pictureChanges } from "./0019_picture_changes.ts";
import { picturesMigration } from "./0013_pictures.ts";

/** All migrations, in order. They are never changed once released, because they have run on existing installations. */
export function migrations(engine: Engine): Record<string, Migration> {
  return {
    "0001_start": start(engine),
    "0002_calendar_guard": calendarGuard(engine),
    "0003_sign_in": signInMigration,
    "0004_settings": settingsMigration,
    "0005_audit": auditMigration(engine),
    "0006_owner_blocks": ownerBlocks(engine),
    "0007_host_desk": adminBookings(engine),
    "0008_live_changes": liveChanges(engine),
    "0009_messages": messages,
    "0010_channel_import": channelImport(engine),
    "0011_feeds": feedsMigration(engine),
    "0012_guest_page": guestPage,
    "0013_pictures": picturesMigration,
    "0014_content_changes": contentChanges,
    "0015_backups": operationsMigration(engine),
    "0016_ratings": ratings,
    "0017_live_channels": liveChannels(engine),
    "0019_picture_changes": pictureChanges,
    "0021_no_channel_hint": noChannelHint,
    "0024_audit_guard": auditGuard(engine),
    "0028_shown_words": shownWords(engine),
    "0030_one_night": oneNight(engine),
    "0031_change_request": changeRequest,
    "0032_host_confirmed": hostConfirmed,
    "0033_coalesced_messages": coalescedMessages,
    "0034_calendar_statements": calendarStatements(engine),
    "0034_known_devices": knownDevices,
    "0035_channel_doubts": channelDoubts,
    "0040_prices": prices(engine),
    "0041_frozen_price": frozenPrice,
    "0042_day_notes": dayNotes(engine),
    "0043_currency": currency(engine),
    "0046_shown_nights": shownNights(engine),
    "0050_payments": payments(engine),
    "0060_passkeys": passkeys,
    "0061_push": push(engine),
    "0070_languages": languages,
    "0080_surroundings": surroundings,
    "0084_terms": terms,
    "0085_offers": offers,
    "0088_other_words": otherWords,
    "0090_conversation": conversation(engine),
    "0094_hosts": hosts,
    "0095_mail_account": mailAccount,
    "0096_cleaning": cleaning,
    "0097_custom_messages": customMessages,
    "0098_listed_bookings": listedBookings(engine),
    "0099_message_pictures": messagePictures,
    "0100_offered_despite": offeredDespite,
    "0101_device_of_session": deviceOfSession,
    "0102_guard_index": guardIndex,
    "0103_words_about_guests": wordsAboutGuests(engine),
    "0104_shown_kinds": shownKinds(engine),
    "0105_listed_phones": listedPhones(engine),
    "0107_nights_since": nightsSince,
    "0108_claimed_guests": claimedGuests,
    "0109_shown_requests": shownRequests(engine),
    "0110_booked_late": bookedLate(engine),
  };
}

/**
 * Migrates the database to this code's schema and returns the names of the migrations that ran. Kysely's migrator holds
 * a lock, so only one of several starting instances migrates; all migrations run in one transaction, so an interrupted
 * run leaves nothing behind.
 */
export async function migrate(db: Db, engine: Engine): Promise<string[]> {
  const migrator = await migratorFor(db, engine);
  const other = await otherProgram(db, engine);
  if (other) throw new StartProblem(`${other.message} ${other.remedy}`);
  await refuseNewer(db, engine);
  const { error, results } = await migrator.migrateToLatest();
  if (error) throw explained(error);
  return (results ?? []).map((result) => result.migrationName);
}

/** Creates only the tables in which Kysely's migrator records which migrations have run. */
export async function createMigrationTables(db: Db, engine: Engine): Promise<void> {
  const { error } = await (await migratorFor(db, engine, {})).migrateToLatest();
  if (error) throw error;
}

async function migratorFor(db: Db, engine: Engine, all = migrations(engine)): Promise<Migrator> {
  const unsuitable = engine === "postgres" ? await unsuitableDatabase(db) : null;
  if (unsuitable) throw new StartProblem(unsuitable);
  const migrationTableSchema = engine === "postgres" ? await schemaOf(db) : undefined;
  return new Migrator({ db, provider: { getMigrations: async () => all }, migrationTableSchema });
}

/**
 * The schema of Latchkey's tables. If it is not given, Kysely takes another program's `kysely_migration`, in any schema
 * of the same database, for ours.
 */
async function schemaOf(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ name: string | null }>`
    select coalesce(
      (select n.nspname from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.oid = to_regclass('kysely_migration')),
      current_schema()
    ) as name`.execute(db);
  return rows[0]?.name ?? undefined;
}

/** The tables are missing or out of date, or the owner has created them and has not granted access to them yet. */
const FORBIDDEN =
  "This database account is not allowed to read or change the tables. Run `npm run latchkey -- migrate` with the owner's DATABASE_URL, then run deploy/postgres-roles.sql as a superuser, then start again.";

/** 42501 is PostgreSQL's error code for missing permission. */
function explained(error: unknown): unknown {
  const isForbidden = error instanceof Error && "code" in error && error.code === "42501";
  return isForbidden ? new Error(FORBIDDEN, { cause: error }) : error;
}

/** Throws if the database account cannot change the tables because another account owns them. */
export async function refuseForbidden(db: Db, engine: Engine): Promise<void> {
  if (engine === "sqlite") return;
  const { rows } = await sql<{ owns: boolean }>`
    select pg_has_role(relowner, 'usage') as owns from pg_class where oid = to_regclass('kysely_migration')
  `.execute(db);
  if (rows[0]?.owns === false) throw new Error(FORBIDDEN);
}

/**
 * What is wrong if the database has tables but none of Latchkey's migrations has run on it; otherwise null. A restore
 * would delete these tables, and backups would fail because of them.
 */
export async function otherProgram(db: Db, engine: Engine): Promise<{ message: string; remedy: string } | null> {
  const isOurs = async () => {
    const ran = await hasRun(db);
    return ran === null || ran.some((name) => name in migrations(engine));
  };
  // Checked first, because listing the tables would make every start slower.
  if (await isOurs()) return null;
  const tables = (await tablesOf(db, engine)).map(({ name }) => name);
  // Checked again: another instance may have migrated in the meantime.
  if (tables.length === 0 || (await isOurs())) return null;
  const more = tables.length - NAMED_TABLES;
  const named = [...tables.slice(0, NAMED_TABLES), ...(more > 0 ? [counted(more, "more table")] : [])];
  return {
    message: `The database contains the tables of another program (${named.join(", ")}) and none of Latchkey's.`,
    remedy:
      engine === "postgres"
        ? "Create an empty database for Latchkey, and set DATABASE_URL to it."
        : "Set DATA_DIR to Latchkey's data folder, or to an empty folder for a new installation.",
  };
}

const NAMED_TABLES = 3;

/** The names of the migrations that have run; null if the database account is not allowed to read them. */
async function hasRun(db: Db): Promise<string[] | null> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
    return rows.map(({ name }) => name);
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    return codeOf(error) === "42501" ? null : [];
  }
}

/** An older version does not know which data of a newer schema it must preserve. */
async function refuseNewer(db: Db, engine: Engine): Promise<void> {
  const ran = await hasRun(db);
  const unknown = (ran ?? []).filter((name) => !(name in migrations(engine)));
  if (unknown.length === 0) return;
  throw new Error(
    `a newer version of Latchkey has used this database (${unknown.join(", ")}). Start that version again, or restore the backup made before the upgrade into an empty installation.`,
  );
}

/** The migrations that have run on this database, and those that would run next. */
export async function pendingMigrations(db: Db, engine: Engine): Promise<{ ran: string[]; pending: string[] }> {
  const migrator = await migratorFor(db, engine);
  const known = await migrator.getMigrations().catch((error: unknown) => {
    throw explained(error);
  });
  const names = (pending: boolean) =>
    known.filter((one) => (one.executedAt !== undefined) === pending).map((one) => one.name);
  return { ran: names(true), pending: names(false) };
}
