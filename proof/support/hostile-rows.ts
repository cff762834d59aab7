/** Fills the free-text columns of the database with a text, bypassing validation (S18). */
import { sql } from "kysely";
import type { Database } from "#server/database/connect.ts";
import { tablesOf } from "#server/database/tables.ts";

/** Free text from people, platforms or our own code, which a screen may show. */
const WORDS: Record<string, string[]> = {
  guest: ["name", "email", "phone", "whatsapp", "search_text"],
  booking: ["special_requests", "host_notes"],
  booking_event: ["actor", "event"],
  payment: ["recorded_by"],
  owner_block: ["reason", "created_by"],
  property: ["name", "description", "location", "wifi_password", "check_in_instructions"],
  picture: ["alt", "author", "licence", "source"],
  attraction_image: ["attraction_name", "alt_text"],
  channel: ["name"],
  channel_stay: ["summary", "code", "link", "feed_guest", "phone_digits", "guest_name", "guest_phone", "notes"],
  channel_stay_event: ["actor", "event"],
  channel_run: ["result"],
  channel_review: ["question", "answered_by"],
  channel_conflict: ["reason", "closed_by"],
  conversation_message: ["written_by", "body"],
  day_note: ["text", "written_by"],
  cleaner_page: ["note", "email"],
  cleaning_done: ["done_by"],
  host_invitation: ["email", "invited_by"],
  mail_account: ["username", "from_address", "changed_by"],
  payment_request: ["about", "created_by"],
  payment_alarm: ["detail", "closed_by", "closed_with"],
  refund: ["failure", "wanted_by"],
  scheduled_message: ["subject", "body", "link", "to_name", "to_address", "note"],
  message_template: ["subject", "body"],
  custom_message: ["title"],
  message_channel: ["reason"],
  rating: ["words"],
  local_letter: ["recipient", "subject", "content"],
  admin: ["username"],
  admin_session: ["user_agent"],
  known_device: ["user_agent"],
  passkey: ["name"],
  push_device: ["user_agent"],
  audit_entry: ["actor", "act", "subject", "before_value", "after_value"],
  content_change: ["actor"],
  feed_read: ["user_agent", "network"],
  backup_run: ["reason"],
};
/** JSON documents. All their strings are filled, except those that `NO_WORDS` matches or `NO_WORDS_BY_NAME` lists. */
const DOCUMENTS: Record<string, string[]> = {
  property: ["amenities", "house_rules", "local_attractions"],
  site_content: ["value"],
  booking: ["price_lines"],
  settings: ["value"],
  custom_message: ["texts"],
  quick_reply: ["replies"],
  receipt: ["content"],
};
const NO_WORDS = /^(\/|https?:|[\d:.-]+$|[a-z-]{1,12}$|[A-Z][a-z]+\/[A-Z]|[A-Z]{3}$|\S+@\S+$|\+[\d ]+$)|^$/;
/** Screens use the values of these keys as an enum or an identifier. */
const NO_WORDS_BY_NAME = new Set(["id", "category"]);
/** WiFi network names cannot be longer (IEEE 802.11), and longer ones are not returned. */
const LONGEST: Record<string, number> = { wifiName: 32 };

export const PLACES = [...Object.entries(WORDS), ...Object.entries(DOCUMENTS)].flatMap(([table, columns]) =>
  columns.map((column) => `${table}.${column}`),
);

/** Places where the database rejected the text are left out. */
export async function fillWith({ db }: Database, payload: string): Promise<Set<string>> {
  const filled = new Set<string>();
  const attempt = async (place: string, work: () => Promise<{ numAffectedRows?: bigint }>) => {
    const done = await work().catch(() => null);
    if (done && Number(done.numAffectedRows ?? 0) > 0) filled.add(place);
  };
  for (const [table, columns] of Object.entries(WORDS)) {
    for (const column of columns) {
      const [at, to] = [sql.table(table), sql.ref(column)];
      // Audit entries cannot be changed, so an entry is added instead.
      if (table === "audit_entry") continue;
      await attempt(`${table}.${column}`, () => sql`update ${at} set ${to} = ${payload}`.execute(db));
    }
  }
  const words = JSON.stringify({ text: payload, [payload]: payload });
  await attempt("audit_entry", () =>
    sql`insert into audit_entry (at, actor, act, subject, before_value, after_value)
      values (${new Date(0).toISOString()}, ${payload}, ${payload}, ${payload}, ${words}, ${words})`.execute(db),
  );
  if (filled.delete("audit_entry"))
    for (const column of WORDS["audit_entry"] ?? []) filled.add(`audit_entry.${column}`);
  for (const [table, columns] of Object.entries(DOCUMENTS)) {
    for (const column of columns) {
      const [at, to] = [sql.table(table), sql.ref(column)];
      const { rows } = await sql<{ value: string }>`select ${to} as value from ${at}`.execute(db);
      for (const { value } of rows) {
        const hostile = JSON.stringify(withPayload(JSON.parse(value), payload));
        await attempt(`${table}.${column}`, () =>
          sql`update ${at} set ${to} = ${hostile} where ${to} = ${value}`.execute(db),
        );
      }
    }
  }
  return filled;
}

function withPayload(value: unknown, payload: string): unknown {
  if (Array.isArray(value)) return value.map((one) => withPayload(one, payload));
  if (typeof value === "string") return NO_WORDS.test(value) ? value : payload;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      NO_WORDS_BY_NAME.has(name) ? one : withPayload(one, payload.slice(0, LONGEST[name])),
    ]),
  );
}

/** Text columns that are in none of the lists. */
export async function unjudged({ db, engine }: Database): Promise<string[]> {
  const known = new Set([...PLACES, "feed_hold.reason"]);
  const plain =
    /(^id|_id|_at|_hash|_until|_mark|hash|token|secret|status|state|kind|type|version|mode|platform|etag|_nights|^nights|night|day|_on|_since|key|role|tiny|formats|tries|uid|occurrence|code_hash|record|items|lease|claimed_by|delivery|skipped_by|holder|job|name|topic|subject|outcome|address|proof|verdict|spared|anchor|scheduled_for|useful_until|seen_product|last_modified|held_reason|cause|pair|method|paid_on|reference|check_in|check_out|source|policy|waits_for|asked_status|time_zone|image_url|media_type|answer|body|when_silent|import_url|ends_at|at|channel|missing_since|since|mark|duration_ms|before_value|after_value|value|share|change_request|change_until|currency|frozen_price|language|pay_by|plan|moved_from|amount|amount_minor|fee_minor|checks|live|provider|provider_ref|charge_ref|object_ref|purpose|why|seen|told|author|place|written_in|timing|phone_digits|search_text|imported|summary_hour|emails|transports|arrival_from|code|maximum_uses|percent|detail|auth|endpoint|p256dh|number|year|digest|known_stay|shares_reading|created_by|about_booking)$/;
  return (await tablesOf(db, engine)).flatMap(({ name, columns }) =>
    columns
      .map((column) => `${name}.${column.name}`)
      .filter(
        (place) =>
          !known.has(place) &&
          !plain.test(place.split(".")[1] ?? "") &&
          !/count|cents|seconds|bytes|width|height|focus|bedrooms|bathrooms|stars|published|nights|last_step|failures|calls|sequence|minutes|days|added|changed|missing|released|held|ignored|errors|events|times|kept|interruptions|latitude|longitude|by_link|booked_late|rate|generation|whatsapp|network/.test(
            place,
          ),
      ),
  );
}
