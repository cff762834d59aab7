import { type Selectable, sql } from "kysely";
import type { Author } from "#domain/messaging/conversation.ts";
import { foldedText, searchWords } from "#domain/text/fold.ts";
import type { Db } from "../database/connect.ts";
import { insertRow } from "../database/prepared.ts";
import type { Schema } from "../database/schema.ts";
import type { Trx } from "../database/transaction.ts";
import { randomId } from "../runtime/ids.ts";
import { picturesOf } from "./picture-queries.ts";
import type { Message } from "./ports.ts";

export { idempotently } from "../database/idempotency.ts";

export async function messagesOf(db: Db | Trx, bookingId: string): Promise<Message[]> {
  const rows = await db
    .selectFrom("conversation_message")
    .selectAll()
    .where("booking_id", "=", bookingId)
    .orderBy("place")
    .execute();
  return messagesIn(db, rows);
}

type NewMessage = Pick<Message, "author" | "writtenBy" | "writtenIn" | "body" | "at"> & {
  bookingId: string;
  guestName: string;
};

/** Lock the conversation before calling this. */
export async function addMessage(
  trx: Trx,
  { bookingId, guestName, author, writtenBy, writtenIn, body, at }: NewMessage,
): Promise<{ id: string; place: number }> {
  const last = await trx
    .selectFrom("conversation_message")
    .select((eb) => eb.fn.max("place").as("place"))
    .where("booking_id", "=", bookingId)
    .executeTakeFirst();
  const id = randomId();
  const place = Number(last?.place ?? 0) + 1;
  await insertRow(trx, "conversation_message", {
    id,
    booking_id: bookingId,
    place,
    author,
    written_by: writtenBy,
    written_in: writtenIn,
    body,
    search_text: searchText(body, guestName),
    at: at.toISOString(),
    read_at: null,
    emailed_at: null,
  });
  return { id, place };
}

const searchText = (body: string, guestName: string) => foldedText(`${body}\n${guestName}`);

/** Makes a booking's messages searchable by the guest's new name. */
export async function renameGuest(trx: Trx, bookingId: string, guestName: string): Promise<void> {
  const messages = await trx
    .selectFrom("conversation_message")
    .select(["id", "body"])
    .where("booking_id", "=", bookingId)
    .execute();
  for (const { id, body } of messages) {
    await trx
      .updateTable("conversation_message")
      .set({ search_text: searchText(body, guestName) })
      .where("id", "=", id)
      .execute();
  }
}

export async function countSince(trx: Trx, bookingId: string, author: Author, since: Date): Promise<number> {
  const row = await trx
    .selectFrom("conversation_message")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("booking_id", "=", bookingId)
    .where("author", "=", author)
    .where("at", ">", since.toISOString())
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

type Reading = {
  bookingId: string;
  author: Author;
  last: number;
  at: Date;
  /** Whether the other side has read only the messages that were emailed. */
  onlyEmailed?: boolean;
};

/** Marks `author`'s messages up to position `last` as read by the other side. */
export async function markRead(
  db: Db | Trx,
  { bookingId, author, last, at, onlyEmailed = false }: Reading,
): Promise<void> {
  await db
    .updateTable("conversation_message")
    .set({ read_at: at.toISOString() })
    .where("booking_id", "=", bookingId)
    .where("author", "=", author)
    .where("place", "<=", last)
    .where("read_at", "is", null)
    .$if(onlyEmailed, (messages) => messages.where("emailed_at", "is not", null))
    .execute();
}

export async function unreadCount(db: Db): Promise<number> {
  const row = await db
    .selectFrom("conversation_message")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("author", "=", "guest")
    .where("read_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export async function sharesReading(db: Db, bookingId: string): Promise<boolean> {
  const row = await db
    .selectFrom("conversation")
    .select("shares_reading")
    .where("booking_id", "=", bookingId)
    .executeTakeFirst();
  return row?.shares_reading === 1;
}

/** If the guest withdraws consent, the read receipts that were already shown are removed. */
export async function setSharesReading(trx: Trx, bookingId: string, share: boolean): Promise<void> {
  const shares_reading = share ? 1 : 0;
  await trx
    .insertInto("conversation")
    .values({ booking_id: bookingId, shares_reading })
    .onConflict((conflict) => conflict.column("booking_id").doUpdateSet({ shares_reading }))
    .execute();
  if (share) return;
  await trx
    .updateTable("conversation_message")
    .set({ read_at: null })
    .where("booking_id", "=", bookingId)
    .where("author", "=", "host")
    .where("read_at", "is not", null)
    .execute();
}

export type DueEmail = { bookingId: string; author: Author; first: Date; last: Date };

/** Messages about which no email has been written yet, by stay and author. */
export async function dueEmails(db: Db): Promise<DueEmail[]> {
  const rows = await db
    .selectFrom("conversation_message")
    .select((eb) => ["booking_id", "author", eb.fn.min("at").as("first"), eb.fn.max("at").as("last")])
    .where("emailed_at", "is", null)
    .groupBy(["booking_id", "author"])
    .execute();
  return rows.map(({ booking_id, author, first, last }) => ({
    bookingId: booking_id,
    author,
    first: new Date(first),
    last: new Date(last),
  }));
}

/**
 * Claims the messages to be emailed and returns them in order. Messages that have already been read are claimed but not
 * returned.
 */
export async function claimDueEmail(
  trx: Trx,
  { bookingId, author }: Pick<DueEmail, "bookingId" | "author">,
  at: Date,
): Promise<Message[]> {
  const rows = await trx
    .updateTable("conversation_message")
    .set({ emailed_at: at.toISOString() })
    .where("booking_id", "=", bookingId)
    .where("author", "=", author)
    .where("emailed_at", "is", null)
    .returningAll()
    .execute();
  const messages = await messagesIn(trx, rows);
  return messages.filter(({ readAt }) => readAt === null).toSorted((a, b) => a.place - b.place);
}

export type Thread = {
  bookingId: string;
  reference: string;
  guestName: string;
  checkIn: string;
  checkOut: string;
  unread: number;
  last: { at: string; author: Author; body: string; pictures: number };
};

/**
 * Stays with a conversation, latest first. If there are search words, only stays whose messages, guest or reference
 * match.
 */
export async function threads(db: Db, search: string, limit: number): Promise<Thread[]> {
  const words = searchWords(search);
  let found = db
    .selectFrom("conversation_message as message")
    .innerJoin("booking", "booking.id", "message.booking_id")
    .innerJoin("guest", "guest.id", "booking.guest_id")
    .select(["message.booking_id", "booking.reference", "booking.check_in", "booking.check_out"])
    .select(["guest.name", "message.at", "message.author", "message.body"])
    .select((eb) =>
      eb
        .selectFrom("conversation_message as one")
        .select((inner) => inner.fn.countAll<number>().as("count"))
        .whereRef("one.booking_id", "=", "message.booking_id")
        .where("one.author", "=", "guest")
        .where("one.read_at", "is", null)
        .as("unread"),
    )
    .select((eb) =>
      eb
        .selectFrom("message_picture")
        .select((inner) => inner.fn.countAll<number>().as("count"))
        .whereRef("message_picture.message_id", "=", "message.id")
        .as("pictures"),
    )
    .where((eb) =>
      eb(
        "message.place",
        "=",
        eb
          .selectFrom("conversation_message as later")
          .select((inner) => inner.fn.max("later.place").as("place"))
          .whereRef("later.booking_id", "=", "message.booking_id"),
      ),
    );
  for (const word of words) {
    const pattern = `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
    found = found.where((eb) =>
      eb.or([
        sql<boolean>`upper(booking.reference) like ${pattern} escape '\\'`,
        eb.exists(
          eb
            .selectFrom("conversation_message as said")
            .select("said.id")
            .whereRef("said.booking_id", "=", "message.booking_id")
            .where(sql<boolean>`said.search_text like ${pattern} escape '\\'`),
        ),
      ]),
    );
  }
  const rows = await found.orderBy("message.at", "desc").orderBy("message.booking_id").limit(limit).execute();
  return rows.map((row) => ({
    bookingId: row.booking_id,
    reference: row.reference,
    guestName: row.name,
    checkIn: row.check_in,
    checkOut: row.check_out,
    unread: Number(row.unread),
    last: { at: row.at, author: row.author, body: row.body, pictures: Number(row.pictures) },
  }));
}

async function messagesIn(db: Db | Trx, rows: Selectable<Schema["conversation_message"]>[]): Promise<Message[]> {
  const pictures = await picturesOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    id: row.id,
    place: row.place,
    author: row.author,
    writtenBy: row.written_by,
    writtenIn: row.written_in,
    body: row.body,
    pictures: pictures.get(row.id) ?? [],
    at: new Date(row.at),
    readAt: row.read_at === null ? null : new Date(row.read_at),
  }));
}
