import { UPLOAD_TYPES, type UploadType } from "#domain/media/image-limits.ts";
import type { Db } from "../database/connect.ts";
import type { UploadStore } from "./ports.ts";

export function createUploadStore(db: Db): UploadStore {
  return {
    open: async ({ id, sessionHash, type, bytes, expiresAt }) => {
      await db
        .insertInto("upload")
        .values({
          id,
          session_hash: sessionHash,
          media_type: type,
          bytes,
          expires_at: expiresAt.toISOString(),
          used_at: null,
          picture_id: null,
        })
        .execute();
    },

    find: async (id) => {
      const row = await db.selectFrom("upload").selectAll().where("id", "=", id).executeTakeFirst();
      if (!row) return null;
      return {
        type: typeIn(row.media_type),
        bytes: row.bytes,
        sessionHash: row.session_hash,
        pictureId: row.picture_id,
      };
    },

    // A single statement, so that one of two simultaneous PUTs is refused.
    use: async (id, sessionHash, at) => {
      const row = await db
        .updateTable("upload")
        .set({ used_at: at.toISOString() })
        .where("id", "=", id)
        .where("session_hash", "=", sessionHash)
        .where("used_at", "is", null)
        .where("expires_at", ">", at.toISOString())
        .returning(["media_type", "bytes"])
        .executeTakeFirst();
      return row ? { type: typeIn(row.media_type), bytes: row.bytes } : null;
    },

    finish: async (id, pictureId) => {
      await db.updateTable("upload").set({ picture_id: pictureId }).where("id", "=", id).execute();
    },

    forget: async (id) => {
      await db.deleteFrom("upload").where("id", "=", id).execute();
    },

    abandoned: async (before) => {
      const rows = await db.selectFrom("upload").select("id").where("expires_at", "<", before.toISOString()).execute();
      return rows.map((row) => row.id);
    },
  };
}

function typeIn(stored: string | null): UploadType | null {
  return UPLOAD_TYPES.find((type) => type === stored) ?? null;
}
