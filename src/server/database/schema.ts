import type { MailSecurity } from "#contract/mail-account.ts";
import type { Generated } from "kysely";
import type { PaymentKind, PaymentMethod } from "#domain/booking/payment.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import type { BodyState } from "#domain/channels/bad-reading.ts";
import type { ChannelState, ImportMode, Platform } from "#domain/channels/channel.ts";
import type { EventKind, ExclusionReason, StayState, HostOverride } from "#domain/channels/imported-stay.ts";
import type { ReviewAnswer, ReviewKind } from "#domain/channels/review.ts";
import type { Role } from "#domain/auth/role.ts";
import type { BackupKind } from "#domain/backups/backup.ts";
import type { BookingSource } from "#domain/booking/booking.ts";
import type { BookingStatus } from "#domain/booking/status.ts";
import type { PushDetail } from "#domain/messaging/host-event.ts";
import type { RefundReason, RefundState } from "#domain/payments/refund.ts";
import type { Language } from "#domain/language/language.ts";
import type { Author, WrittenIn } from "#domain/messaging/conversation.ts";
import type { DeliveryMethod, MessageStatus, MessageType, TemplateType } from "#domain/messaging/message.ts";

/**
 * A timestamp as an ISO 8601 string in UTC with milliseconds; such strings sort in chronological order on both engines.
 */
export type Moment = string;
/** A document stored as JSON text, which is read and written as a whole. */
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
    /** Name and email in lower case. No longer read; instances of an earlier version search it. */
    search_text: string;
    created_at: Moment;
    /** Null until a booking claims the guest. */
    claimed_at: Moment | null;
    /** Who registered the guest: hashes of the browser's token and of the network address. Empty once claimed. */
    browser_hash: string;
    address_hash: string;
    /** The E.164 number for which the guest has agreed to WhatsApp messages; null without consent. */
    whatsapp: Generated<string | null>;
    /** When the name, email address and phone number were erased, on request or because they were no longer needed. */
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
    /** ISO 4217, as in the stored terms; applies to all amounts of the booking and its payments. */
    currency: Generated<string>;
    price_lines: Json;
    policy: Json;
    created_at: Moment;
    version: number;
    /** Not shown to guests. */
    host_notes: Generated<string>;
    /** The fee for a cancelled stay; null unless cancelled. */
    cancellation_fee_cents: Generated<number | null>;
    /** The other parts of the price as sold (`SoldTerms`); null in bookings from before terms were stored. */
    frozen_price: Generated<Json | null>;
    /** The price of "one night" for the cancellation fee; null in rows written by an older version. */
    one_night_cents: Generated<number | null>;
    /** The changed stay that the guest has requested, and the deadline for the host's answer. */
    change_request: Generated<Json | null>;
    change_until: Generated<Moment | null>;
    /**
     * When the booked stay last took nights after the booking was made: when it was moved or restored or, if the host
     * accepted a requested change, when the guest requested the change; null if it never did.
     */
    nights_since: Generated<Moment | null>;
    /**
     * Incremented when the email address changes or the guest is erased, which invalidates links that were emailed
     * before.
     */
    link_generation: Generated<number>;
    /**
     * Who has to confirm a pending booking, and the deadline; null if there is no deadline. A request that was declined
     * or not answered in time keeps `waits_for`, and so does a hold whose guest did not open the link in time. For a
     * booking that was cancelled while it was waiting for payment, `waits_until` is the time of the cancellation.
     */
    waits_for: Generated<"guest" | "host" | null>;
    waits_until: Generated<Moment | null>;
    /** The booking's status once it is confirmed. */
    asked_status: Generated<BookingStatus | null>;
    /** When the guest opened an emailed link, or when the booking was made if the address was verified before it. */
    verified_at: Generated<Moment | null>;
    /** When the host first confirmed, entered or edited the booking, or recorded a payment. */
    host_confirmed_at: Generated<Moment | null>;
    /** Keyed hashes that identify the guest, for the limits on what one guest may hold; null if they are not needed. */
    network_mark: Generated<string | null>;
    email_mark: Generated<string | null>;
    phone_mark: Generated<string | null>;
    /**
     * The deadline for paying for a pending booking. For a booking that expired unpaid, the time when it expired: if
     * the payment still arrives, the booking may get its nights back. Otherwise null.
     */
    pay_by: Generated<Moment | null>;
    /**
     * The deadline for the guest of a pending booking to accept the host's offer. For a booking whose offer expired or
     * was withdrawn by the host, the time when that happened. Otherwise null.
     */
    offer_until: Generated<Moment | null>;
    /** When the host made the last offer, if it was made despite a warning about platforms; otherwise null. */
    offered_despite_at: Generated<Moment | null>;
    /** How and when the stay is paid for (`PaymentPlan`); null if nothing is paid online. */
    plan: Generated<Json | null>;
    /** The language of the guest's emails and page. */
    language: Generated<Language>;
  };
  /** The host's bookings list, which contains bookings and platforms' stays. Written by `listed-rows-queries.ts`. */
  listed_booking: {
    /** The id of the booking or of the platform's stay. */
    id: string;
    imported: 0 | 1;
    /** Null for a platform's stay, whose status follows from its dates and today's date. */
    status: BookingStatus | null;
    source: BookingSource;
    check_in: LocalDate;
    check_out: LocalDate;
    amount: number;
    name_key: string;
    search_text: string;
    phone_digits: string;
  };
  /** Bookings and platforms' stays that have changed since `listed_booking` was written; written by triggers only. */
  listed_booking_change: { id: Generated<number>; subject: string };
  /**
   * The ledger: money received or returned for a booking. A row with a `fact_key` records money that moved at the
   * provider. Such a row is never changed or removed, except that its fee may be added (triggers of 0050). A row
   * without a `fact_key` was entered by the host.
   */
  payment: {
    id: string;
    booking_id: string;
    kind: PaymentKind;
    amount_cents: number;
    method: PaymentMethod;
    paid_on: LocalDate;
    recorded_at: Moment;
    recorded_by: string;
    currency: Generated<string>;
    provider: Generated<string | null>;
    /** 0 for test payments. */
    live: Generated<number | null>;
    checkout_id: Generated<string | null>;
    /** The provider's id of the charge that this row records or concerns. */
    charge_ref: Generated<string | null>;
    fact_key: Generated<string | null>;
    fee_minor: Generated<number | null>;
    /** 1 if the stay had ended unpaid, and this payment booked it again. */
    booked_late: Generated<number>;
  };
  /** One payment page at the provider for one amount. */
  checkout: {
    /** Also Stripe's `client_reference_id` and PayHere's `order_id`. */
    id: string;
    booking_id: string;
    purpose: CheckoutPurpose;
    amount_minor: number;
    currency: string;
    provider: string;
    live: 0 | 1;
    provider_ref: string | null;
    /** `unknown` means that the checkout was ended here while the provider did not respond. */
    state: CheckoutState;
    ends_at: Moment;
    checked_at: Moment | null;
    next_check_at: Moment | null;
    checks: Generated<number>;
    /** When the provider stopped responding to requests about this checkout; null if it responded to the last one. */
    failing_since: Moment | null;
    created_at: Moment;
    created_by: string;
    /** The host's payment request that this page is for; null if it is for an amount of the plan. */
    request_id: string | null;
  };
  /**
   * An amount that the host has asked a guest to pay, whatever the plan says: part of the price, or something extra.
   */
  payment_request: {
    id: string;
    booking_id: string;
    amount_minor: number;
    currency: string;
    about: string;
    created_at: Moment;
    created_by: string;
    paid_at: Moment | null;
    withdrawn_at: Moment | null;
  };
  /** A refund that is or was owed to a guest, and its state. */
  refund: {
    id: string;
    booking_id: string;
    checkout_id: string;
    charge_ref: string;
    amount_minor: number;
    currency: string;
    why: RefundReason;
    state: RefundState;
    provider_ref: string | null;
    tries: Generated<number>;
    next_try_at: Moment;
    asked_at: Moment | null;
    failure: string | null;
    /** When a refund that was `failed` or `by-hand` was settled: by the host, or because the stay was restored. */
    closed_at: Moment | null;
    wanted_by: string;
    created_at: Moment;
  };
  /** Receipt numbers have no gaps within a year; `content` does not name the guest (`ReceiptContent`). */
  receipt: {
    year: number;
    number: number;
    booking_id: string;
    payment_id: string;
    kind: "payment" | "refund" | "correction";
    content: Json;
    created_at: Moment;
  };
  /**
   * Signed webhooks from the provider. Without access to PayHere's API, payments there are read from these rows;
   * otherwise the rows only show which payments arrived without a webhook.
   */
  provider_notice: {
    provider: string;
    live: 0 | 1;
    id: string;
    type: string;
    object_ref: string;
    received_at: Moment;
    outcome: "queued" | "not-ours" | "unknown-object" | "ignored";
  };
  /** An alert for the host, shown until it is closed. The id names the cause, so each cause has only one alert. */
  payment_alarm: {
    id: string;
    kind: string;
    booking_id: string | null;
    detail: string;
    opened_at: Moment;
    closed_at: Moment | null;
    closed_by: string | null;
    closed_with: string | null;
  };
  /** Nights blocked by the host. `ends_on` is exclusive. */
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
   * One row per night that a booking holds, the host has blocked or an imported stay closes. Its primary key prevents
   * selling a night twice. Exactly one of the three owners is set.
   */
  occupied_night: {
    property_id: number;
    night: LocalDate;
    booking_id: Generated<string | null>;
    block_id: Generated<string | null>;
    channel_stay_id: Generated<string | null>;
  };
  /**
   * Browsers that may see a booking in full. `by_link` is 1 for browsers that opened an emailed link, 2 for browsers
   * that opened only a link sent by WhatsApp, and 0 for the browser that made the booking.
   */
  booking_access: { booking_id: string; browser_hash: string; by_link: Generated<number> };
  booking_event: {
    id: string;
    booking_id: string;
    at: Moment;
    actor: string;
    event: string;
    /** The booking's version after the event; orders events within one millisecond. */
    booking_version: Generated<number>;
  };
  idempotency_key: { key_hash: string; body_hash: string; answer: Json; created_at: Moment };
  admin: {
    id: string;
    username: string;
    password_hash: string;
    created_at: Moment;
    role: Generated<Role>;
    last_seen_at: Generated<Moment | null>;
  };
  /**
   * One-time links with which a host invites another host. A row is deleted when its link is used or withdrawn, and
   * expired rows are deleted at the next invitation.
   */
  host_invitation: {
    id: string;
    token_hash: string;
    /** The address to which the link was emailed; empty if the host passed it on themselves. */
    email: string;
    invited_by: string;
    created_at: Moment;
    expires_at: Moment;
  };
  /** Each host's choice of email notifications. Without a row, all of them go to the contact address. */
  notification_choice: { admin_id: string; emails: Json; events: Json; summary_hour: number | null };
  admin_session: {
    token_hash: string;
    admin_id: string;
    created_at: Moment;
    last_seen_at: Moment;
    user_agent: string;
    /** 1 for a session that lasts for 30 days. */
    kept: Generated<0 | 1>;
    /**
     * When a password, code or passkey was last used; null in rows from an earlier version, which means `created_at`.
     */
    confirmed_at: Generated<Moment | null>;
    /** Hash of the device cookie; null in demo sessions and in rows from an earlier version. */
    device_hash: Generated<string | null>;
  };
  setup_token: { token_hash: string; created_at: Moment };
  /** `enabled_at` is null until a first code shows that the app has the secret. */
  second_factor: { admin_id: string; secret: string; enabled_at: Moment | null; last_step: number };
  /** Deleted once used. */
  recovery_code: { code_hash: string; admin_id: string };
  /** A sign-in that is waiting for its code after a correct password. */
  pending_sign_in: { token_hash: string; admin_id: string; created_at: Moment; tries: number };
  /**
   * Timestamps of sign-in attempts in milliseconds, oldest first. `network_hash` is the key under which the attempts
   * are counted: the hash of a network, or `account …`, `device …` and so on (`auth/limit-sign-ins.ts`).
   */
  sign_in_network: { network_hash: string; tries: Json; last_at: Moment };
  /** No longer read; instances of an earlier version count failed attempts here. */
  sign_in_failure: { username_hash: string; failures: number; last_at: Moment };
  known_network: { admin_id: string; network_hash: string; last_at: Moment };
  /** Devices from which an admin has signed in, by the hash of their cookie. */
  known_device: { device_hash: string; admin_id: string; last_at: Moment; user_agent: Generated<string | null> };
  /**
   * `rp_id` is the host name for which the browser created the passkey; browsers do not offer the passkey on any other
   * host.
   */
  passkey: {
    credential_id: string;
    admin_id: string;
    public_key: string;
    counter: number;
    transports: Json;
    rp_id: string;
    name: string;
    created_at: Moment;
    last_used_at: Generated<Moment | null>;
  };
  used_challenge: { challenge_hash: string; used_at: Moment };
  /**
   * Where to send a device's push notifications: a URL at its browser's push service, and the keys with which to
   * encrypt them.
   */
  push_device: {
    id: string;
    admin_id: string;
    endpoint: string;
    p256dh: string;
    auth: string;
    user_agent: string;
    created_at: Moment;
    /** Hash of the device cookie; null if the device sent none, and in rows from an earlier version. */
    device_hash: Generated<string | null>;
  };
  /** A host's choices for push notifications; without a row, the defaults. */
  push_choice: { admin_id: string; events: Json; detail: PushDetail };
  /** One row with id 1 if a host has set up email in the portal. */
  mail_account: {
    id: number;
    host: string;
    port: number;
    security: MailSecurity;
    username: string;
    /** Useless without the key file (`core/secret-files.ts`). */
    sealed_password: string;
    from_address: string;
    changed_at: Moment;
    changed_by: string;
  };
  /** One row with id 1 if there is a cleaner's page. */
  cleaner_page: {
    id: number;
    /** The secret in the page's URL. */
    token: string;
    note: string;
    email: string;
    opened_at: Moment;
    /** The plan that the cleaner knows, with which the current plan is compared. */
    told: Generated<Json | null>;
    told_count: number;
    seen: Generated<Json | null>;
    seen_at: Generated<Moment | null>;
    changing_since: Generated<Moment | null>;
  };
  cleaning_done: { day: LocalDate; done_at: Moment; done_by: string };
  /**
   * Emailed links that mark a device as a host's. `device_hash` is the device on which the link was opened; each
   * link works once.
   */
  sign_in_link: {
    token_hash: string;
    created_at: Moment;
    opened_at: Generated<Moment | null>;
    device_hash: Generated<string | null>;
  };
  /** Keyed hashes of email addresses that were verified recently. */
  proven_email: { email_mark: string; proven_until: Moment };
  /**
   * Secrets and ids of this installation: random ones that are created on first use, and the encrypted signing secret
   * of a webhook that was connected in the portal.
   */
  signing_key: { name: string; secret: string };
  /** A picture uploaded by the host; the files created from the upload are stored under its id. */
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
    /** The available file formats besides JPEG. */
    formats: Json;
    /** The file cropped for link previews; null until it exists. */
    share: Generated<string | null>;
    created_at: Moment;
    /** Null while the site uses it. */
    unused_since: Moment | null;
    /** When the lease of the instance that creates the missing files expires; null if there is no lease. */
    lease_until: Moment | null;
    tries: number;
  };
  /** A URL for one upload. `used_at` is when the upload began; it stays null if the upload goes to S3. */
  upload: {
    id: string;
    session_hash: string;
    media_type: string | null;
    bytes: number | null;
    expires_at: Moment;
    used_at: Moment | null;
    picture_id: string | null;
  };
  /** Picture details or an attraction's image, before and after a change. A value is null if there was no image. */
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
  /** The host's note for a day of the calendar. */
  day_note: { property_id: number; day: LocalDate; text: string; written_by: string; written_at: Moment };
  /**
   * Has either `percent` (in hundredths of a percent) or `amount_cents`. A deleted code keeps its row for the bookings
   * that used it.
   */
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
    /** The booking whose guest the values may be about; the values are cleared when that guest is erased. */
    about_booking: Generated<string | null>;
  };
  /** A content change by the host, with the changed fields before and after. */
  content_change: { id: string; at: Moment; actor: string; before_value: Json; after_value: Json };
  /** A platform whose calendar is read. Disconnected platforms remain, with their stays. */
  channel: {
    id: string;
    property_id: number;
    platform: Platform;
    name: string;
    mode: ImportMode;
    state: ChannelState;
    /** A secret. Null once disconnected. */
    import_url: string | null;
    /** A hash that identifies the calendar, so that it cannot be connected twice. */
    import_hash: string | null;
    connected_at: Moment;
    disconnected_at: Moment | null;
    /** What identified the last valid calendar, to detect a different one (S-35). */
    seen_product: Generated<string>;
    etag: Generated<string>;
    last_modified: Generated<string>;
    next_run_at: Moment;
    /** Which instance is reading the calendar, and until when its lease is valid. */
    lease: Generated<string | null>;
    lease_until: Generated<Moment | null>;
    last_run_at: Generated<Moment | null>;
    last_ok_at: Generated<Moment | null>;
    last_change_at: Generated<Moment | null>;
    last_state: Generated<BodyState | null>;
    last_status: Generated<number | null>;
    failures: Generated<number>;
    failing_since: Generated<Moment | null>;
    /** Why releases are held back, and since when; the reason is empty if they are not held back. */
    held_reason: Generated<"" | "drop" | "identity">;
    held_since: Generated<Moment | null>;
    /** A fingerprint of the calendar during the hold, and how many reads in a row have shown it. */
    held_mark: Generated<string>;
    held_times: Generated<number>;
    /** Ids of the stays known when the hold began, separated by spaces. */
    held_known: Generated<string>;
    version: Generated<number>;
  };
  channel_rules: { id: number; poll_minutes: number; when_silent: "ask" | "sell" | "stop"; forget_after_days: number };
  /** One event in a platform's calendar. Rows are never deleted (S-36). */
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
     * 1 while the stay's nights are closed: each of these nights then has a row in `occupied_night`, owned by this stay
     * or by an earlier owner. When an earlier owner frees a night, this stay gets it (triggers of 0010).
     */
    holds_nights: 0 | 1;
    summary: string;
    code: string;
    link: string;
    feed_guest: string;
    phone_digits: string;
    first_seen_at: Moment;
    /** When the stay's dates last changed or it came back; null if neither has happened. */
    nights_since: Generated<Moment | null>;
    last_seen_at: Moment;
    missing_since: Generated<Moment | null>;
    times_missed: Generated<number>;
    kept: Generated<0 | 1>;
    /** Entered by the host. */
    guest_name: Generated<string>;
    guest_phone: Generated<string>;
    amount_cents: Generated<number | null>;
    /** ISO 4217: the property's currency when the amount was entered. */
    amount_currency: Generated<string>;
    notes: Generated<string>;
    booking_id: Generated<string | null>;
    /** The stay that this one seems to replace, judging by dates alone. */
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
    cause: "connect" | "schedule" | "sync-now" | "booking" | "new-link";
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
  /** Original calendars, compressed and base64-encoded, because they may contain any byte. */
  channel_body: { run_id: string; channel_id: string; fetched_at: Moment; mark: string; body: string };
  channel_review: {
    id: string;
    channel_id: string;
    stay_id: string | null;
    /** The second stay, if the question is about two. */
    other_stay_id: Generated<string | null>;
    kind: ReviewKind;
    question: string;
    /** The nights for which the answer is remembered (S-23); empty for a question about the whole calendar. */
    nights: string;
    opened_at: Moment;
    answered_at: Generated<Moment | null>;
    answered_by: Generated<string | null>;
    answer: Generated<ReviewAnswer | null>;
  };
  /**
   * Two records on the same nights. `first` is the record that took its nights first. Closing a conflict frees no
   * nights.
   */
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
  /** Recent changes for open portals; written by triggers only. */
  live_change: {
    id: Generated<number>;
    topic: "booking" | "block" | "channel" | "message" | "conversation";
    kind: "added" | "changed" | "cancelled";
    subject: string;
  };
  /** The outbox: messages that are waiting, sent, failed or skipped (decision 12). */
  scheduled_message: {
    id: string;
    /** Identifies what the message is about; a second message with the same key is not inserted. */
    message_key: string;
    booking_id: string | null;
    type: MessageType;
    channel: DeliveryMethod;
    status: MessageStatus;
    /** Depends on the type: a day of the stay, a host, an event, and so on; may be empty (`ClaimedMessage`). */
    anchor: string;
    custom_id: Generated<string | null>;
    scheduled_for: Moment;
    /** The earliest time of the next attempt; later than `scheduled_for` after a failure. */
    next_try_at: Moment;
    useful_until: Moment | null;
    retry_count: number;
    /** The worker that has claimed the message, and until when the claim is valid. */
    claimed_by: string | null;
    lease_until: Moment | null;
    /** How many times a claim ended without an outcome; the message may have been sent each time. */
    interruptions: number;
    /**
     * Set if the text is stored in the row, as it is for notifications and for messages that the host edited for one
     * guest.
     */
    subject: string | null;
    body: string | null;
    /** A path or an absolute URL on this site. */
    link: string | null;
    /** The recipient; null for the booking's guest, or for the property's contact details at the time of sending. */
    to_name: string | null;
    to_address: string | null;
    /** The language of an email with a stored text; other emails use the booking's language. */
    language: Generated<Language | null>;
    sent_at: Moment | null;
    provider_id: string | null;
    /** What the provider has reported since the message was sent. */
    delivery: "delivered" | "read" | null;
    /** Why the message failed, is waiting or was skipped, as an explanation for the host. */
    note: string | null;
    /** What the message is about, for example to merge a later change into a waiting message; often null. */
    topic: Generated<string | null>;
    /** The stay as the recipient knew it before this message; null if the message is not about a change. */
    known_stay: Generated<Json | null>;
    /**
     * Who removed the message from the queue. `unchanged`: the booking is back to what the recipient already knows, and
     * the row is reused for the next change.
     */
    skipped_by: "host" | "booking" | "clock" | "unchanged" | null;
    version: number;
    created_at: Moment;
  };
  /** The host's own message templates; a type without a row uses the default template. */
  message_template: { type: TemplateType; subject: string; body: string; version: number };
  /** The host's message templates in languages other than English. */
  message_translation: { type: TemplateType; language: Language; subject: string; body: string; version: number };
  /** A custom message: when it is sent, and its text in each language, as JSON. */
  custom_message: {
    id: string;
    title: string;
    timing: Json;
    texts: Json;
    is_on: 0 | 1;
    version: number;
    created_at: Moment;
    /** When the host deleted it; the row stays for the sake of the messages already sent. */
    deleted_at: Moment | null;
  };
  message_channel: { channel: DeliveryMethod; paused_until: Moment; reason: string };
  /** Whether the guest agreed to send the host read receipts; without a row, the guest did not agree. */
  conversation: { booking_id: string; shares_reading: 0 | 1 };
  conversation_message: {
    id: string;
    booking_id: string;
    /** 1, 2, 3, ... within the stay. */
    place: number;
    author: Author;
    /** The account, or the email address, of the host who wrote it; empty for a guest. */
    written_by: string;
    written_in: WrittenIn;
    body: string;
    /** The text and the guest's name, normalised for search. */
    search_text: string;
    at: Moment;
    /**
     * When the host read a guest's message, or when the guest saw a host's message, if the guest agreed to read
     * receipts.
     */
    read_at: Moment | null;
    /** When the email about it was created, or found to be unnecessary. */
    emailed_at: Moment | null;
  };
  /**
   * A picture in a conversation. Its files are deleted if it has no booking, or if it has no message and is older than
   * two hours.
   */
  message_picture: {
    id: string;
    booking_id: string | null;
    /** Null until the message is sent, and after the message has been deleted. */
    message_id: string | null;
    author: Author;
    /** 1, 2, 3, ... within the message; 0 until it is sent. */
    place: number;
    width: number;
    height: number;
    /** The total size of its files or, until they exist, of the upload. */
    bytes: number;
    /** The hash of the upload, by which we recognise a form that is sent again. */
    digest: string;
    created_at: Moment;
  };
  /** The host's saved replies, as one document. */
  quick_reply: { id: number; replies: Json; version: number };
  /** A guest's review of a stay; `published` is 1 if the host has published the text. */
  rating: {
    booking_id: string;
    stars: number;
    words: string;
    created_at: Moment;
    changed_at: Moment;
    published: 0 | 1;
  };
  /** Messages that were saved on this machine instead of being sent (`LOCAL_MAILBOX` or a demo). */
  local_letter: {
    id: string;
    at: Moment;
    channel: DeliveryMethod;
    recipient: string;
    subject: string;
    content: string;
  };
  /** The secret URL of our calendar for a channel; the previous URL still works for a while. */
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
  /** What a channel received; a new row is written only when this differs from the previous row. */
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
  /** The UID of a record in our calendar, and when the record's nights last changed. */
  feed_item: {
    record: string;
    uid: string;
    starts_on: LocalDate;
    ends_on: LocalDate;
    kind: "booked" | "kept";
    sequence: number;
    changed_at: Moment;
  };
  /** While this table has a row, no calendar is published, because records may be incomplete. */
  feed_hold: { id: number; reason: "restored" | "lost"; since: Moment };
  /** `proof` is a `BackupProof`, or null if the backup failed. `reason` says why it failed, or what it lacks. */
  backup_run: {
    id: string;
    kind: BackupKind;
    started_at: Moment;
    finished_at: Moment;
    proof: Json | null;
    reason: string | null;
    removed_at: Moment | null;
  };
  /** Which instance runs a job that only one should run, and until when. */
  job_lease: { job: string; holder: string; held_until: Moment };
  /** Counts for limits: messages and, on PostgreSQL, where instances share them, requests from a network. */
  rate_count: { name: string; calls: number; ends_at: Moment };
  /** Incremented when anything that public pages show changes (SQLite). */
  shown_version: { id: number; version: number };
};

export type CheckoutPurpose = "first" | "rest" | "all" | "extra";
export type CheckoutState = "opening" | "open" | "paid" | "ended" | "unknown";
type ConflictKind = "booking" | "block" | "channel-stay";
