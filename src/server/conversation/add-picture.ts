import { createHash } from "node:crypto";
import { MAX_UPLOAD_BYTES } from "#domain/media/image-limits.ts";
import { messagePictureFile, messagePictureFiles } from "#domain/media/picture.ts";
import type { PictureRefusal } from "#domain/media/refusal.ts";
import { sniff, SNIFF_BYTES } from "#domain/media/sniff.ts";
import { type Author, MAX_PICTURE_BYTES_PER_STAY, MAX_PICTURES_PER_STAY } from "#domain/messaging/conversation.ts";
import { isGuestErased } from "../core/erased-guest-queries.ts";
import { lockConversation } from "../database/dialect.ts";
import { commitIfOk } from "../database/transaction.ts";
import { deletePicture, finishPicture, picturesStored, reservePicture } from "./picture-queries.ts";
import type { MessagePicture } from "#contract/message-picture.ts";
import type { ConversationNeeds, PictureNeeds } from "./ports.ts";

type Needs = PictureNeeds & Pick<ConversationNeeds, "database" | "clock" | "find">;
type Upload = { bookingId: string; author: Author; bytes: Uint8Array };

export type AddPictureResult =
  | { ok: true; picture: MessagePicture }
  | { ok: false; reason: "unknown" | "erased" | "too-large" | "too-many-pictures" | "not-stored" }
  | { ok: false; reason: "refused"; refusal: PictureRefusal };

/**
 * Stores a picture that has not been sent yet. It counts towards the limit for its author and stay, can be sent for
 * `UNSENT_PICTURE_MS`, and is later deleted if it was not sent.
 */
export async function addPicture(needs: Needs, { bookingId, author, bytes }: Upload): Promise<AddPictureResult> {
  const { database, pictures } = needs;
  if (bytes.length > MAX_UPLOAD_BYTES) return { ok: false, reason: "too-large" };
  const kind = sniff(bytes.subarray(0, SNIFF_BYTES));
  if (kind !== "jpeg" && kind !== "png" && kind !== "webp") return { ok: false, reason: "refused", refusal: kind };
  if (!(await pictures.hasRoom())) return { ok: false, reason: "not-stored" };
  const reserved = await reserve(needs, { bookingId, author, bytes });
  if (!reserved.ok) return reserved;
  const { id } = reserved;
  const prepared = await pictures.prepare(bytes);
  if (!prepared.ok) {
    await deletePicture(database.db, id);
    return { ok: false, reason: "refused", refusal: prepared.refusal };
  }
  const { width, height, small, large } = prepared;
  try {
    await pictures.files.write(messagePictureFile(id, "small"), small, "image/jpeg");
    await pictures.files.write(messagePictureFile(id, "large"), large, "image/jpeg");
  } catch (error) {
    // If the disk is full or the object storage does not respond, the clean-up job deletes the files that could not be
    // removed.
    pictures.notStored(error);
    const removed = await pictures.files.remove(messagePictureFiles(id)).then(
      () => true,
      () => false,
    );
    if (removed) await deletePicture(database.db, id);
    return { ok: false, reason: "not-stored" };
  }
  if (!(await finishPicture(database.db, id, { width, height, bytes: small.length + large.length }))) {
    await pictures.files.remove(messagePictureFiles(id));
    return { ok: false, reason: "unknown" };
  }
  return { ok: true, picture: { id, width, height } };
}

type Reserved = { ok: true; id: string } | { ok: false; reason: "unknown" | "erased" | "too-many-pictures" };

function reserve({ database, clock, find }: Needs, { bookingId, author, bytes }: Upload): Promise<Reserved> {
  return commitIfOk<Reserved>(database.db, async (trx) => {
    await lockConversation(trx, bookingId);
    if (!(await find(bookingId, trx))) return { ok: false, reason: "unknown" };
    if (await isGuestErased(trx, bookingId)) return { ok: false, reason: "erased" };
    const stored = await picturesStored(trx, bookingId, author);
    if (stored.count >= MAX_PICTURES_PER_STAY || stored.bytes >= MAX_PICTURE_BYTES_PER_STAY) {
      return { ok: false, reason: "too-many-pictures" };
    }
    const digest = createHash("sha256").update(bytes).digest("base64url");
    const upload = { bookingId, author, bytes: bytes.length, digest, at: clock() };
    return { ok: true, id: await reservePicture(trx, upload) };
  });
}
