import { type Kysely, sql } from "kysely";
import type { Engine } from "../database/dialect.ts";
import type { Schema } from "../database/schema.ts";
import { tablesOf } from "../database/tables.ts";

type Row = Record<string, string | number | null>;

const AT = "2026-01-01T00:00:00.000Z";
const LATER = "2026-06-01T00:00:00.000Z";

/** Rows for every table with user data or events in the current schema, in an order that the database accepts. */
const ROWS: [table: string, row: Row][] = [
  [
    "property",
    {
      id: 1,
      name: "Tea House",
      description: "On a ridge",
      location: "Ella",
      image_url: "/pictures/x",
      rate_cents: 15_000,
      bedrooms: 2,
      bathrooms: 1,
      amenities: "[]",
      house_rules: "[]",
      local_attractions: "[]",
      wifi_password: "kettle",
      check_in_instructions: "Ring twice",
      time_zone: "Asia/Colombo",
      version: 1,
    },
  ],
  ["site_content", { name: "of-a-test", value: "{}", version: 3 }],
  ["guest", { ...guestRow("g", "Ann"), whatsapp: "+94770000000" }],
  ["occupied_night", { property_id: 1, night: "2026-12-01", booking_id: "b" }],
  ["occupied_night", { property_id: 1, night: "2026-12-02", booking_id: "b" }],
  [
    "booking",
    {
      id: "b",
      reference: "AAAA-1111",
      property_id: 1,
      guest_id: "g",
      check_in: "2026-12-01",
      check_out: "2026-12-03",
      guest_count: 2,
      status: "confirmed",
      source: "direct",
      special_requests: "A cot",
      total_cents: 30_000,
      price_lines: "[]",
      policy: "{}",
      created_at: AT,
      version: 1,
      host_notes: "Late",
      language: "de",
    },
  ],
  ["occupied_night", { property_id: 1, night: "2026-12-10", block_id: "k" }],
  [
    "owner_block",
    {
      id: "k",
      property_id: 1,
      starts_on: "2026-12-10",
      ends_on: "2026-12-11",
      reason: "Paint",
      created_at: AT,
      created_by: "host",
      version: 1,
    },
  ],
  ["day_note", { property_id: 1, day: "2026-12-10", text: "Gardener", written_by: "host", written_at: AT }],
  [
    "payment",
    {
      id: "p",
      booking_id: "b",
      kind: "payment",
      amount_cents: 10_000,
      method: "cash",
      paid_on: "2026-02-01",
      recorded_at: AT,
      recorded_by: "host",
    },
  ],
  ["promo_code", { code: "WELCOME", percent: 1000, maximum_uses: 10, arrival_from: "2026-12-01" }],
  ["promo_code_use", { booking_id: "b", code: "WELCOME" }],
  ["booking_access", { booking_id: "b", browser_hash: "h" }],
  ["booking_event", { id: "e", booking_id: "b", at: AT, actor: "guest", event: "Booked" }],
  ["idempotency_key", { key_hash: "k", body_hash: "b", answer: "{}", created_at: AT }],
  ["admin", { id: "a", username: "host", password_hash: "x", created_at: AT, last_seen_at: LATER }],
  [
    "host_invitation",
    { id: "i", token_hash: "t", email: "ann@example.com", invited_by: "host", created_at: AT, expires_at: LATER },
  ],
  ["notification_choice", { admin_id: "a", emails: '["ann@example.com"]', events: "[]", summary_hour: 7 }],
  [
    "mail_account",
    {
      id: 1,
      host: "smtp.example.com",
      port: 587,
      security: "starttls",
      username: "stay",
      sealed_password: "k.s",
      from_address: "stay@example.com",
      changed_at: AT,
      changed_by: "host",
    },
  ],
  [
    "cleaner_page",
    {
      id: 1,
      token: "t",
      note: "Key",
      email: "maya@example.com",
      opened_at: AT,
      told: "{}",
      told_count: 2,
      seen: "[]",
      seen_at: AT,
      changing_since: AT,
    },
  ],
  [
    "listed_booking",
    {
      id: "listed",
      imported: 0,
      status: "confirmed",
      source: "direct",
      check_in: "2026-12-03",
      check_out: "2026-12-05",
      amount: 150,
      name_key: "ANN",
      search_text: "ANN",
      phone_digits: "94771234567",
    },
  ],
  ["listed_booking_change", { subject: "listed" }],
  ["cleaning_done", { day: "2026-12-03", done_at: AT, done_by: "cleaner" }],
  [
    "admin_session",
    {
      token_hash: "t",
      admin_id: "a",
      created_at: AT,
      last_seen_at: AT,
      user_agent: "Firefox",
      kept: 1,
      confirmed_at: LATER,
    },
  ],
  ["setup_token", { token_hash: "t", created_at: AT }],
  ["second_factor", { admin_id: "a", secret: "s", enabled_at: AT, last_step: 7 }],
  ["recovery_code", { code_hash: "c", admin_id: "a" }],
  ["pending_sign_in", { token_hash: "t", admin_id: "a", created_at: AT, tries: 1 }],
  ["sign_in_network", { network_hash: "n", tries: "[]", last_at: AT }],
  ["sign_in_failure", { username_hash: "n", failures: 2, last_at: AT }],
  ["known_network", { admin_id: "a", network_hash: "n", last_at: AT }],
  ["known_device", { admin_id: "a", device_hash: "d", last_at: AT, user_agent: "Firefox" }],
  [
    "passkey",
    {
      credential_id: "c",
      admin_id: "a",
      public_key: "k",
      counter: 7,
      transports: "[]",
      rp_id: "cottage.example",
      name: "Phone",
      created_at: AT,
      last_used_at: LATER,
    },
  ],
  ["used_challenge", { challenge_hash: "h", used_at: AT }],
  [
    "push_device",
    {
      id: "pd",
      admin_id: "a",
      endpoint: "https://push.example/1",
      p256dh: "p",
      auth: "a",
      user_agent: "Firefox",
      created_at: AT,
    },
  ],
  ["push_choice", { admin_id: "a", events: "[]", detail: "brief" }],
  ["sign_in_link", { token_hash: "t", created_at: AT, opened_at: AT, device_hash: "d" }],
  ["settings", { id: 1, value: '{"sessionTimeout":77}', version: 2 }],
  ["audit_entry", { at: AT, actor: "host", act: "Changed", subject: "House", before_value: "a", after_value: "b" }],
  ["live_change", { topic: "booking", kind: "changed", subject: "b" }],
  [
    "scheduled_message",
    {
      id: "m",
      message_key: "welcome/b",
      booking_id: "b",
      type: "welcome",
      channel: "email",
      status: "sent",
      anchor: "booking",
      scheduled_for: AT,
      next_try_at: AT,
      retry_count: 1,
      interruptions: 0,
      to_address: "ann@example.com",
      sent_at: LATER,
      version: 1,
      created_at: AT,
    },
  ],
  ["conversation", { booking_id: "b", shares_reading: 1 }],
  [
    "conversation_message",
    {
      id: "cm",
      booking_id: "b",
      place: 1,
      author: "guest",
      written_by: "",
      written_in: "page",
      body: "Is there a kettle?",
      search_text: "IS THERE A KETTLE?",
      at: AT,
      read_at: LATER,
    },
  ],
  [
    "message_picture",
    {
      id: "mp",
      booking_id: "b",
      message_id: "cm",
      author: "guest",
      place: 1,
      width: 1920,
      height: 1440,
      bytes: 400_000,
      digest: "d",
      created_at: AT,
    },
  ],
  ["quick_reply", { id: 1, replies: "[]", version: 2 }],
  ["message_template", { type: "welcome", subject: "Hello", body: "Come in", version: 2 }],
  ["message_translation", { type: "welcome", language: "de", subject: "Hallo", body: "Kommen Sie herein", version: 1 }],
  [
    "custom_message",
    {
      id: "own",
      title: "Market",
      timing: '{"event":"check-in","side":"before","amount":2,"unit":"days","time":"09:00"}',
      texts: '{"en":{"subject":"Market","body":"On Sunday"}}',
      is_on: 1,
      version: 1,
      created_at: AT,
      deleted_at: null,
    },
  ],
  ["message_channel", { channel: "whatsapp", paused_until: LATER, reason: "token" }],
  ["local_letter", { id: "l", at: AT, channel: "email", recipient: "x", subject: "s", content: "c" }],
  [
    "channel",
    {
      id: "c",
      property_id: 1,
      platform: "airbnb",
      name: "Airbnb",
      mode: "everything",
      state: "connected",
      import_url: "https://example.com/a.ics",
      import_hash: "h",
      connected_at: AT,
      next_run_at: LATER,
    },
  ],
  ["occupied_night", { property_id: 1, night: "2026-12-20", channel_stay_id: "s" }],
  [
    "channel_stay",
    {
      id: "s",
      channel_id: "c",
      property_id: 1,
      uid: "u",
      occurrence: "",
      starts_on: "2026-12-20",
      ends_on: "2026-12-21",
      kind: "reservation",
      state: "active",
      holds_nights: 1,
      summary: "Reserved",
      code: "HM1",
      link: "",
      feed_guest: "",
      phone_digits: "1234",
      first_seen_at: AT,
      last_seen_at: LATER,
      amount_cents: 9000,
    },
  ],
  [
    "channel_run",
    {
      id: "r",
      channel_id: "c",
      started_at: AT,
      duration_ms: 5,
      cause: "clock",
      state: "ok",
      bytes: 9,
      events: 1,
      added: 1,
      changed: 0,
      missing: 0,
      released: 0,
      held: 0,
      ignored: 0,
      errors: 0,
      result: "{}",
    },
  ],
  ["channel_stay_event", { stay_id: "s", at: AT, actor: "feed", event: "added", before_nights: "", after_nights: "x" }],
  ["channel_body", { run_id: "r", channel_id: "c", fetched_at: AT, mark: "m", body: "BEGIN:VCALENDAR" }],
  [
    "channel_review",
    { id: "v", channel_id: "c", stay_id: "s", kind: "gone", question: "?", nights: "", opened_at: AT },
  ],
  [
    "channel_conflict",
    {
      id: "f",
      pair: "b s",
      first_kind: "booking",
      first_id: "b",
      second_kind: "stay",
      second_id: "s",
      from_night: "2026-12-01",
      to_night: "2026-12-02",
      opened_at: AT,
    },
  ],
  ["feed", { channel: "c", platform: "airbnb", token: "t", token_hash: "h", opened_at: AT, changed_at: AT }],
  ["feed_version", { channel: "c", etag: "e", items: "[]", first_served_at: AT, last_served_at: LATER }],
  ["feed_read", { channel: "c", at: AT, outcome: "sent", address: "current", user_agent: "x", network: "n" }],
  [
    "feed_item",
    {
      record: "booking/b",
      uid: "u",
      starts_on: "2026-12-01",
      ends_on: "2026-12-03",
      kind: "stay",
      sequence: 0,
      changed_at: AT,
    },
  ],
  ["feed_hold", { id: 1, reason: "restored", since: AT }],
  ["signing_key", { name: "of-a-test", secret: "s" }],
  ["proven_email", { email_mark: "m", proven_until: LATER }],
  [
    "picture_change",
    {
      id: "c",
      subject: "picture",
      subject_id: "i",
      before_value: '{"alt":"A hill"}',
      after_value: '{"alt":"A ridge"}',
    },
  ],
  [
    "picture",
    {
      id: "i",
      width: 10,
      height: 10,
      tiny: "",
      alt: "A ridge",
      focus_x: 50,
      focus_y: 50,
      author: "",
      licence: "",
      source: "",
      formats: "[]",
      created_at: AT,
      tries: 0,
    },
  ],
  ["upload", { id: "u", session_hash: "s", expires_at: AT }],
  ["attraction_image", { id: "i", attraction_name: "Falls", image_url: "/x", alt_text: "", uploaded_at: AT }],
  ["content_change", { id: "c", at: AT, actor: "host", before_value: "{}", after_value: "{}" }],
  ["backup_run", { id: "r", kind: "nightly", started_at: AT, finished_at: LATER, reason: "full" }],
  [
    "checkout",
    {
      id: "o",
      booking_id: "b",
      purpose: "all",
      amount_minor: 20_000,
      currency: "USD",
      provider: "stripe",
      live: 1,
      provider_ref: "cs_1",
      state: "paid",
      ends_at: LATER,
      created_at: AT,
      created_by: "guest",
    },
  ],
  [
    "refund",
    {
      id: "q",
      booking_id: "b",
      checkout_id: "o",
      charge_ref: "pi_1",
      amount_minor: 500,
      currency: "USD",
      why: "host",
      state: "done",
      next_try_at: AT,
      wanted_by: "host",
      created_at: AT,
    },
  ],
  [
    "receipt",
    { year: 2026, number: 1, booking_id: "b", payment_id: "p", kind: "payment", content: "{}", created_at: AT },
  ],
  [
    "payment_request",
    {
      id: "n",
      booking_id: "b",
      amount_minor: 700,
      currency: "USD",
      about: "Bikes",
      created_at: AT,
      created_by: "host",
    },
  ],
  [
    "provider_notice",
    { provider: "stripe", live: 1, id: "evt_1", type: "x", object_ref: "cs_1", received_at: AT, outcome: "queued" },
  ],
  ["payment_alarm", { id: "dispute", kind: "dispute", booking_id: "b", detail: "Look", opened_at: AT }],
  ["channel_rules", { id: 1, poll_minutes: 30, when_silent: "stop", forget_after_days: 30 }],
  ["rating", { booking_id: "b", stars: 5, words: "Lovely", created_at: AT, changed_at: AT, published: 1 }],
];

/** Tables that are filled by migrations, or that only hold short-lived data. */
export const WITHOUT_FIXTURE = ["job_lease", "rate_count", "shown_version"];

function guestRow(id: string, name: string): Row {
  return {
    id,
    name,
    email: "ann@example.com",
    phone: "+94 1",
    search_text: name.toLowerCase(),
    created_at: AT,
    browser_hash: "",
    address_hash: "",
  };
}

export type Stored = { table: string; row: Row };

/** Inserts `ROWS` into the tables that exist in this version of the schema, using the columns that exist. */
export async function storeFullFixture(db: Kysely<Schema>, engine: Engine): Promise<Stored[]> {
  const tables = new Map(
    (await tablesOf(db, engine)).map(({ name, columns }) => [name, columns.map((one) => one.name)]),
  );
  const stored: Stored[] = [];
  await db.transaction().execute(async (trx) => {
    for (const [table, whole] of ROWS) {
      const columns = tables.get(table);
      if (!columns) continue;
      const cells = Object.entries(whole).filter(([column]) => columns.includes(column));
      // Skips a night if this version has no column for its owner.
      if (table === "occupied_night" && cells.length < Object.keys(whole).length) continue;
      const names = sql.join(cells.map(([column]) => sql.ref(column)));
      const values = sql.join(cells.map(([, value]) => sql`${value}`));
      await sql`insert into ${sql.table(table)} (${names}) values (${values})`.execute(trx);
      stored.push({ table, row: Object.fromEntries(cells) });
    }
  });
  return stored;
}

/** Returns the stored rows that are missing or have changed. */
export async function missingOf(db: Kysely<Schema>, stored: Stored[]): Promise<Stored[]> {
  const missing: Stored[] = [];
  for (const one of stored) {
    const { rows } = await sql<Row>`select * from ${sql.table(one.table)}`.execute(db);
    const isThere = rows.some((row) => Object.entries(one.row).every(([column, value]) => row[column] === value));
    if (!isThere) missing.push(one);
  }
  return missing;
}
