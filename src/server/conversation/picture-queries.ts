import type { Author } from "#domain/messaging/conversation.ts";
import type { Db } from "../database/connect.ts";
import type { Trx } from "../database/transaction.ts";
import { randomId } from "../runtime/ids.ts";
import type { MessagePicture } from "#contract/message-picture.ts";

type Upload = { bookingId: string; author: Author; bytes: number; digest: string; at: Date };

/** How many pictures `author` has uploaded for a stay, and their total size in bytes, including unsent pictures. */
export async function picturesStored(trx: Trx, bookingId: string, author: Author) {
  const row = await trx
    .selectFrom("message_picture")
    .select((eb) => [eb.fn.countAll<number>().as("count"), eb.fn.sum<number | null>("bytes").as("bytes")])
    .where("booking_id", "=", bookingId)
    .where("author", "=", author)
    .executeTakeFirstOrThrow();
  return { count: Number(row.count), bytes: Number(row.bytes ?? 0) };
}

/** The row is created before the picture's files, so no file exists without a row. */
export async function reservePicture(trx: Trx, { bookingId, author, bytes, digest, at }: Upload): Promise<string> {
  const id = randomId();
  await trx
    .insertInto("message_picture")
    .values({
      id,
      booking_id: bookingId,
      message_id: null,
      author,
      place: 0,
      width: 0,
      height: 0,
      bytes,
      digest,
      created_at: at.toISOString(),
    })
    .execute();
  return id;
}

/** False if the picture's stay was erased in the meantime. */
export async function finishPicture(
  db: Db,
  id: string,
  made: { width: number; height: number; bytes: number },
): Promise<boolean> {
  const updated = await db
    .updateTable("message_picture")
    .set(made)
    .where("id", "=", id)
    .where("booking_id", "is not", null)
    .executeTakeFirst();
  return Number(updated.numUpdatedRows) > 0;
}

export async function deletePicture(db: Db, id: string): Promise<void> {
  await db.deleteFrom("message_picture").where("id", "=", id).execute();
}

/** Whether a picture belongs to a stay, whether or not it has been sent. */
export async function isOfStay(db: Db, bookingId: string, pictureId: string): Promise<boolean> {
  const row = await db
    .selectFrom("message_picture")
    .select("id")
    .where("id", "=", pictureId)
    .where("booking_id", "=", bookingId)
    .where("width", ">", 0)
    .executeTakeFirst();
  return row !== undefined;
}

type Unsent = { bookingId: string; author: Author; ids: readonly string[] };

/**
 * The digests of uploaded pictures in the order of `ids`; null for each picture that `author` has not uploaded for this
 * stay.
 */
export async function digestsOf(db: Trx, { bookingId, author, ids }: Unsent): Promise<(string | null)[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("message_picture")
    .select(["id", "digest"])
    .where("id", "in", ids)
    .where("booking_id", "=", bookingId)
    .where("author", "=", author)
    .execute();
  const found = new Map(rows.map(({ id, digest }) => [id, digest]));
  return ids.map((id) => found.get(id) ?? null);
}

/** Adds uploaded pictures to a message; false if one of the pictures does not exist, was sent before, or is too old. */
export async function attachPictures(
  trx: Trx,
  { bookingId, author, ids }: Unsent,
  messageId: string,
  uploadedAfter: Date,
): Promise<boolean> {
  for (const [index, id] of ids.entries()) {
    const attached = await trx
      .updateTable("message_picture")
      .set({ message_id: messageId, place: index + 1 })
      .where("id", "=", id)
      .where("booking_id", "=", bookingId)
      .where("author", "=", author)
      .where("message_id", "is", null)
      .where("width", ">", 0)
      .where("created_at", ">", uploadedAfter.toISOString())
      .executeTakeFirst();
    if (Number(attached.numUpdatedRows) === 0) return false;
  }
  return true;
}

/** The pictures of the given messages, grouped by message and in order. */
export async function picturesOf(
  db: Db | Trx,
  messageIds: readonly string[],
): Promise<ReadonlyMap<string, MessagePicture[]>> {
  if (messageIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("message_picture")
    .select(["id", "message_id", "width", "height"])
    .where("message_id", "in", messageIds)
    .orderBy("place")
    .execute();
  return Map.groupBy(rows, ({ message_id }) => message_id ?? "");
}

/**
 * Pictures that no longer belong to a stay, and pictures that were uploaded before `before` and belong to no message.
 */
export async function orphanedPictures(db: Db, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("message_picture")
    .select("id")
    .where((eb) =>
      eb.or([
        eb("booking_id", "is", null),
        eb.and([eb("message_id", "is", null), eb("created_at", "<", before.toISOString())]),
      ]),
    )
    .execute();
  return rows.map(({ id }) => id);
}
