import type { Generated } from "kysely";
import type { PaymentKind, PaymentMethod } from "#domain/booking/payment.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import type { BodyState } from "#domain/channels/body-state.ts";
import type { ChannelState, ImportMode, Platform } from "#domain/channels/channel.ts";
import type { EventKind, ExclusionReason, StayState, HostOverride } from "#domain/channels/imported-stay.ts";
import type { ReviewAnswer, ReviewKind } from "#domain/channels/review.ts";
import type { Role } from "#domain/auth/role.ts";
import type { BackupKind } from "#domain/backups/backup.ts";
import type { BookingSource } from "#domain/booking/source.ts";
import type { BookingStatus } from "#domain/booking/status.ts";
import type { MessageChannel, MessageStatus, MessageType, TemplateType } from "#domain/messaging/message.ts";

/** A moment as ISO 8601 in UTC with milliseconds: sorts as text on both engines. */
export type Moment = string;
/** A document kept as JSON text; read and written whole. */
export type Json = string;

export type Schema = {
  property: {
    id: number;
    name: string;
    description: string;
    location: string;
    image_url: string;
    rate_cents: number;
    bedrooms: number;
    bathrooms: number;
    amenities: Json;
    house_rules: Json;
    local_attractions: Json;
    wifi_password: string;
    check_in_instructions: string;
    time_zone: string;
    version: number;
  };
  site_content: { name: string; value: Json; version: number };
  guest: {
    id: string;
    name: string;
    email: string;
    phone: string;
    /** Name and e-mail in lower case: SQLite's own lower() knows ASCII only. */
    search_text: string;
    created_at: Moment;
    /** Null while the guest waits for a booking. */
    claimed_at: Moment | null;
    /** Who registered it: hashes of the browser's token and of the network address. */
    browser_hash: string;
    address_hash: string;
    /** Where the guest has agreed to WhatsApp messages: the number as E.164. Null: not agreed. */
    whatsapp: Generated<string | null>;
    /** When name, address and phone were taken out, on request or after their time; null while they are there. */
    erased_at: Generated<Moment | null>;
  };
  booking: {
    id: string;
    reference: string;
    property_id: number;
    guest_id: string;
    check_in: LocalDate;
    check_out: LocalDate;
    guest_count: number;
    status: BookingStatus;
    source: BookingSource;
    special_requests: string | null;
    total_cents: number;
    price_lines: Json;
    policy: Json;
    created_at: Moment;
    version: number;
    /** For the host's eyes only. */
    host_notes: Generated<string>;
    /** What the guest owes for a cancelled stay; null while it is not cancelled. */
    cancellation_fee_cents: Generated<number | null>;
    /** The rest of the price as it was sold (`SoldTerms`); null in bookings from the time of one price for every night. */
    frozen_price: Generated<Json | null>;
    /** "One night" as it was sold, for the cancellation fee; null in rows that an older version of Latchkey has written. */
    one_night_cents: Generated<number | null>;
    /** The change of dates that the guest has asked the host for, and until when it waits for the answer. */
    change_request: Generated<Json | null>;
    change_until: Generated<Moment | null>;
    /** Goes up when the guest's address is corrected: links mailed before open nothing any more. */
    link_generation: Generated<number>;
    /** Who has to say yes to a pending booking of the website, and until when; null when nobody has to. */
    waits_for: Generated<"guest" | "host" | null>;
    waits_until: Generated<Moment | null>;
    /** What the booking becomes when the wait ends well. */
    asked_status: Generated<BookingStatus | null>;
    /** When the guest has opened the link that was mailed. */
    verified_at: Generated<Moment | null>;
    /** When the host first confirmed, entered or edited the booking, or recorded a payment. */
    host_confirmed_at: Generated<Moment | null>;
    /** Keyed hashes, for the limits on nights that nobody has proven to want; null once they are not looked at any more. */
    network_mark: Generated<string | null>;
    email_mark: Generated<string | null>;
    phone_mark: Generated<string | null>;
  };
  /** Money that came in, or went back, for a booking. */
  payment: {
    id: string;
    booking_id: string;
    kind: PaymentKind;
    amount_cents: number;
    method: PaymentMethod;
    paid_on: LocalDate;
    recorded_at: Moment;
    recorded_by: string;
  };
  /** Nights that the owner keeps, from `starts_on` up to, but not including, `ends_on`. */
  owner_block: {
    id: string;
    property_id: number;
    starts_on: LocalDate;
    ends_on: LocalDate;
    reason: string;
    created_at: Moment;
    created_by: string;
    version: number;
  };
  /**
   * The calendar's guard: one row a night that is sold, kept by the owner or closed by a platform's stay; its primary
   * key is what no second guest gets past. Exactly one of the three owners is set.
   */
  occupied_night: {
    property_id: number;
    night: LocalDate;
    booking_id: Generated<string | null>;
    block_id: Generated<string | null>;
    channel_stay_id: Generated<string | null>;
  };
  /** Browsers that see a booking in full; `by_link` is 1 for those that came by the link in an e-mail. */
  booking_access: { booking_id: string; browser_hash: string; by_link: Generated<number> };
  booking_event: {
    id: string;
    booking_id: string;
    at: Moment;
    actor: string;
    event: string;
    /** The version that the event made: orders what happened within one millisecond. */
    booking_version: Generated<number>;
  };
  idempotency_key: { key_hash: string; body_hash: string; answer: Json; created_at: Moment };
  admin: { id: string; username: string; password_hash: string; created_at: Moment; role: Generated<Role> };
  admin_session: {
    token_hash: string;
    admin_id: string;
    created_at: Moment;
    last_seen_at: Moment;
    user_agent: string;
  };
  setup_token: { token_hash: string; created_at: Moment };
  /** `enabled_at` is null until a first code has shown that the app has the secret. */
  second_factor: { admin_id: string; secret: string; enabled_at: Moment | null; last_step: number };
  /** A used code is deleted. */
  recovery_code: { code_hash: string; admin_id: string };
  /** A right password that waits for its code. */
  pending_sign_in: { token_hash: string; admin_id: string; created_at: Moment; tries: number };
  /**
   * When somebody has tried to sign in, in milliseconds, oldest first. `network_hash` names whom it is counted for: a
   * network by its hash, or `account …`, `device …` and the like (`auth/limit-sign-ins.ts`).
   */
  sign_in_network: { network_hash: string; tries: Json; last_at: Moment };
  /** Not read any more; instances of an earlier version count wrong tries here. */
  sign_in_failure: { username_hash: string; failures: number; last_at: Moment };
  /** Networks from which an admin has signed in. */
  known_network: { admin_id: string; network_hash: string; last_at: Moment };
  /** Devices from which an admin has signed in, by the hash of their cookie. */
  known_device: { device_hash: string; admin_id: string; last_at: Moment };
  /** Emailed links that have a device count as the owner's. `device_hash` is where it was opened; a link opens once. */
  sign_in_link: {
    token_hash: string;
    created_at: Moment;
    opened_at: Generated<Moment | null>;
    device_hash: Generated<string | null>;
  };
  /** E-mail addresses, as keyed hashes, that were shown to be real a short time ago. */
  proven_email: { email_mark: string; proven_until: Moment };
  /** Random secrets of this installation, made when first needed. */
  signing_key: { name: string; secret: string };
  /** A picture of the host's; its files stand under its id, made from the file that was uploaded. */
  picture: {
    id: string;
    width: number;
    height: number;
    tiny: string;
    alt: string;
    focus_x: number;
    focus_y: number;
    author: string;
    licence: string;
    source: string;
    /** The formats that are ready besides JPEG. */
    formats: Json;
    /** The file of the crop for shared links; null until it is made. */
    share: Generated<string | null>;
    created_at: Moment;
    /** Null while the site shows it. */
    unused_since: Moment | null;
    /** Until then some instance is making the other files. */
    lease_until: Moment | null;
    tries: number;
  };
  /** An address for one upload; `used_at` is when its file began to come. */
  upload: {
    id: string;
    session_hash: string;
    media_type: string | null;
    bytes: number | null;
    expires_at: Moment;
    used_at: Moment | null;
    picture_id: string | null;
  };
  /** What was said of a picture, or the image of an attraction, as it was and as it became; null: it was not there. */
  picture_change: {
    id: string;
    subject: "picture" | "attraction-image";
    subject_id: string;
    before_value: Json | null;
    after_value: Json | null;
  };
  attraction_image: {
    id: string;
    attraction_name: string;
    image_url: string;
    alt_text: string;
    uploaded_at: Moment;
  };
  /** Either `percent` (hundredths) or `amount_cents`. A code that was removed keeps its row for the bookings that used it. */
  promo_code: {
    code: string;
    percent: number | null;
    amount_cents: number | null;
    arrival_from: LocalDate | null;
    arrival_until: LocalDate | null;
    book_until: LocalDate | null;
    minimum_nights: number | null;
    maximum_uses: number | null;
    removed_at: Moment | null;
  };
  promo_code_use: { booking_id: string; code: string };
  settings: { id: number; value: Json; version: number };
  audit_entry: {
    id: Generated<number>;
    at: Moment;
    actor: string;
    act: string;
    subject: string;
    before_value: Json | null;
    after_value: Json | null;
    change_id: Generated<string | null>;
  };
  /** What the host has changed of the content: the changed fields as they were and as they became. */
  content_change: { id: string; at: Moment; actor: string; before_value: Json; after_value: Json };
  /** A platform whose calendar is read. Disconnected ones stay, with what they brought. */
  channel: {
    id: string;
    property_id: number;
    platform: Platform;
    name: string;
    mode: ImportMode;
    state: ChannelState;
    /** A secret. Null once disconnected. */
    import_url: string | null;
    /** Hash of what names the calendar, so that none is connected twice. */
    import_hash: string | null;
    connected_at: Moment;
    disconnected_at: Moment | null;
    /** What the last good calendar was, to notice another one (S-35). */
    seen_product: Generated<string>;
    etag: Generated<string>;
    last_modified: Generated<string>;
    next_run_at: Moment;
    /** Whoever reads the calendar now, and until when that is believed. */
    lease: Generated<string | null>;
    lease_until: Generated<Moment | null>;
    last_run_at: Generated<Moment | null>;
    last_ok_at: Generated<Moment | null>;
    last_change_at: Generated<Moment | null>;
    last_state: Generated<BodyState | null>;
    last_status: Generated<number | null>;
    failures: Generated<number>;
    failing_since: Generated<Moment | null>;
    /** Why nothing is released at present, and since when; empty while nothing is held. */
    held_reason: Generated<"" | "drop" | "identity">;
    held_since: Generated<Moment | null>;
    /** What the calendar held when it was, and how often that was seen. */
    held_mark: Generated<string>;
    held_times: Generated<number>;
    /** Ids of the stays that were known when the hold began, separated by spaces. */
    held_known: Generated<string>;
    version: Generated<number>;
  };
  channel_rules: { id: number; poll_minutes: number; when_silent: "ask" | "sell" | "stop"; forget_after_days: number };
  /** One event of a platform's calendar. Nothing is ever deleted here (S-36). */
  channel_stay: {
    id: string;
    channel_id: string;
    property_id: number;
    uid: string;
    occurrence: string;
    starts_on: LocalDate;
    ends_on: LocalDate;
    kind: EventKind;
    verdict: Generated<HostOverride | null>;
    state: StayState;
    spared: ExclusionReason | null;
    /**
     * 1 while it keeps its nights closed: then every night of it stands in `occupied_night`, for itself or for whoever
     * had the night before, and a night that others give back becomes its own (triggers of 0010).
     */
    holds_nights: 0 | 1;
    summary: string;
    code: string;
    link: string;
    feed_guest: string;
    phone_digits: string;
    first_seen_at: Moment;
    last_seen_at: Moment;
    missing_since: Generated<Moment | null>;
    times_missed: Generated<number>;
    kept: Generated<0 | 1>;
    /** What the host has typed. */
    guest_name: Generated<string>;
    guest_phone: Generated<string>;
    amount_cents: Generated<number | null>;
    notes: Generated<string>;
    booking_id: Generated<string | null>;
    /** The stay whose new dates this seems to be, told by dates alone. */
    moved_from: Generated<string | null>;
    version: Generated<number>;
  };
  channel_stay_event: {
    id: Generated<number>;
    stay_id: string;
    run_id: string | null;
    at: Moment;
    actor: string;
    event: string;
    before_nights: string;
    after_nights: string;
  };
  channel_run: {
    id: string;
    channel_id: string;
    started_at: Moment;
    duration_ms: number;
    cause: "connect" | "schedule" | "sync-now" | "booking";
    state: BodyState;
    http_status: number | null;
    bytes: number;
    events: number;
    added: number;
    changed: number;
    missing: number;
    released: number;
    held: 0 | 1;
    ignored: number;
    errors: number;
    result: string;
  };
  /** Calendars as they came, compressed, as base64: they may hold any byte. */
  channel_body: { run_id: string; channel_id: string; fetched_at: Moment; mark: string; body: string };
  channel_review: {
    id: string;
    channel_id: string;
    stay_id: string | null;
    /** For a question about two stays. */
    other_stay_id: Generated<string | null>;
    kind: ReviewKind;
    question: string;
    /** For which nights the answer is remembered (S-23); empty for a question about the whole calendar. */
    nights: string;
    opened_at: Moment;
    answered_at: Generated<Moment | null>;
    answered_by: Generated<string | null>;
    answer: Generated<ReviewAnswer | null>;
  };
  /** Two that hold the same night. `first` was known first. Its nights stay closed whatever becomes of it. */
  channel_conflict: {
    id: string;
    pair: string;
    first_kind: ConflictKind;
    first_id: string;
    second_kind: ConflictKind;
    second_id: string;
    from_night: LocalDate;
    to_night: LocalDate;
    opened_at: Moment;
    reminded_at: Generated<Moment | null>;
    closed_at: Generated<Moment | null>;
    closed_by: Generated<string | null>;
    reason: Generated<string>;
  };
  /** What has changed, for open portals; written by triggers only. */
  live_change: {
    id: Generated<number>;
    topic: "booking" | "block" | "channel" | "message";
    kind: "added" | "changed" | "cancelled";
    subject: string;
  };
  /** The outbox: what is to leave the house, has left it, or could not (decision 12). */
  scheduled_message: {
    id: string;
    /** What the message is about, once: a second one with the same key is not written. */
    message_key: string;
    booking_id: string | null;
    type: MessageType;
    channel: MessageChannel;
    status: MessageStatus;
    /** The day of the stay to which the message belongs; empty for those that belong to none. */
    anchor: string;
    scheduled_for: Moment;
    /** Not before this moment; later than `scheduled_for` after a fault. */
    next_try_at: Moment;
    useful_until: Moment | null;
    retry_count: number;
    /** Somebody's claim, and until when it holds. */
    claimed_by: string | null;
    lease_until: Moment | null;
    /** How often a claim ended without an outcome: the message may have gone out each time. */
    interruptions: number;
    /** Set where the words are in the row: notices, and what the host has rewritten for this one guest. */
    subject: string | null;
    body: string | null;
    /** A path of this site, or an address of it. */
    link: string | null;
    /** Set where the reader is no guest of the booking. */
    to_name: string | null;
    to_address: string | null;
    sent_at: Moment | null;
    provider_id: string | null;
    /** What the provider has told of it since. */
    delivery: "delivered" | "read" | null;
    /** Why it failed, waits or was skipped, in words for the host. */
    note: string | null;
    /** Names what a message is about where later changes become part of it while it waits. */
    topic: Generated<string | null>;
    /** What its reader was last told about the stay. */
    known_stay: Generated<Json | null>;
    /** Who took it out of the queue. */
    skipped_by: "host" | "booking" | "clock" | null;
    version: number;
    created_at: Moment;
  };
  /** The host's own texts; a type without a row has the one that it began with. */
  message_template: { type: TemplateType; subject: string; body: string; version: number };
  /** A way out that is closed for all messages until a moment, and why. */
  message_channel: { channel: MessageChannel; paused_until: Moment; reason: string };
  /** What a guest says of a stay; `published` is 1 while the site shows the words. */
  rating: {
    booking_id: string;
    stars: number;
    words: string;
    created_at: Moment;
    changed_at: Moment;
    published: 0 | 1;
  };
  /** Demo and development: what would have left the house. */
  local_letter: {
    id: string;
    at: Moment;
    channel: MessageChannel;
    recipient: string;
    subject: string;
    content: string;
  };
  /** Our own calendar's secret address for a channel; the one before it is still answered for a while. */
  feed: {
    channel: string;
    platform: Platform;
    token: string;
    token_hash: string;
    old_token_hash: string | null;
    old_until: Moment | null;
    opened_at: Moment;
    changed_at: Moment;
  };
  /** What a channel was given; a new row only when it differs from the one before. */
  feed_version: {
    id: Generated<number>;
    channel: string;
    etag: string;
    items: Json;
    first_served_at: Moment;
    last_served_at: Moment;
  };
  feed_read: {
    id: Generated<number>;
    channel: string;
    at: Moment;
    outcome: "whole" | "unchanged" | "headers" | "refused";
    address: "current" | "old";
    user_agent: string;
    network: string;
  };
  /** How our calendar names a record, and since when it has these nights. */
  feed_item: {
    record: string;
    uid: string;
    starts_on: LocalDate;
    ends_on: LocalDate;
    kind: "booked" | "kept";
    sequence: number;
    changed_at: Moment;
  };
  /** While there is a row, no calendar is given out: the records are not known to be whole. */
  feed_hold: { id: number; reason: "restored" | "lost"; since: Moment };
  /** `proof` is a `BackupProof`; null when the backup failed for `reason`. */
  backup_run: {
    id: string;
    kind: BackupKind;
    started_at: Moment;
    finished_at: Moment;
    proof: Json | null;
    reason: string | null;
    removed_at: Moment | null;
  };
  /** Which instance does a job that only one should do, and until when it has it for itself. */
  job_lease: { job: string; holder: string; held_until: Moment };
  /** Calls of a kind by a network, where several instances count together. */
  rate_count: { name: string; calls: number; ends_at: Moment };
  /** Grows with every change of what public pages are made of (SQLite). */
  shown_version: { id: number; version: number };
};

type ConflictKind = "booking" | "block" | "channel-stay";
