import { PROPERTY_ID } from "#domain/booking/booking.ts";
import type { Contact, SiteContentName } from "#domain/property/site-content.ts";
import { dayAt } from "#domain/calendar/time-zone.ts";
import { documentProblems } from "#domain/pricing/document-problems.ts";
import { type StoredPrices, withRate } from "#domain/pricing/stored-prices.ts";
import { DEFAULT_SETTINGS, type PortalSettings } from "#domain/settings/settings.ts";
import { tileMapProblem } from "#domain/settings/tile-map.ts";
import type { Database, Db } from "../database/connect.ts";
import { lockSettings } from "../database/dialect.ts";
import { commitIfOk, type Trx } from "../database/transaction.ts";
import { versionOf } from "../runtime/version-of.ts";
import type { AllSettings, RefusedField, SaveResult, SettingsStore, StoredSettings } from "./ports.ts";

const ROW = 1;

export function createSettingsStore({ db, engine }: Database): SettingsStore {
  return {
    read: () => read(db),

    save: (changes, version, at, during) =>
      commitIfOk<SaveResult>(db, async (trx) => {
        await lockSettings(engine, trx);
        const present = await read(trx);
        if (version !== null && present.version !== version) return { ok: false, reason: "stale" };
        const values = { ...present.values, ...changes };
        const message = tileMapProblem(values);
        if (message) return { ok: false, reason: "field-refused", field: "mapAttribution", message };
        const problem = await writeStayRules(trx, values, present.values, at);
        if (problem) return { ok: false, reason: "field-refused", ...problem };
        await writePortal(trx, values);
        await writeHouse(trx, values, present.values);
        await during(trx, present.values, values);
        return { ok: true, values };
      }),
  };
}

async function read(db: Db | Trx): Promise<StoredSettings> {
  const property = await db
    .selectFrom("property")
    .select(["name", "time_zone"])
    .where("id", "=", PROPERTY_ID)
    .executeTakeFirstOrThrow();
  const { email, phone } = await readDocument<Contact>(db, "contact");
  const portal = await db.selectFrom("settings").select("value").where("id", "=", ROW).executeTakeFirst();
  const values = {
    ...portalOf(portal?.value),
    ...(await readStayRules(db)),
    propertyName: property.name,
    timezone: property.time_zone,
    contactEmail: email,
    contactPhone: phone,
  };
  // Changes to other content and prices do not count.
  return { values, version: versionOf(values) };
}

async function readDocument<T>(db: Db | Trx, name: SiteContentName): Promise<T> {
  const row = await db.selectFrom("site_content").select("value").where("name", "=", name).executeTakeFirstOrThrow();
  return JSON.parse(row.value);
}

async function writeDocument(trx: Trx, name: SiteContentName, document: Contact | StoredPrices): Promise<void> {
  await trx
    .updateTable("site_content")
    .set((eb) => ({ value: JSON.stringify(document), version: eb("version", "+", 1) }))
    .where("name", "=", name)
    .execute();
}

const STAY_RULES = ["longestStay", "bookingWindow"] as const;

/** These rules are stored in the price document. The settings screen also shows and changes them. */
async function readStayRules(db: Db | Trx): Promise<Partial<Pick<AllSettings, "longestStay" | "bookingWindow">>> {
  const row = await db.selectFrom("site_content").select("value").where("name", "=", "prices").executeTakeFirst();
  if (!row) return {};
  const { longestStay, windowDays }: StoredPrices = JSON.parse(row.value);
  return { longestStay, bookingWindow: windowDays };
}

/** Returns the conflict, and the rule that causes it, if the prices could not be saved with these rules. */
async function writeStayRules(
  trx: Trx,
  values: AllSettings,
  before: AllSettings,
  at: Date,
): Promise<RefusedField | null> {
  const field = STAY_RULES.find((rule) => values[rule] !== before[rule]);
  if (!field) return null;
  const property = trx.selectFrom("property").select("rate_cents").where("id", "=", PROPERTY_ID);
  const { rate_cents } = await property.executeTakeFirstOrThrow();
  const stored = await readDocument<StoredPrices>(trx, "prices");
  const prices = { ...stored, longestStay: values.longestStay, windowDays: values.bookingWindow };
  const [problem] = documentProblems(withRate(prices, rate_cents), dayAt(at, values.timezone));
  if (problem) return { field, message: problem.message };
  await writeDocument(trx, "prices", prices);
  return null;
}

/** If a row was written by an older version, settings missing from it have their default values. */
function portalOf(json: string | undefined): PortalSettings {
  if (json === undefined) return DEFAULT_SETTINGS;
  const { debugUntil, ...stored } = JSON.parse(json);
  return { ...DEFAULT_SETTINGS, ...stored, debugUntil: debugUntil ? new Date(debugUntil) : null };
}

async function writePortal(trx: Trx, values: AllSettings): Promise<void> {
  const { propertyName: _name, contactEmail: _email, contactPhone: _phone, timezone: _zone, ...portal } = values;
  const value = JSON.stringify(portal satisfies PortalSettings);
  await trx
    .insertInto("settings")
    .values({ id: ROW, value, version: 1 })
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet((eb) => ({ value, version: eb("settings.version", "+", 1) })),
    )
    .execute();
}

/** Writes the property and the contact details only if they have changed. */
async function writeHouse(trx: Trx, values: AllSettings, before: AllSettings): Promise<void> {
  if (values.propertyName !== before.propertyName || values.timezone !== before.timezone) {
    await trx
      .updateTable("property")
      .set((eb) => ({ name: values.propertyName, time_zone: values.timezone, version: eb("version", "+", 1) }))
      .where("id", "=", PROPERTY_ID)
      .execute();
  }
  if (values.contactEmail !== before.contactEmail || values.contactPhone !== before.contactPhone) {
    const contact = await readDocument<Contact>(trx, "contact");
    await writeDocument(trx, "contact", { ...contact, email: values.contactEmail, phone: values.contactPhone });
  }
}
