import { type RawBuilder, sql } from "kysely";
import { type HeldNights, NETWORK_BURST, UNPROVEN_ALL_MS, UNPROVEN_EACH_MS } from "#domain/booking/admission.ts";
import type { CancellationPolicy } from "#domain/booking/cancellation.ts";
import { dayAt, type TimeZone } from "#domain/calendar/time-zone.ts";
import { daysFrom, engineOf } from "../database/dialect.ts";
import { prepared } from "../database/prepared.ts";
import type { Db } from "../database/connect.ts";
import type { Trx } from "../database/transaction.ts";
import type { Claims, IdentityHashes } from "./ports.ts";

/**
 * What the guest holds through other bookings; null for a booking that the host has entered, confirmed or changed, or
 * that a payment vouches for.
 */
export async function claimsOf(db: Db, bookingId: string, now: Date): Promise<Claims | null> {
  const row = await db
    .selectFrom("booking")
    .select(["network_mark as network", "email_mark as email", "phone_mark as phone", "verified_at", "policy"])
    .where("id", "=", bookingId)
    .executeTakeFirst();
  if (!row) return null;
  const { network, email, phone } = row;
  if (network === null || email === null || phone === null) return null;
  const { timeZone }: CancellationPolicy = JSON.parse(row.policy);
  const held = await heldNights(db, { network, email, phone }, { now, timeZone }, bookingId);
  return { held, proven: row.verified_at !== null };
}

/** The parameters are selected once at the start, because a prepared query can use each parameter only once. */
const heldSums = prepared(
  (
    db,
    network: string,
    email: string,
    phone: string,
    exceptId: string,
    hourAgo: string,
    dayAgo: string,
    monthAgo: string,
    today: string,
  ) => {
    const engine = engineOf(db);
    const day = engine === "postgres" ? sql`cast(${today} as date)` : sql`${today}`;
    const nights = daysFrom(engine, "check_in", "check_out");
    const sum = (value: RawBuilder<unknown>, condition: RawBuilder<unknown>) =>
      sql<number | null>`sum(case when ${condition} then ${value} else 0 end)`;
    const one = sql`1`;
    const active = sql`status in ('pending', 'upcoming', 'confirmed')`;
    const recent = sql`verified_at is null and created_at > day_ago`;
    const open = sql`${active} and verified_at is null and created_at > month_ago`;
    // Bookings from one network count as the same guest's only for an hour: a mobile carrier's customers share IP
    // addresses.
    const same = sql`(email_mark = email or phone_mark = phone or (network_mark = network and created_at > hour_ago))`;
    const guests = sql`${active} and ${same} and check_out >= today`;
    const decided = sql`${active} and (waits_for is null or waits_for = 'host')`;
    return db
      .with(
        "given",
        () =>
          sql<object>`(select ${network} as network, ${email} as email, ${phone} as phone, ${exceptId} as except_id,
          ${hourAgo} as hour_ago, ${dayAgo} as day_ago, ${monthAgo} as month_ago, ${day} as today)`,
      )
      .selectFrom(["booking", "given"])
      .select([
        sum(nights, sql`${open} and email_mark = email`).as("by_email"),
        sum(nights, sql`${open} and phone_mark = phone`).as("by_phone"),
        sum(one, sql`verified_at is null and created_at > hour_ago and network_mark = network`).as("network_hour"),
        sum(one, sql`${active} and ${recent} and network_mark = network`).as("network_day"),
        sum(nights, sql`${decided} and ${recent}`).as("everyone"),
        sum(nights, recent).as("everyone_taken"),
        sum(nights, guests).as("guest_nights"),
        sum(one, guests).as("guest_stays"),
        sum(nights, sql`${decided} and created_at > day_ago`).as("decided_nights"),
      ])
      .where("network_mark", "is not", null)
      .where(sql<boolean>`booking.id <> except_id`)
      .where(sql<boolean>`(created_at > month_ago or check_out >= today)`);
  },
  "network",
  "e-mail",
  "phone",
  "except",
  "an hour ago",
  "a day ago",
  "a month ago",
  "2026-01-01",
);

/**
 * What bookings from the website hold, except those that the host or a payment vouches for. A caller that admits a
 * booking holds the calendar's lock, so the numbers cannot change before the commit.
 */
export async function heldNights(
  db: Db,
  { network, email, phone }: IdentityHashes,
  { now, timeZone }: { now: Date; timeZone: TimeZone },
  exceptId = "",
): Promise<HeldNights> {
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const [hour, day, month] = [ago(NETWORK_BURST.ms), ago(UNPROVEN_ALL_MS), ago(UNPROVEN_EACH_MS)];
  const today = dayAt(now, timeZone);
  const [row] = await heldSums(db, network, email, phone, exceptId, hour, day, month, today);
  return {
    byEmail: Number(row?.by_email ?? 0),
    byPhone: Number(row?.by_phone ?? 0),
    networkHour: Number(row?.network_hour ?? 0),
    networkDay: Number(row?.network_day ?? 0),
    all: Number(row?.everyone ?? 0),
    allTaken: Number(row?.everyone_taken ?? 0),
    guest: { nights: Number(row?.guest_nights ?? 0), stays: Number(row?.guest_stays ?? 0) },
    today: Number(row?.decided_nights ?? 0),
  };
}

const provenHashes = prepared(
  (db, emailHash: string, now: string) =>
    db
      .selectFrom("proven_email")
      .select("email_mark")
      .where("email_mark", "=", emailHash)
      .where("proven_until", ">", now),
  "mark",
  "now",
);

export async function isProven(trx: Trx, emailHash: string, now: Date): Promise<boolean> {
  return (await provenHashes(trx, emailHash, now.toISOString())).length > 0;
}
