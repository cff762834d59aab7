import type { Generated } from "kysely";
import type { PaymentKind, PaymentMethod } from "#domain/booking/payment.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import type { Role } from "#domain/auth/role.ts";
import type { BookingSource } from "#domain/booking/source.ts";
import type { BookingStatus } from "#domain/booking/status.ts";

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
   * The calendar's guard: one row a night that is sold or kept by the owner; its primary key is what no second guest
   * gets past. Exactly one of the two owners is set.
   */
  occupied_night: {
    property_id: number;
    night: LocalDate;
    booking_id: Generated<string | null>;
    block_id: Generated<string | null>;
  };
  /** Browsers that see a booking in full. */
  booking_access: { booking_id: string; browser_hash: string };
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
  /** When a network has tried to sign in, in milliseconds, oldest first. */
  sign_in_network: { network_hash: string; tries: Json; last_at: Moment };
  /** Wrong tries in a row for a name, whether there is such an account or not. */
  sign_in_failure: { username_hash: string; failures: number; last_at: Moment };
  /** Networks from which an admin has signed in. */
  known_network: { admin_id: string; network_hash: string; last_at: Moment };
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
  /** What has changed, for open portals; written by triggers only. */
  live_change: { id: Generated<number>; topic: "booking"; kind: "added" | "changed" | "cancelled"; subject: string };
};
