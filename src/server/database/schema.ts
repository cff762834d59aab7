import type { Generated } from "kysely";
import type { LocalDate } from "#domain/calendar/local-date.ts";
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
  };
  /** The calendar's guard: one row a sold night; its primary key is what no second guest gets past. */
  occupied_night: { property_id: number; night: LocalDate; booking_id: string };
  /** Browsers that see a booking in full. */
  booking_access: { booking_id: string; browser_hash: string };
  booking_event: { id: string; booking_id: string; at: Moment; actor: string; event: string };
  idempotency_key: { key_hash: string; body_hash: string; answer: Json; created_at: Moment };
  admin: { id: string; username: string; password_hash: string; created_at: Moment };
  admin_session: {
    token_hash: string;
    admin_id: string;
    created_at: Moment;
    last_seen_at: Moment;
    user_agent: string;
  };
  setup_token: { token_hash: string; created_at: Moment };
  /** What has changed, for open portals; written by triggers only. */
  live_change: { id: Generated<number>; topic: "booking"; kind: "added" | "changed" | "cancelled"; subject: string };
};
