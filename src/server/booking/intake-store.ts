import { type RawBuilder, sql } from "kysely";
import { type HeldNights, UNPROVEN_ALL_MS, UNPROVEN_EACH_MS } from "#domain/booking/intake.ts";
import type { Db } from "../database/connect.ts";
import { daysFrom, engineOf } from "../database/dialect.ts";
import { prepared } from "../database/prepared.ts";
import type { Trx } from "../database/transaction.ts";
import type { Marks } from "./ports.ts";

/** What is held by who asked for a booking, itself included; null for a booking that is proven or not the website's. */
export async function heldWith(db: Db, bookingId: string, now: Date): Promise<HeldNights | null> {
  const row = await db
    .selectFrom("booking")
    .select(["network_mark as network", "email_mark as email", "phone_mark as phone", "verified_at"])
    .where("id", "=", bookingId)
    .executeTakeFirst();
  if (!row || row.verified_at !== null) return null;
  const { network, email, phone } = row;
  return network === null || email === null || phone === null ? null : heldNights(db, { network, email, phone }, now);
}

const heldSums = prepared(
  (db, network: string, email: string, phone: string, sinceForAll: string, sinceForEach: string) => {
    const nights = daysFrom(engineOf(db), "check_in", "check_out");
    const sum = (condition: RawBuilder<unknown>) =>
      sql<number | null>`sum(case when ${condition} then ${nights} else 0 end)`;
    return db
      .selectFrom("booking")
      .select([
        sum(sql`network_mark = ${network}`).as("network"),
        sum(sql`email_mark = ${email}`).as("email"),
        sum(sql`phone_mark = ${phone}`).as("phone"),
        sum(sql`created_at > ${sinceForAll}`).as("everyone"),
      ])
      .where("created_at", ">", sinceForEach)
      .where("network_mark", "is not", null)
      .where("verified_at", "is", null)
      .where(sql<boolean>`status in ('pending', 'upcoming', 'confirmed')`);
  },
  "network",
  "e-mail",
  "phone",
  "since, for all",
  "since, for each",
);

/** Nights of the website's bookings that nobody has proven to want yet. Callers hold the calendar's lock. */
export async function heldNights(db: Db, { network, email, phone }: Marks, now: Date): Promise<HeldNights> {
  const since = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const [held] = await heldSums(db, network, email, phone, since(UNPROVEN_ALL_MS), since(UNPROVEN_EACH_MS));
  return {
    byNetwork: Number(held?.network ?? 0),
    byEmail: Number(held?.email ?? 0),
    byPhone: Number(held?.phone ?? 0),
    all: Number(held?.everyone ?? 0),
  };
}

const provenMarks = prepared(
  (db, emailMark: string, now: string) =>
    db
      .selectFrom("proven_email")
      .select("email_mark")
      .where("email_mark", "=", emailMark)
      .where("proven_until", ">", now),
  "mark",
  "now",
);

export async function isProven(trx: Trx, emailMark: string, now: Date): Promise<boolean> {
  return (await provenMarks(trx, emailMark, now.toISOString())).length > 0;
}
