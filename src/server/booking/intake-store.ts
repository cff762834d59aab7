import { sql } from "kysely";
import { type HeldNights, UNPROVEN_ALL_MS, UNPROVEN_EACH_MS } from "#domain/booking/intake.ts";
import { daysFrom, type Engine } from "../database/dialect.ts";
import { prepared } from "../database/prepared.ts";
import type { Trx } from "../database/transaction.ts";
import type { Marks } from "./ports.ts";

type Reader = Pick<Trx, "selectFrom">;

/** What is held by who asked for a booking, itself included; null for a booking that is proven or not the website's. */
export async function heldWith(db: Reader, engine: Engine, bookingId: string, now: Date): Promise<HeldNights | null> {
  const row = await db
    .selectFrom("booking")
    .select(["network_mark as network", "email_mark as email", "phone_mark as phone", "verified_at"])
    .where("id", "=", bookingId)
    .executeTakeFirst();
  if (!row || row.verified_at !== null) return null;
  const { network, email, phone } = row;
  return network === null || email === null || phone === null
    ? null
    : heldNights(db, engine, { network, email, phone }, now);
}

/** Nights of the website's bookings that nobody has proven to want yet. Callers hold the calendar's lock. */
export async function heldNights(trx: Reader, engine: Engine, marks: Marks, now: Date): Promise<HeldNights> {
  const since = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const nights = daysFrom(engine, "check_in", "check_out");
  const row = await trx
    .selectFrom("booking")
    .select([
      sql<number | null>`sum(case when network_mark = ${marks.network} then ${nights} else 0 end)`.as("network"),
      sql<number | null>`sum(case when email_mark = ${marks.email} then ${nights} else 0 end)`.as("email"),
      sql<number | null>`sum(case when phone_mark = ${marks.phone} then ${nights} else 0 end)`.as("phone"),
      sql<number | null>`sum(case when created_at > ${since(UNPROVEN_ALL_MS)} then ${nights} else 0 end)`.as(
        "everyone",
      ),
    ])
    .where("created_at", ">", since(UNPROVEN_EACH_MS))
    .where("network_mark", "is not", null)
    .where("verified_at", "is", null)
    .where("status", "in", ["pending", "upcoming", "confirmed"])
    .executeTakeFirstOrThrow();
  return {
    byNetwork: Number(row.network ?? 0),
    byEmail: Number(row.email ?? 0),
    byPhone: Number(row.phone ?? 0),
    all: Number(row.everyone ?? 0),
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
